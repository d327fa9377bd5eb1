import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { ImportMeaning } from '#contract/pupilimports/pupilimports.meanings.ts'
import {
  type ImportDetail,
  type ImportMappingForm,
  type ImportRow,
  pupilImportEndpoints,
} from '#contract/pupilimports/pupilimports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const COUNTS = { new: 2, changed: 0, same: 0, error: 0, duplicate: 0 }
const UPLOADED: ImportDetail = {
  ...{
    id: 7,
    filename: 'liste.csv',
    state: 'uploaded',
    row_count: 2,
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ';',
  },
  ...{ created_at: '2026-11-20T08:00:00Z', created_by_name: null, begun_by_name: null, finished_at: null },
  ...{ undo_until: null, progress: null, counts: null, report: null, sheet: null, sheets: [], problem: null },
  headings: ['Name', 'Vorname', 'Geb.', 'Gruppe'],
  mapping: ['lastname', 'firstname', 'birthdate', null],
  answers: {},
  ...{ is_remembered: false, ignored_headings: [], preview: [['Rot', 'Mia', '01.03.2018', '1a']] },
  ...{ missing_classes: [], undo_report: null, has_rows: true, undecided: { errors: 0, duplicates: 0 } },
  to_write: { created: 2, changed: 0 },
  hints: { without_gender: 0, numbered: 0, exits: 0 },
}
const CLASSES = ['1a', '1/2 Dachse'].map((name, index) => ({
  ...{ id: index + 1, classgradePlain: name },
  schoolgrade: { grade: 1 },
}))
const ROW: ImportRow = {
  ...{
    line: 2,
    verdict: 'error',
    decision: null,
    cells: { lastname: 'Rot', firstname: 'Mia', schoolclass: '1/2 Dachse' },
  },
  ...{ read: {}, notes: [], changes: [], matches: [], match_id: null },
  problems: [{ field: 'schoolgrade', message: 'Bei einer jahrgangsgemischten Klasse ist die Klassenstufe nötig.' }],
}

const open = async (change: Partial<ImportDetail> = {}, data: readonly ImportRow[] = [ROW]) => {
  const server = serverFor('schooladmin')
  let stored: ImportDetail = { ...UPLOADED, ...change }
  server.on(pupilImportEndpoints.get, () => stored)
  server.on(pupilEndpoints.formOptions, () => ({ schoolclasses: CLASSES, schoolgrades: [], schoolyears: [] }))
  server.on(pupilImportEndpoints.map, ({ body }) => {
    const { mapping, answers = {} } = body as ImportMappingForm
    stored = { ...stored, mapping: mapping as (ImportMeaning | null)[], answers }
    return stored
  })
  server.on(pupilImportEndpoints.check, () => {
    stored = { ...stored, state: 'checked', counts: COUNTS }
    return stored
  })
  server.on(pupilImportEndpoints.rows, () => ({ data: [...data], total: data.length, page: 1, per_page: 25 }))
  await openApp(paths.pupilImportRun(7), server)
  return server
}
const question = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })
const goOn = async () => userEvent.click(await screen.findByRole('button', { name: 'Weiter: Prüfen' }))
const bodies = (server: Awaited<ReturnType<typeof open>>) => server.bodiesOf(pupilImportEndpoints.map)

test('a list without class and gender asks before it is checked, and sends what was chosen', async () => {
  const server = await open()
  const section = within(await screen.findByRole('region', { name: 'Das fehlt in der Liste' }))
  expect(section.getAllByRole('combobox')).toHaveLength(2)
  await goOn()
  const why = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(why))
  expect(why.textContent).toContain('Keine Spalte nennt die Klasse. Bitte geben Sie an, wohin die Kinder kommen.')
  expect((await question('Klasse')).getAttribute('aria-invalid')).toBe('true')
  expect(bodies(server)).toEqual([])

  await within(await question('Klasse')).findByRole('option', { name: 'Alle in 1/2 Dachse' })
  await userEvent.selectOptions(await question('Klasse'), 'Alle in 1/2 Dachse')
  await userEvent.selectOptions(await question('Geschlecht'), 'Später eintragen (bis dahin divers)')
  expect(section.getByText(/^Neue Kinder zählen bis dahin als „divers“/)).toBeTruthy()
  expect(screen.queryByText('So lässt sich die Liste noch nicht prüfen')).toBeNull()
  await goOn()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      { mapping: UPLOADED.mapping, answers: { schoolclass: '1/2 Dachse', gender: null } },
    ]),
  )
  expect(await screen.findByRole('button', { name: '2 neu' })).toBeTruthy()
})

test('a column is an answer as well: it stays chosen in the question and stands in the table', async () => {
  const server = await open()
  const choice = await question('Klasse')
  await userEvent.selectOptions(choice, 'Gruppe')
  expect(choice.isConnected).toBe(true)
  expect(choice.selectedOptions[0]?.textContent).toBe('Gruppe')
  expect((await question('Bedeutung der Spalte „Gruppe“')).value).toBe('schoolclass')
  await userEvent.selectOptions(await question('Geschlecht'), 'Alle weiblich')
  await goOn()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      { mapping: ['lastname', 'firstname', 'birthdate', 'schoolclass'], answers: { gender: 'w' } },
    ]),
  )
})

