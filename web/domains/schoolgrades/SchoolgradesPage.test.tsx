import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { GRADES, gradeServer } from './schoolgrade.test-data.ts'

afterEach(closeApp)

const open = async (server = gradeServer(), others: readonly Answer[] = []) => {
  await openApp('/admin/klassenstufen', serverFor('admin', [...others, ...server.answers]))
  await page(/^Klassenstufen/)
  await screen.findByRole('button', { name: 'Klassenstufe hinzufügen' })
  return server
}
const rowOf = (grade: number) => screen.findByRole('row', { name: new RegExp(`^${grade} Klassenstufe ${grade}`) })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const PLACES = 'Plätze 2027/2028, Klassenstufe 2'
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const submit = (name: string) => fireEvent.submit(field(name).form as HTMLFormElement)

test('what is no number of places is refused in its cell; Escape puts back what is stored', async () => {
  const server = await open()
  const row = within(await rowOf(2))
  field(PLACES).focus()
  type(PLACES, '4x')
  fireEvent.keyDown(field(PLACES), { key: 'Enter' })
  expect(await row.findByText('Bitte nur Zahlen angeben.')).toBeTruthy()
  fireEvent.keyDown(field(PLACES), { key: 'Escape' })
  expect(field(PLACES).value).toBe('')
  type(PLACES, '46')
  fireEvent.keyDown(field(PLACES), { key: 'Enter' })
  expect(await alertWith('Die Plätze sind gespeichert.')).toBeTruthy()
  expect(document.activeElement).toBe(field(PLACES))
  expect(server.find(2)?.places.map(({ places }) => places)).toEqual([null, 46])
})

test('places can be changed in the row of a grade that is edited; Escape in the field leaves the row open', async () => {
  const server = await open()
  await rowOf(2)
  press('Klassenstufe 2 bearbeiten')
  expect(field('Bezeichnung').value).toBe('Klassenstufe 2')
  type(PLACES, '47')
  fireEvent.keyDown(field(PLACES), { key: 'Escape' })
  expect(field(PLACES).value).toBe('')
  type(PLACES, '46')
  fireEvent.keyDown(field(PLACES), { key: 'Enter' })
  expect(await alertWith('Die Plätze sind gespeichert.')).toBeTruthy()
  expect(server.find(2)?.places.map(({ places }) => places)).toEqual([null, 46])
  expect(field('Bezeichnung').value).toBe('Klassenstufe 2')
})

test('a number typed without a connection says that it is not saved, and is saved when it is back', async () => {
  let isOnline = false
  const server = gradeServer()
  await open(server, [
    answer(schoolgradeEndpoints.savePlaces, () => {
      if (!isOnline) throw new TypeError('Failed to fetch')
      return undefined
    }),
  ])
  type(PLACES, '44')
  fireEvent.keyDown(field(PLACES), { key: 'Enter' })
  const row = within(await rowOf(2))
  expect(await row.findByText('Nicht gespeichert')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Klassenstufe 2: noch einmal speichern$/ })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  isOnline = true
  fireEvent(window, new Event('online'))
  expect(await alertWith('Die Plätze sind gespeichert.')).toBeTruthy()
  expect(row.queryByText('Nicht gespeichert')).toBeNull()
  expect(server.find(2)?.places.map(({ places }) => places)).toEqual([null, 44])
})

test('a used grade says by what, and cannot be deleted or renumbered', async () => {
  await open()
  const row = within(await rowOf(3))
  expect(row.getByRole('link', { name: '2026/27: 2 Klassen' }).getAttribute('href')).toMatch(
    /klassen\?school_year_id=\d+$/,
  )
  press('Klassenstufe 3 löschen')
  const refusal = within(await screen.findByRole('dialog'))
  expect(refusal.getByText(/^Wird von 4 Klassen, 1 vorangehenden Klassenstufe verwendet\. Sie können/)).toBeTruthy()
  fireEvent.click(refusal.getByRole('button', { name: 'Stufe bearbeiten' }))
  await screen.findByRole('form', { name: 'Klassenstufe 3 bearbeiten' })
  expect(field('Stufe').disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Aktiv/ }))
  press('Speichern')
  await waitFor(async () =>
    expect(
      within(await rowOf(3))
        .getAllByRole('cell')[1]
        ?.textContent?.trim(),
    ).toBe('nein'),
  )
})

test('a school without grades makes all of its range at once', async () => {
  await open(gradeServer([]))
  press('Stufen 1–6 anlegen')
  expect(await alertWith('6 Klassenstufen sind angelegt.')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Klassenstufen 6'))
  const cells = within(await rowOf(1)).getAllByRole('cell')
  expect(cells.slice(1, 5).map(({ textContent }) => textContent?.trim())).toEqual(['ja', 'ja', 'nein', '2'])
  expect(within(await rowOf(6)).getByText('Abgang')).toBeTruthy()
})

test('what somebody else changed meanwhile is compared first', async () => {
  const server = await open()
  press('Klassenstufe 4 bearbeiten')
  await screen.findByRole('form', { name: 'Klassenstufe 4 bearbeiten' })
  type('Bezeichnung', 'Vierte')
  server.store(4, { name: 'Stufe vier' })
  submit('Bezeichnung')
  const conflict = await alertWith(/hat diesen Datensatz am .* geändert\./)
  expect(conflict.getByRole('row', { name: 'Bezeichnung Stufe vier Vierte' })).toBeTruthy()
  press('Gespeicherte behalten')
  press('Speichern')
  expect(await screen.findByRole('row', { name: /^4 Stufe vier/ })).toBeTruthy()
  expect(server.find(4)?.name).toBe('Stufe vier')
})

test('a new grade takes the number that is free, and one outside the school is refused at its field', async () => {
  const server = await open(gradeServer(GRADES.filter(({ grade }) => grade < 6)))
  press('Klassenstufe hinzufügen')
  await screen.findByRole('form', { name: 'Neue Klassenstufe' })
  expect(document.activeElement).toBe(field('Stufe'))
  expect(field('Stufe').value).toBe('6')
  type('Stufe', '9')
  expect(field('Bezeichnung').value).toBe('Klassenstufe 9')
  submit('Stufe')
  expect(await screen.findByRole('button', { name: 'Stufe: Die Schule hat die Klassenstufen 1 bis 6.' })).toBeTruthy()
  type('Stufe', '6')
  submit('Stufe')
  expect(await alertWith('Klassenstufe 6 ist angelegt.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Klassenstufe hinzufügen' }))
  expect(server.find(6)?.next_schoolgrade_id).toBeNull()
})

test('more accepted children than places are said in words below the places', async () => {
  const grade = { confirmed: 0, follow_ups: 0, waiting: 0, new: 0 }
  await open(gradeServer(), [
    answer(waitlistEndpoints.capacities, ({ query: { school_year_id } }) => ({
      school_year: { id: 2, name: '2027/2028' },
      schoolyears: [],
      grades: school_year_id === 2 ? [{ ...grade, grade: 1, places: 40, accepted: 45 }] : [],
    })),
  ])
  expect(await within(await rowOf(1)).findByText('5 mehr angenommen als Plätze')).toBeTruthy()
  expect(within(await rowOf(2)).queryByText(/mehr angenommen/)).toBeNull()
})

test('teachers see no grades to change', async () => {
  await openApp('/admin/klassenstufen', serverFor('teacher_level_1', gradeServer().answers))
  await page(/^Klassenstufen/)
  expect(screen.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeTruthy()
})
