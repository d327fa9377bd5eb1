import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { DESK, PHONE } from '#web/page.test-data.ts'
import { PLANNED, RUNNING, yearServer } from './schoolyear.test-data.ts'

afterEach(closeApp)

const open = async ({ id, name } = RUNNING, server = yearServer(), width = DESK) => {
  await openApp(`/admin/schuljahr/${id}`, serverFor('admin', [...READING, ...server.answers]), width)
  await page(new RegExp(`^Schuljahr ${name}$`))
  return server
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (name: string, value: string) => {
  const field = screen.getByRole('textbox', { name })
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const isSaved = () => waitFor(() => expect(screen.queryByText('Noch nicht gespeichert')).toBeNull())

/** What the server finds in a file with one line that is wrong; how it reads is its own test. */
const READING = [
  answer(schoolyearEndpoints.readFreeDays, () => ({
    free_days: [
      { name: 'Frühjahrsferien', kind: 'holiday' as const, date_start: '2027-02-01', date_end: '2027-02-06' },
    ],
    errors: [{ line: 3, text: 'Kirmes;31.02.2027;;geschlossen', messages: ['Von: Dies ist kein gültiges Datum.'] }],
  })),
]

test('of a file faulty lines are named, and nothing is stored before the page is saved', async () => {
  const server = await open()
  press('Aus Datei einlesen')
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['Name;Von;Bis;Art'], 'ferien.csv', { type: 'text/csv' })
  const input = document.querySelector('input[type="file"]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [file] } })
  const faults = await alertWith('1 Zeile kann nicht gelesen werden:')
  expect(faults.getByText(/Zeile 3: Von: Dies ist kein gültiges Datum\./)).toBeTruthy()
  expect(dialog.getByRole('row', { name: /Frühjahrsferien/ }).textContent).toContain('neu')
  press('1 Eintrag übernehmen')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.year(1).free_days).toHaveLength(0)
  press('Speichern')
  await isSaved()
  expect(server.year(1).free_days).toHaveLength(1)
})

test('who stored meanwhile is named, and both lists are shown', async () => {
  const server = await open()
  press('Eintrag hinzufügen')
  fill('Name', 'Brückentag')
  fill('Von', '07.05.2027')
  press('Hinzufügen')
  const herbst = { id: 1, name: 'Herbst', kind: 'holiday', date_start: '2026-10-19', date_end: '2026-10-30' } as const
  server.changeElsewhere(1, { free_days: [herbst] })
  fireEvent.click(await screen.findByRole('button', { name: 'Speichern' }))
  const conflict = await alertWith(/^Alex Amtmann hat diesen Datensatz am .* geändert\.$/)
  expect(conflict.getByText('Herbst 19.10.2026–30.10.2026')).toBeTruthy()
  expect(conflict.getByText('Brückentag 07.05.2027')).toBeTruthy()
  press('Meine übernehmen')
  await isSaved()
  await waitFor(() => expect(server.year(1).free_days.map(({ name }) => name)).toEqual(['Brückentag']))
})

test('the summer that reaches into a year is offered, and that more is missing is said', async () => {
  await open(PLANNED)
  press('Vorgaben des Bundeslands')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/nur zum Teil bekannt/)).toBeTruthy()
  expect(dialog.getByRole('row', { name: /^Sommerferien 01\.08\.2027 – 14\.08\.2027 Ferien/ })).toBeTruthy()
})

test('times of the form are checked at their field', async () => {
  await open(PLANNED)
  press('Online-Formular')
  const dialog = within(await screen.findByRole('dialog'))
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  fill('Geöffnet bis', '28.3.2027')
  fill('Uhrzeit (bis)', '25 Uhr')
  press('Übernehmen')
  const summary = await dialog.findByRole('alert', { name: 'Bitte prüfen Sie 1 Angabe:' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  press(/^Uhrzeit \(bis\): Bitte eine Uhrzeit angeben/)
  expect(document.activeElement).toBe(field('Uhrzeit (bis)'))
  expect(field('Geöffnet bis').value).toBe('28.03.2027')
  fill('Uhrzeit (bis)', '2:30')
  press('Übernehmen')
  expect(await dialog.findAllByText(/Die Uhren werden umgestellt\./)).toHaveLength(2)
})

test('another end of the form that was changed meanwhile is no conflict, the same one is', async () => {
  const opened = { ...PLANNED, registration_from: '2026-08-01T06:00:00Z' }
  const server = await open(opened, yearServer([opened, RUNNING]))
  press('Online-Formular')
  const dialog = within(await screen.findByRole('dialog'))
  fill('Geöffnet bis', '28.3.2027')
  fill('Uhrzeit (bis)', '18')
  server.changeElsewhere(2, { registration_until: '2027-05-31T10:00:00Z' })
  press('Übernehmen')
  const conflict = await alertWith(/^Alex Amtmann hat diesen Datensatz am .* geändert\.$/)
  const line = 'Geöffnet bis 31.05.2027, 12:00 Uhr 28.03.2027, 18:00 Uhr'
  expect(conflict.getByRole('row', { name: line })).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Geöffnet bis' }).value).toBe('28.03.2027')
  server.changeElsewhere(2, { registration_from: '2026-09-01T06:00:00Z' })
  press('Meine übernehmen')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.year(2)).toMatchObject({
    registration_from: '2026-09-01T06:00:00Z',
    registration_until: '2027-03-28T16:00:00.000Z',
  })
})

test('what is typed for the form says that it is not saved, and an end needs a beginning', async () => {
  await open(PLANNED)
  press('Online-Formular')
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Formular schließen' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Ab sofort öffnen' })).toBeTruthy()
  fill('Geöffnet bis', '1.1.2020')
  expect(screen.getByText('Noch nicht gespeichert – bitte „Übernehmen“.')).toBeTruthy()
  press('Übernehmen')
  expect(await screen.findAllByText(/Bitte auch angeben, ab wann das Formular geöffnet ist\./)).not.toHaveLength(0)
})

