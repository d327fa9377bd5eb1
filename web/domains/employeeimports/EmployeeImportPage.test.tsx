import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  EMPLOYEE_IMPORT_TEXTS,
  type EmployeeFinding,
  type EmployeeLine,
  employeeImportEndpoints as endpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { answer, refuseField } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const HERE = {
  id: 7,
  firstname: 'Vera',
  lastname: 'Voigt',
  short_name: 'Vo',
  employee_type: 'educator',
  mail: 'voigt@example.org',
  active: false,
} as const

const findingOf = ({ line, cells }: EmployeeLine): EmployeeFinding => ({
  line,
  errors: cells.short_name === 'x1' ? { short_name: ['Bitte 2 bis 6 Buchstaben angeben.'] } : {},
  duplicates: cells.lastname === 'Voigt' ? [HERE] : [],
  is_here: cells.short_name === 'Vo',
  repeats: null,
  same_mail: cells.lastname === 'Twin' ? [{ line: 4, name: 'Celik, Dilara' }] : [],
  proposed_short_name: cells.short_name === '' ? 'Oe' : null,
})

const FILE = {
  headings: ['Name', 'Vorname', 'Kürzel', 'Religion'],
  mapping: ['lastname', 'firstname', 'short_name', null] as const,
  rows: [
    { line: 2, cells: ['Berg', 'Ida', 'Be', ''] },
    { line: 3, cells: ['Tal', 'Udo', 'x1', ''] },
    { line: 4, cells: ['Voigt', 'Vera', 'Vo', ''] },
    { line: 5, cells: ['Voigt', 'Vera', 'Vv', ''] },
  ],
  sheets: [],
  sheet: null,
  encoding: 'utf-8',
  school_year: '2026/2027',
}
const REPORT = {
  id: 3,
  created_at: '2026-11-20T08:00:00Z',
  created_by: 'Alex Amtmann',
  row_count: 3,
  undone_at: null as string | null,
  kept: 0,
  may_undo: true,
}

const open = async (
  read: Parameters<typeof answer<typeof endpoints.read>>[1] = () => ({ ...FILE, mapping: [...FILE.mapping] }),
  reports: (typeof REPORT)[] = [REPORT],
) => {
  const added: EmployeeLine[][] = []
  const answers = [
    answer(endpoints.read, read),
    answer(endpoints.check, ({ body }) => body.rows.map(findingOf)),
    answer(endpoints.add, ({ body }) => {
      added.push(body.rows)
      return { ...REPORT, row_count: body.rows.length, message: EMPLOYEE_IMPORT_TEXTS.imported(body.rows.length) }
    }),
    answer(endpoints.list, () => reports),
  ]
  await openApp(paths.employeeImport, serverFor('schooladmin', answers))
  const field = await screen.findByTestId('import-file')
  const take = (name: string) => fireEvent.change(field, { target: { files: [new File(['Name'], name)] } })
  return { added, take }
}

test('a file that is none is refused beside the button', async () => {
  const { take } = await open(() => refuseField('file', EMPLOYEE_IMPORT_TEXTS.empty))
  take('kollegium.pdf')
  expect(await screen.findByText('„kollegium.pdf“: Dieser Dateityp wird nicht unterstützt.')).toBeTruthy()
  take('kollegium.csv')
  expect(await screen.findByText(EMPLOYEE_IMPORT_TEXTS.empty)).toBeTruthy()
})

test('rows are corrected on the page; who is here is left out, and who may be is created only with a tick', async () => {
  const { added, take } = await open()
  take('kollegium.csv')
  const type = await screen.findByRole('combobox', { name: 'Tätigkeit für alle Zeilen' })
  fireEvent.change(type, { target: { value: 'Erzieher/in' } })
  fireEvent.click(screen.getByRole('button', { name: 'Zeilen prüfen' }))
  expect(await screen.findByText('Nicht übernommen: 1 schon da, 1 mit Fehlern, 1 mögliche Dublette.')).toBeTruthy()
  const [berg, tal, here, twin] = within(screen.getByRole('list', { name: 'Zeilen der Datei' }))
    .getAllByRole('listitem')
    .map((row) => within(row))
  expect(berg?.getByText('neu')).toBeTruthy()
  expect(here?.getByRole('checkbox')).toHaveProperty('disabled', true)
  expect(here?.queryByRole('table')).toBeNull()
  const beside = within(twin?.getByRole('table', { name: 'Vergleich mit Zeile 5' }) as HTMLElement)
  expect(beside.getByRole('row', { name: /^Kürzel/ }).textContent).toBe('KürzelVvVo')
  expect(beside.getByRole('columnheader', { name: /Voigt, Vera/ }).textContent).toContain('(ausgeschieden)')
  fireEvent.click(twin?.getByRole('checkbox') as HTMLElement)
  const short = tal?.getByRole('textbox', { name: 'Kürzel' }) as HTMLInputElement
  fireEvent.change(short, { target: { value: 'Ta' } })
  fireEvent.blur(short)
  fireEvent.click(await screen.findByRole('button', { name: '3 Personen anlegen' }))
  expect(await screen.findByText('3 Personen sind angelegt. 1 Zeile ausgelassen: 1 schon da.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Ausgelassene Zeilen' }).textContent).toBe('Zeile 4, Voigt, Vera: schon da')
  expect(added[0]?.map(({ line, cells }) => [line, cells.short_name, cells.employee_type])).toEqual([
    [2, 'Be', 'Erzieher/in'],
    [3, 'Ta', 'Erzieher/in'],
    [5, 'Vv', 'Erzieher/in'],
  ])
  expect(screen.getByRole('link', { name: 'Kollegium einladen' }).getAttribute('href')).toContain('einladen=1')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Zeilen prüfen' })).toBeNull())
})

