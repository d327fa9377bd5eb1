import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { CLASSES, classOf, classServer, NEXT_YEAR, YEAR } from './class.test-data.ts'

afterEach(closeApp)

const open = async (server = classServer([]), others: readonly Answer[] = [], query = '') => {
  await openApp(`/admin/klassen${query}`, serverFor('admin', [...others, ...server.answers]))
  await page(/^Klassen/)
  return server
}
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)
const optionsOf = (schoolyears: readonly (typeof YEAR | typeof NEXT_YEAR)[]) =>
  answer(schoolclassEndpoints.formOptions, () => ({ schoolyears: [...schoolyears], schoolgrades: [], employees: [] }))

test('a name that is taken is refused at its field; what was typed stays', async () => {
  const user = userEvent.setup()
  await open(classServer([classOf(21, 2, 'a')]))
  await waitFor(() => expect(names()).toEqual(['2a']))
  await user.click(screen.getByRole('button', { name: 'Klasse anlegen' }))
  const add = within(await screen.findByRole('dialog', { name: 'Klasse anlegen' }))
  await waitFor(() => expect(document.activeElement).toBe(add.getByRole('combobox', { name: 'Klassenstufe' })))
  await user.keyboard('2{Enter}')
  const name = add.getByRole<HTMLInputElement>('textbox', { name: 'Bezeichnung' })
  await user.type(name, 'A')
  await user.click(add.getByRole('button', { name: 'Anlegen' }))
  expect((await add.findAllByText(/Diese Klasse gibt es in dem Schuljahr schon\./)).length).toBeGreaterThan(0)
  expect(name.value).toBe('A')
  await user.click(add.getByRole('button', { name: 'Abbrechen' }))
  await user.click(await screen.findByRole('button', { name: 'Verwerfen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what is typed finds grade and leader; a name that is nobody is not dropped', async () => {
  const user = userEvent.setup()
  await open()
  expect(await screen.findByText('Keine Klassen vorhanden')).toBeTruthy()
  await user.keyboard('n')
  const add = within(await screen.findByRole('dialog', { name: 'Klasse anlegen' }))
  const grade = add.getByRole<HTMLInputElement>('combobox', { name: 'Klassenstufe' })
  await waitFor(() => expect(document.activeElement).toBe(grade))
  await user.keyboard('3')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /^Klassenstufe/ })).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(grade.value).toBe('Klassenstufe 3')
  const name = add.getByRole<HTMLInputElement>('textbox', { name: 'Bezeichnung' })
  fireEvent.change(name, { target: { value: 'Wunderbare Schmetterlingsfreunde' } })
  expect(add.getByText('Höchstens 30 Zeichen, es sind 32.')).toBeTruthy()
  fireEvent.change(name, { target: { value: 'a' } })
  const leader = add.getByRole<HTMLInputElement>('combobox', { name: 'Klassenleitung (optional)' })
  await user.type(leader, 'zieg')
  expect(await screen.findByRole('option', { name: /^Änne Ziegler/ })).toBeTruthy()
  await user.click(name)
  await user.click(add.getByRole('button', { name: 'Anlegen' }))
  const nobody = /Bitte wählen Sie eine Person aus der Liste oder löschen Sie den Text\./
  expect((await add.findAllByText(nobody)).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(leader)
  await user.type(leader, 'l')
  expect(add.queryByText(nobody)).toBeNull()
  await user.keyboard('{Enter}')
  expect(leader.value).toBe('')
  await user.click(name)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('row', { name: /^3a/ }).textContent).toContain('Änne Ziegler'))
})

test('another year can be looked at, and stands in the address', async () => {
  const user = userEvent.setup()
  await open(classServer(CLASSES))
  await user.click(await screen.findByRole('button', { name: /^Schuljahr: 2026\/27/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: '2027/28 (geplant)' }))
  await waitFor(() => expect(window.location.search).toBe('?school_year_id=2'))
  expect(await screen.findByRole('button', { name: 'Schuljahr: 2027/28 (geplant)' })).toBeTruthy()
})

test('without any year the page says so, and leads to the years', async () => {
  await open(classServer([]), [optionsOf([])])
  expect(await screen.findByText('Noch kein Schuljahr.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Zu den Schuljahren' })).toBeTruthy()
})

