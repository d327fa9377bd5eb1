import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type ImportLine,
  REGISTRATION_IMPORT_TEXTS,
  registrationImportEndpoints,
} from '#contract/registrations/registrations.import.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { answer, refuseField } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const readsNothing = answer(registrationImportEndpoints.read, () =>
  refuseField('file', REGISTRATION_IMPORT_TEXTS.empty),
)

test('a file that is none is refused beside the button, and the next one is validated anew', async () => {
  await openApp(
    paths.registrationImport,
    serverFor('schooladmin', [readsNothing, answer(registrationImportEndpoints.list, () => []), ...schoolOf([])]),
  )
  const field = await screen.findByTestId('import-file')
  const take = (name: string) => fireEvent.change(field, { target: { files: [new File(['Vorname'], name)] } })
  take('bewerbungen.pdf')
  expect(await screen.findByText('„bewerbungen.pdf“: Dieser Dateityp wird nicht unterstützt.')).toBeTruthy()
  take('bewerbungen.csv')
  expect(await screen.findByText('Die Datei enthält keine Zeilen mit Bewerbungen.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Dieser Dateityp wird nicht unterstützt\.$/)).toBeNull())
})

const column = (key: string, heading: string) =>
  ({ key, heading, kind: 'text', choices: null, isRequired: true }) as const
const reads = answer(registrationImportEndpoints.read, () => ({
  columns: [column('meta.child_firstname', 'Vorname(n)'), column('meta.child_city', 'Ort')],
  headings: ['Vorname'],
  mapping: ['meta.child_firstname'],
  rows: [
    { line: 2, cells: ['Mia'] },
    { line: 3, cells: ['Ole'] },
  ],
  sheets: [],
  sheet: null,
  encoding: 'utf-8',
}))
const errorsOf = (cells: Record<string, string>): Record<string, string[]> =>
  cells['meta.child_city'] ? {} : { 'meta.child_city': ['Dieses Feld ist ein Pflichtfeld.'] }
const lacksCity = answer(registrationImportEndpoints.check, ({ body }) =>
  body.rows.map(({ line, cells }: ImportLine) => ({ line, errors: errorsOf(cells), understood: {}, duplicates: [] })),
)

test('what all rows lack is one press and one answer away, and an empty field is not red before it is left', async () => {
  await openApp(
    paths.registrationImport,
    serverFor('schooladmin', [reads, lacksCity, answer(registrationImportEndpoints.list, () => []), ...schoolOf([])]),
  )
  const field = await screen.findByTestId('import-file')
  fireEvent.change(field, { target: { files: [new File(['Vorname'], 'liste.csv')] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Zeilen prüfen' }))
  expect(await screen.findByText('„liste.csv“: 1 Spalte zugeordnet.')).toBeTruthy()
  expect(screen.getByText('Noch kann keine Zeile übernommen werden: 2 mit Fehlern.')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /^Die Familien jetzt bitten/ })).toHaveProperty('disabled', true)
  const [city] = screen.getAllByRole('textbox', { name: 'Ort' })
  expect(screen.queryByText('Dieses Feld ist ein Pflichtfeld.')).toBeNull()
  if (city) fireEvent.blur(city)
  expect(screen.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Für alle Zeilen angeben' }))
  const forAll = within(await screen.findByRole('group', { name: 'Für alle Zeilen' })).getByLabelText('Ort')
  await waitFor(() => expect(document.activeElement).toBe(forAll))
  fireEvent.change(forAll, { target: { value: 'Wacholderhain' } })
  fireEvent.click(screen.getByRole('button', { name: 'Zeilen prüfen' }))
  expect(await screen.findByRole('button', { name: '2 Bewerbungen übernehmen' })).toHaveProperty('disabled', false)
})

test('rows with errors stay after the others are taken, and the message names them', async () => {
  const faultsOf = ({ cells }: ImportLine): Record<string, string[]> =>
    cells['meta.child_firstname'] === 'Ole' ? { 'meta.child_firstname': ['falsch'] } : {}
  const checks = answer(registrationImportEndpoints.check, ({ body }) =>
    body.rows.map((row: ImportLine) => ({ line: row.line, errors: faultsOf(row), understood: {}, duplicates: [] })),
  )
  const adds = answer(registrationImportEndpoints.add, ({ body }) => ({
    ...{ id: 5, created_at: '2026-11-20T08:00:00Z', created_by: null, undone_at: null, may_undo: true },
    ...{ row_count: body.rows.length, message: REGISTRATION_IMPORT_TEXTS.imported(body.rows.length) },
  }))
  const server = serverFor('schooladmin', [
    ...[reads, checks, adds, answer(registrationImportEndpoints.list, () => [])],
    ...schoolOf([]),
  ])
  await openApp(paths.registrationImport, server)
  const field = await screen.findByTestId('import-file')
  fireEvent.change(field, { target: { files: [new File(['Vorname'], 'liste.csv')] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Zeilen prüfen' }))
  fireEvent.click(await screen.findByRole('button', { name: '1 Bewerbung übernehmen' }))
  expect(await screen.findByText('1 Bewerbung ist übernommen. 1 Zeile ist noch offen: Zeile 3, Ole.')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('list', { name: 'Zeilen der Datei' }).children).toHaveLength(1))
  expect(screen.getByRole('textbox', { name: 'Vorname(n)' })).toHaveProperty('value', 'Ole')
})