test('an entry outside the year stays open; two digits of another century are offered as they are meant', async () => {
  await open()
  press('Eintrag hinzufügen')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  fill('Name', 'Schulfest')
  fill('Von', '28.5.2028')
  press('Hinzufügen')
  expect(await screen.findAllByText('Dieser Tag liegt nicht im Schuljahr.')).not.toHaveLength(0)
  const from = screen.getByRole<HTMLInputElement>('textbox', { name: 'Von' })
  const summary = screen.getByRole('alert', { name: 'Bitte prüfen Sie 2 Angaben:' })
  expect(document.activeElement).toBe(summary)
  press('Von: Dieser Tag liegt nicht im Schuljahr.')
  expect(document.activeElement).toBe(from)
  fill('Von', '28.5.27')
  press('Meinten Sie 28.05.2027?')
  expect(document.activeElement).toBe(from)
  fireEvent.change(screen.getByLabelText('Art'), { target: { value: 'closed' } })
  press('Hinzufügen')
  expect(within(await screen.findByRole('row', { name: /Schulfest/ })).getByText('geschlossen')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eintrag hinzufügen' }))
})

test('what is typed in a row is not lost without a question', async () => {
  await open()
  press('Eintrag hinzufügen')
  fill('Name', 'Herbst')
  fill('Von', '19.10.2026')
  press('Hinzufügen')
  await screen.findByRole('row', { name: /^Herbst/ })
  press('Eintrag hinzufügen')
  fill('Name', 'Schulfest')
  const name = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Name' })
  for (const leave of [
    () => press('Abbrechen'),
    () => press(/^Herbst.* bearbeiten$/),
    () => press(/^Herbst.* entfernen$/),
    () => fireEvent.keyDown(name() ?? document.body, { key: 'Escape' }),
  ]) {
    leave()
    fireEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(name()?.value).toBe('Schulfest')
  }
  press('Abbrechen')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwerfen' }))
  await waitFor(() => expect(name()).toBeNull())
  press('Eintrag hinzufügen')
  await waitFor(() => expect(name()?.value).toBe(''))
  press('Abbrechen')
  await waitFor(() => expect(name()).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['desk', DESK, ['Angaben', 'Das Jahr im Bild', 'Schulfreie Tage']] as const,
  ['phone', PHONE, ['Das Jahr im Bild', 'Schulfreie Tage', 'Angaben']] as const,
])('at the %s what is looked up most often comes first', async (_, width, titles) => {
  await open(RUNNING, yearServer(), width)
  const parts = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(parts.map(({ textContent }) => textContent)).toEqual(titles)
  expect(screen.getByRole('button', { name: 'Vorgaben des Bundeslands' })).toBeTruthy()
})

test('a phone shows the state and the first and last day above the calendar, and the next five free days', async () => {
  const free_days = [1, 2, 3, 4, 5, 6].map((id) => ({
    id,
    name: `Brückentag ${id}`,
    kind: 'closed' as const,
    date_start: `2027-06-0${id}`,
    date_end: `2027-06-0${id}`,
  }))
  const year = { ...RUNNING, first_school_day: '2026-08-24', last_school_day: '2027-06-30', free_days }
  await open(year, yearServer([year]), PHONE)
  expect(screen.getByText(/^Unterricht/).textContent).toBe('Unterricht 24.08.2026 – 30.06.2027')
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })
  expect(row('Brückentag 5').className).toBe('')
  expect(row('Brückentag 6').className).toBe('sh-paper-only')
  press('Alle 6 zeigen')
  expect(row('Brückentag 6').className).toBe('')
})
