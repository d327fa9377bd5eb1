import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { json, stubBrowser, withQueries } from '#web/page.test-data.ts'
import { useRegistrationImport } from './use-registration-import.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const COLUMNS = ['meta.child_firstname', 'meta.child_lastname'].map((key) => ({
  key,
  heading: key,
  kind: 'text',
  choices: null,
  isRequired: true,
}))
const FILE = {
  columns: COLUMNS,
  headings: ['Vorname', 'Nachname'],
  mapping: COLUMNS.map(({ key }) => key),
  rows: [{ line: 2, cells: ['', ''] }],
  sheets: [],
  sheet: null,
  encoding: 'utf-8',
}

/** Faulty as long as a cell is empty. */
const verdictOf = ({ line, cells }: { line: number; cells: Record<string, string> }) => ({
  line,
  errors: Object.fromEntries(
    Object.entries(cells)
      .filter(([, text]) => text === '')
      .map(([key]) => [key, ['fehlt']]),
  ),
  duplicates: [],
})

test('a verdict about cells that were corrected since is dropped', async () => {
  const waiting: (() => void)[] = []
  stubBrowser(async (address, init) => {
    if (String(address).includes('/read')) return json(200, FILE)
    if (!String(address).includes('/check')) return json(404, { message: '' })
    const verdicts = JSON.parse(String(init?.body)).rows.map(verdictOf)
    return new Promise((answer) => waiting.push(() => answer(json(200, verdicts))))
  })
  const { result } = renderHook(() => useRegistrationImport(), { wrapper: withQueries })
  await act(async () => result.current.take([new File(['a'], 'liste.csv')]))
  await vi.waitFor(() => expect(result.current.chosen).toBeDefined())
  const checking = act(() => result.current.check())
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  waiting[0]?.()
  await checking
  const [draft] = result.current.drafts ?? []
  expect(Object.keys(draft?.verdict.errors ?? {})).toHaveLength(2)

  const validated: Promise<void>[] = []
  act(() => void validated.push(result.current.correct(2, 'meta.child_firstname', 'Mia')))
  act(() => void validated.push(result.current.correct(2, 'meta.child_lastname', 'Müller')))
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  // The later one arrives first.
  waiting[2]?.()
  await act(async () => validated[1])
  waiting[1]?.()
  await act(async () => validated[0])
  const corrected = result.current.drafts?.[0]
  expect(corrected?.cells).toEqual({ 'meta.child_firstname': 'Mia', 'meta.child_lastname': 'Müller' })
  expect(corrected?.verdict.errors).toEqual({})
})