test('while no year runs, the page says when the next one begins and shows its classes', async () => {
  await open(classServer([]), [optionsOf([NEXT_YEAR])])
  expect(await screen.findByText('Zurzeit läuft kein Schuljahr.')).toBeTruthy()
  expect(screen.getByText('Das Schuljahr 2027/2028 beginnt am 01.08.2027.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Klassen 2027/2028 zeigen' }))
  await waitFor(() => expect(window.location.search).toBe('?school_year_id=2'))
  expect(await screen.findByText('Keine Klassen vorhanden')).toBeTruthy()
})

test('a year that there is not leads back to the running one', async () => {
  await open(classServer([]), [], '?school_year_id=999999')
  expect(await screen.findByText('Dieses Schuljahr gibt es nicht.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Klassen 2026/2027 zeigen' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(await screen.findByText('Keine Klassen vorhanden')).toBeTruthy()
})

test('years that cannot be loaded are asked for again, and nobody is told that there is none', async () => {
  let isBroken = true
  const failing = answer(schoolclassEndpoints.formOptions, () =>
    isBroken ? json(500, { message: 'kaputt' }) : { schoolyears: [YEAR], schoolgrades: [], employees: [] },
  )
  await open(classServer([]), [failing])
  expect(await screen.findByText('Konnte nicht geladen werden.')).toBeTruthy()
  expect(screen.queryByText('Noch kein Schuljahr.')).toBeNull()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
  expect(await screen.findByText('Keine Klassen vorhanden')).toBeTruthy()
})

const askToDelete = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Aktionen: Klasse ${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Löschen' }))
}

test('a class with pupils is deleted once they have another place', async () => {
  const user = userEvent.setup()
  const server = await open(classServer(CLASSES))
  await askToDelete('2a')
  const box = within(await screen.findByRole('dialog', { name: 'Klasse 2a löschen' }))
  const place = await box.findByRole('combobox', {
    name: 'In dieser Klasse sind 3 Kinder. Wohin sollen sie wechseln?',
  })
  await user.click(box.getByRole('button', { name: 'Wechseln und löschen' }))
  expect(await box.findByText('Bitte wählen Sie einen Wert.')).toBeTruthy()
  await user.click(place)
  await user.click(await screen.findByRole('option', { name: /^2b/ }))
  await user.click(box.getByRole('button', { name: 'Wechseln und löschen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(names()).toEqual(['2b', '3a']))
  expect(server.membersOf(22)).toEqual(['Ahrens', 'Bode', 'Conrad'])
  expect(server.find(21)).toBeUndefined()
})

test('a class that pupils belonged to before today stays, and the question says why', async () => {
  await open(classServer(CLASSES.map((one) => ({ ...one, is_removable: false }))))
  await askToDelete('2a')
  const box = within(await screen.findByRole('dialog', { name: 'Kinder der Klasse 2a verschieben' }))
  expect(box.getByText(/^Löschen lässt sich die Klasse nicht\. Sie bleibt danach bestehen/)).toBeTruthy()
  expect(box.getByRole<HTMLButtonElement>('button', { name: 'Kinder verschieben' }).disabled).toBe(false)
  expect(box.queryByRole('button', { name: 'Wechseln und löschen' })).toBeNull()
  fireEvent.click(box.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who wants a list on paper is asked for the class, and each class opens that list', async () => {
  await open(classServer([classOf(21, 2, 'a')]), [], '?liste=notfall')
  expect(screen.getByText('Notfallliste drucken: Bitte wählen Sie die Klasse.')).toBeTruthy()
  const link = await screen.findByRole('link', { name: '2a' })
  expect(link.getAttribute('href')).toBe('/app/admin/klasse/21?liste=notfall')
  await closeApp()
  await open(classServer([classOf(21, 2, 'a')]), [], '?liste=unbekannt')
  expect((await screen.findByRole('link', { name: '2a' })).getAttribute('href')).toBe('/app/admin/klasse/21')
  expect(screen.queryByText(/Bitte wählen Sie die Klasse/)).toBeNull()
})
