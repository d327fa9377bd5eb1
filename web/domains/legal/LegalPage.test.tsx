import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { legalEndpoints } from '#contract/legal/legal.ts'
import type { Role } from '#contract/permissions.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'

const TEXT = `Unser Anspruch <script>alert(1)</script> <img src=x onerror=alert(2)> [klick](javascript:alert(3)) ![Bild](https://example.org/x.png)`

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(legalEndpoints.find, () => ({
    key: 'barrierefreiheit' as const,
    body_markdown: TEXT,
    version_number: 1,
    created_at: '2026-11-20T08:00:00.000Z',
  }))
})
afterEach(closeApp)

const openPage = async () => {
  await openApp('/barrierefreiheit', server)
  await page('Barrierefreiheit')
}
const buttons = () => screen.queryAllByRole('button', { name: /Bearbeiten|Fassungen/ })

test.each<[string, Role | null]>([
  ['a visitor', null],
  ['a head', 'schooladmin'],
  ['a teacher', 'teacher_level_1'],
])('%s reads a legal text and is not offered to change it', async (_, role) => {
  if (role) signIn(server, baseDataOf(role))
  await openPage()
  await waitFor(() => expect(document.title).toMatch(/^Barrierefreiheit – /))
  expect(screen.getByText('Stand: 20.11.2026')).toBeTruthy()
  expect(buttons()).toEqual([])
})

test('an admin is offered to change it and to look at what it was', async () => {
  signIn(server, baseDataOf('admin'))
  await openPage()
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Fassungen', 'Bearbeiten'])
})

test('an admin is told what the text says that is no longer true, visitors are not', async () => {
  server.on(legalEndpoints.draft, () => ({
    key: 'barrierefreiheit' as const,
    body_markdown: 'Verein Sonne',
    template_markdown: '{Verantwortlich}',
    version_number: 1,
    facts: { Verantwortlich: 'Stiftung Mond' },
    changes: [{ name: 'Verantwortlich', before: 'Verein Sonne', after: 'Stiftung Mond' }],
  }))
  await openPage()
  expect(screen.queryByText('Stiftung Mond')).toBeNull()
  await closeApp()
  signIn(server, baseDataOf('admin'))
  await openPage()
  expect(await screen.findByText('Stiftung Mond')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Neue Fassung vorbereiten' })).toBeTruthy()
})

test('an admin reads what is not filled in yet, beside the way to the editor; visitors do not', async () => {
  const body = 'Zuständig: *noch nicht eingetragen*'
  server.on(legalEndpoints.draft, () => ({
    key: 'barrierefreiheit' as const,
    body_markdown: body,
    template_markdown: body,
    version_number: 0,
    facts: {},
    changes: [],
  }))
  await openPage()
  expect(screen.queryByText(/Noch nicht eingetragen/)).toBeNull()
  await closeApp()
  signIn(server, baseDataOf('admin'))
  await openPage()
  expect(await screen.findByText('Noch nicht eingetragen: Zuständig')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Jetzt eintragen' })).toBeTruthy()
})

test('markup and bad links in a text stay text', async () => {
  await openPage()
  const main = screen.getByRole('main')
  expect(main.textContent).toContain('<script>alert(1)</script>')
  expect(screen.queryByRole('link', { name: 'klick' })).toBeNull()
  expect(main.querySelector('img, script')).toBeNull()
})