test('an address that two rows have is doubtful in both, and an understood word is shown as the choice it means', async () => {
  const { take } = await open(() => ({
    ...FILE,
    headings: ['Name', 'Vorname', 'Kürzel', 'Tätigkeit'],
    mapping: ['lastname', 'firstname', 'short_name', 'employee_type'],
    rows: [
      { line: 2, cells: ['Twin', 'Ida', 'Ti', 'Erzieher'] },
      { line: 3, cells: ['Berg', 'Udo', 'Be', 'Lehrkraft'] },
    ],
  }))
  take('kollegium.csv')
  fireEvent.click(await screen.findByRole('button', { name: 'Zeilen prüfen' }))
  expect(await screen.findByText('Diese E-Mail-Adresse steht auch in Zeile 4 (Celik, Dilara).')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Zeile 2 Twin, Ida Ti' })).toHaveProperty('checked', false)
  fireEvent.click(screen.getByRole('button', { name: 'Alle Angaben: Twin, Ida, Zeile 2' }))
  const type = screen.getByRole('combobox', { name: 'Tätigkeit' }) as HTMLSelectElement
  expect(type.selectedOptions[0]?.text).toBe('Erzieher/in')
  expect(screen.getByText('in der Datei: Erzieher')).toBeTruthy()
  expect(screen.queryByText(/gibt es hier nicht/)).toBeNull()
})

test('a row without a short name shows a proposed one, and a class without a function says what that means', async () => {
  const { added, take } = await open(() => ({
    ...FILE,
    headings: ['Name', 'Vorname', 'Kürzel', 'Klasse'],
    mapping: ['lastname', 'firstname', 'short_name', 'schoolclass'],
    rows: [
      { line: 2, cells: ['Ohm', 'Eva', '', '3a'] },
      { line: 3, cells: ['Berg', 'Ida', 'Be', ''] },
    ],
  }))
  take('kollegium.csv')
  expect(await screen.findByText(/Eine Klasse ohne Funktion gilt als zugeordnet\.$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Zeilen prüfen' }))
  expect(await screen.findByRole('textbox', { name: 'Kürzel (vorgeschlagen)' })).toHaveProperty('value', 'Oe')
  expect(screen.getByRole('checkbox', { name: 'Zeile 2 Ohm, Eva Oe · zugeordnet 3a' })).toBeTruthy()
  const choice = screen.getByRole('combobox', { name: 'Funktion in der Klasse' }) as HTMLSelectElement
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'ohne Angabe: zugeordnet',
    ...['Klassenleitung', 'Stellvertretung', 'zugeordnet'],
  ])
  fireEvent.change(choice, { target: { value: 'Klassenleitung' } })
  expect(screen.getByText('Oe · Klassenleitung 3a')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '2 Personen anlegen' }))
  expect(await screen.findByText('2 Personen sind angelegt.')).toBeTruthy()
  expect(added[0]?.[0]?.cells).toMatchObject({ short_name: 'Oe', class_function: 'Klassenleitung' })
})

test('before an undo it is said how many go and stay, and afterwards how many were kept', async () => {
  const undone = { ...REPORT, id: 4, undone_at: '2026-11-20T09:00:00Z', may_undo: false, kept: 3 }
  await open(undefined, [{ ...REPORT, row_count: 5, kept: 3 }, undone])
  expect(await screen.findByText('zurückgenommen, 3 behalten')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /rückgängig machen$/ }))
  expect(await screen.findByText(/^2 Personen werden entfernt, 3 bleiben\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))
})