test('a birth date can only be a column', async () => {
  await open({ mapping: ['lastname', 'firstname', null, 'schoolclass'] })
  const options = [...(await question('Geburtsdatum')).options].map(({ textContent }) => textContent)
  expect(options).toEqual(['Bitte wählen', 'Geb.'])
})

test('both names in one column answer both questions, as their hint says', async () => {
  await open({
    headings: ['Kind', 'Geb.', 'Gruppe'],
    mapping: [null, 'birthdate', 'schoolclass'],
    answers: { gender: 'w' },
  })
  await goOn()
  expect((await question('Vorname')).getAttribute('aria-invalid')).toBe('true')
  await userEvent.selectOptions(await question('Bedeutung der Spalte „Kind“'), 'Nachname, Vorname')
  for (const name of ['Vorname', 'Nachname']) {
    expect((await question(name)).selectedOptions[0]?.textContent).toBe('Kind')
    expect((await question(name)).getAttribute('aria-invalid')).not.toBe('true')
  }
})

test('a list that says everything asks nothing', async () => {
  await open({ mapping: ['lastname', 'firstname', 'birthdate', 'schoolclass'], answers: { gender: 'w' } })
  expect((await question('Geschlecht')).selectedOptions[0]?.textContent).toBe('Alle weiblich')
  await open({ headings: ['A', 'B', 'C', 'D'], mapping: ['last_first', 'gender', 'birthdate', 'schoolclass'] })
  await screen.findByRole('combobox', { name: 'Bedeutung der Spalte „A“' })
  expect(screen.queryByRole('region', { name: 'Das fehlt in der Liste' })).toBeNull()
})

test('a row has a cell for the grade that no column has, and its problem leads there', async () => {
  const server = await open({
    state: 'checked',
    counts: { ...COUNTS, error: 1 },
    mapping: ['last_first', 'schoolclass'],
  })
  server.on(pupilImportEndpoints.changeRow, ({ body }) => ({
    ...{ ...ROW, verdict: 'new' as const, problems: [], cells: { ...ROW.cells, ...(body as { cells: object }).cells } },
    ...{ also: [], counts: COUNTS, undecided: { errors: 0, duplicates: 0 } },
    to_write: { created: 2, changed: 0 },
  }))
  const headings = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Zeile und was geschieht', 'Nachname', 'Vorname', 'Klassenstufe', 'Klasse'])
  await userEvent.click(screen.getByRole('button', { name: 'Zu Klassenstufe in Zeile 2' }))
  const cell = screen.getByRole('button', { name: 'Zeile 2, Klassenstufe: leer' })
  expect(document.activeElement).toBe(cell)
  await userEvent.keyboard('2{Enter}')
  expect(await screen.findByRole('button', { name: 'Zeile 2, Klassenstufe: 2' })).toBeTruthy()
  expect(server.bodiesOf(pupilImportEndpoints.changeRow)).toEqual([{ cells: { schoolgrade: '2' } }])
})

test('a house number that was cut off its street has a cell, though no column of the file has it', async () => {
  const server = await open({ state: 'checked', counts: COUNTS, mapping: ['last_first', 'street'] })
  const row = { ...ROW, verdict: 'new' as const, problems: [], cells: { lastname: 'Rot', street: 'Am Anger 1' } }
  const read = { street: 'Am Anger', house_number: '1' }
  server.on(pupilImportEndpoints.rows, () => ({ data: [{ ...row, read }], total: 1, page: 1, per_page: 25 }))
  await openApp(paths.pupilImportRun(7), server)
  expect(await screen.findByRole('button', { name: 'Zeile 2, Straße: Am Anger Datei: Am Anger 1' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Zeile 2, Hausnummer: 1' })).toBeTruthy()
})

const MIA: ImportRow['matches'][number] = {
  ...{ id: 31, firstname: 'Mia', lastname: 'Rot', birthdate: '2018-03-01', status: 'active', gender: 'f' },
  ...{ school_short: 'fsw', schoolclass: '3a', address: null, changes: [] },
}

test('the button counts the children that are written, and a row about a child on record leads to it', async () => {
  const to_write = { created: 1, changed: 1 }
  const counts = { ...COUNTS, new: 3, changed: 1, same: 1 }
  const same: ImportRow = { ...ROW, verdict: 'same', problems: [], matches: [MIA] }
  const alike: ImportRow = { ...same, line: 3, verdict: 'duplicate' }
  await open({ state: 'checked', counts, to_write, mapping: ['last_first', 'birthdate'] }, [same, alike])
  const rows = await screen.findAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('gibt es schon:Mia Rot, 3a'),
    expect.stringContaining('gibt es vielleicht schon:Mia Rot, 3a'),
  ])
  const link = within(rows[0] as HTMLElement).getByRole('link', { name: /^Mia Rot, 3a/ })
  expect(link.getAttribute('href')).toBe(`/app${paths.pupil(31)}`)
  await userEvent.click(screen.getByRole('button', { name: '2 Kinder übernehmen' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2 Kinder übernehmen?' }))
  expect(dialog.getByText(/1 neu · 1 wird aktualisiert/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Übernehmen' })).toBeTruthy()
})

test.each([
  [[['Rot']], 'Die erste Zeile'],
  [[['Rot'], ['Blau']], 'Die ersten 2 Zeilen'],
])('the heading of the samples counts %j', async (preview, heading) => {
  await open({ preview })
  expect(await screen.findByRole('columnheader', { name: heading })).toBeTruthy()
})
