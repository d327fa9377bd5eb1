import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { json, stubBrowser, withQueries } from '#web/page.test-data.ts'
import { faultsText, leftText, missingInAll, openText } from './import-drafts.ts'
import {
  ENTRY_TYPE,
  entryOfBlankGrades,
  hasNumberedStreets,
  isForAllRows,
  linesByPerson,
  missingColumns,
  useRegistrationImport,
} from './use-registration-import.ts'

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
  understood: {},
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

test('what every row lacks is said once, by person; a row says how much it lacks', () => {
  const column = (key: string, heading: string, choices: string[] | null = null) =>
    ({ key, heading, kind: 'text', choices, isRequired: true }) as const
  const city = column('meta.child_city', 'Ort')
  const mother = column('contacts.0.lastname', 'Sorge1 Nachname')
  const gender = column('meta.child_gender', 'Geschlecht', ['weiblich'])
  const draft = (line: number, cells: Record<string, string>, keys: string[]) => ({
    ...{ line, cells },
    verdict: { line, errors: Object.fromEntries(keys.map((key) => [key, ['fehlt']])), understood: {}, duplicates: [] },
  })
  const first = draft(2, {}, [city.key, mother.key])
  const second = draft(3, { 'meta.child_gender': 'x' }, [city.key, mother.key, gender.key])
  const columns = [city, mother, gender]
  expect(linesByPerson(missingInAll([first, second], columns))).toEqual([
    'Kind und Bewerbung: Ort',
    'Sorgeberechtigte Person 1: Nachname',
  ])
  expect(missingInAll([first], columns)).toEqual([])
  expect([first, second].map(faultsText)).toEqual(['2 Angaben fehlen', '3 Angaben prüfen'])
  expect(isForAllRows(gender)).toBe(false)
  expect(isForAllRows(column('school_year_id', 'Schuljahr', ['2027/2028']))).toBe(true)
  expect(isForAllRows(city)).toBe(true)
  expect(leftText([first, second, draft(4, {}, []), draft(5, {}, [])], new Map([[5, 4]]))).toBe(
    '2 mit Fehlern, 1 mögliche Dublette',
  )
  expect(leftText([{ ...draft(4, {}, []), wish: false }], new Map())).toBe('1 ohne Häkchen')
})

test('without a grade the kind of entry is asked for all rows, and a change of school asks for the grade', () => {
  const column = (key: string, choices: string[] | null) =>
    ({ key, heading: key, kind: 'choice', choices, isRequired: key === ENTRY_TYPE }) as const
  const file = {
    ...FILE,
    columns: [
      column(ENTRY_TYPE, ['Einschulung in Klasse 1', 'Quereinstieg']),
      column('desired_grade', ['Klassenstufe 3']),
    ],
    rows: [
      { line: 2, cells: ['3'] },
      { line: 3, cells: ['Quereinstieg'] },
    ],
  }
  const missing = (mapping: (string | null)[], entry: string) =>
    missingColumns({ file, mapping, fixed: { [ENTRY_TYPE]: entry } }).map(({ key }) => key)
  expect(missing([null], 'Einschulung in Klasse 1')).toEqual([ENTRY_TYPE])
  expect(missing([null], 'Quereinstieg')).toEqual([ENTRY_TYPE, 'desired_grade'])
  expect(missing(['desired_grade'], 'Einschulung in Klasse 1')).toEqual([])
  expect(entryOfBlankGrades({ file, mapping: ['desired_grade'], fixed: {} })).toBeUndefined()
  const blank = { ...file, rows: [{ line: 2, cells: [' '] }] }
  expect(entryOfBlankGrades({ file: blank, mapping: ['desired_grade'], fixed: {} })).toBe('Einschulung in Klasse 1')
})

test('house numbers at the end of the street need no column, and rows that stay are named', () => {
  const rows = (street: string) => ({ ...FILE, columns: [], rows: [{ line: 2, cells: [street] }] })
  expect(hasNumberedStreets({ file: rows('Birkenweg 4 a'), mapping: ['meta.child_street'] })).toBe(true)
  expect(hasNumberedStreets({ file: rows('Birkenweg'), mapping: ['meta.child_street'] })).toBe(false)
  expect(hasNumberedStreets({ file: rows('Birkenweg 4'), mapping: [null] })).toBe(false)
  const open = (line: number, firstname = '') => ({
    ...{ line, cells: { 'meta.child_firstname': firstname } },
    verdict: { line, errors: {}, understood: {}, duplicates: [] },
  })
  expect(openText([open(4, 'Levke')])).toBe('1 Zeile ist noch offen: Zeile 4, Levke.')
  expect(openText([2, 3, 4, 5].map((line) => open(line)))).toBe('4 Zeilen sind noch offen: Zeile 2; Zeile 3; Zeile 4 …')
})
