import { expect, test } from 'vitest'
import { KEY_PAGES, pageFileOf } from '#contract/public-pages.ts'
import { addressOf, EVERY_PAGE, type SampleRecord } from '#e2e/every-page.ts'
import { routes } from './routes.tsx'

const listed = new Set(EVERY_PAGE.map(({ route }) => route))
const keys = new Proxy({} as Record<SampleRecord, string>, { get: () => '12' })

test('every route of the staff’s program is in the table of pages', () => {
  expect(routes.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([])
})

test('every entry for parents and every page with a key is in the table of pages', () => {
  const files = new Set(EVERY_PAGE.map((page) => pageFileOf(addressOf(page, keys))))
  for (const file of ['public.html', 'parents.html', 'status.html', 'datacheck.html', 'visitor.html'])
    expect(files).toContain(file)
  const routesWithKey = [...listed]
  for (const start of KEY_PAGES)
    expect(
      routesWithKey.some((route) => route.startsWith(start)),
      start,
    ).toBe(true)
})

test('the table has no page that no longer exists', () => {
  const known = new Set(routes.map(({ path }) => path))
  const isKnown = (route: string) =>
    known.has(route) ||
    ['public.html', 'parents.html', 'status.html', 'datacheck.html'].includes(pageFileOf(route.replace(/\$\w+/, 'fsw')))
  expect([...listed].filter((route) => !isKnown(route))).toEqual([])
})
