import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { PHONE } from '#web/page.test-data.ts'
import { CLASSES, classServer, missingNote, PUPILS } from './class.test-data.ts'

afterEach(async () => {
  await closeApp()
  localStorage.clear()
})

const open = async (role: Role = 'schooladmin', server = classServer()) => {
  await openApp('/admin/klasse/21', serverFor(role, server.answers))
  await page(/^Klasse 2a/)
  return server
}

const row = (name: RegExp) =>
  within(screen.getByRole('table', { name: /^Kinder der Klasse/ })).getByRole('row', { name })

/** What a browser gives along with a drag. */
const dataTransfer = () => {
  const stored = new Map<string, string>()
  return {
    effectAllowed: '',
    dropEffect: '',
    clearData: () => stored.clear(),
    setData: (type: string, text: string) => stored.set(type, text),
    getData: (type: string) => stored.get(type) ?? '',
    get types() {
      return [...stored.keys()]
    },
  }
}
const targets = () => screen.queryByRole('list', { name: 'Andere Klassen' })

test('the other classes are there only while a pupil is dragged, and take it', async () => {
  const server = await open()
  expect(targets()).toBeNull()
  const drag = { dataTransfer: dataTransfer() }
  fireEvent.dragStart(row(/Bode/), drag)
  await waitFor(() => expect(targets()).not.toBeNull())
  expect(screen.getByText('1 ausgewählt')).toBeTruthy()
  const target = within(targets() as HTMLElement)
    .getByText('2b')
    .closest('li') as HTMLElement
  fireEvent.dragOver(target, drag)
  fireEvent.drop(target, drag)
  fireEvent.dragEnd(row(/Bode/), drag)
  expect(await alertWith('1 Kind ist ab heute in der Klasse 2b.')).toBeTruthy()
  expect(targets()).toBeNull()
  expect(server.membersOf(22)).toEqual(['Bode'])
})

test('a drag that ends anywhere else moves nobody, and what was chosen stays chosen', async () => {
  const server = await open()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ida Bode auswählen' }))
  const drag = { dataTransfer: dataTransfer() }
  fireEvent.dragStart(row(/Bode/), drag)
  await waitFor(() => expect(targets()).not.toBeNull())
  // Two bars below the list would hide each other.
  expect(screen.queryByRole('button', { name: /Verschieben nach/ })).toBeNull()
  fireEvent.dragEnd(row(/Bode/), drag)
  await waitFor(() => expect(targets()).toBeNull())
  expect(screen.getByRole('button', { name: /Verschieben nach/ })).toBeTruthy()
  expect(server.moves).toEqual([])
})

test('the number to call first stands in the row, and is asked for once', async () => {
  const server = await open()
  const call = await within(row(/Ahrens/)).findByRole('link', { name: '0152 28817381' })
  expect(call.getAttribute('href')).toBe('tel:+4915228817381')
  expect(call.closest('td')?.textContent).toBe('0152 28817381 Mutter')
  fireEvent.focus(window)
  expect(server.askedContacts).toEqual([21])
})

test('who hides the column loads no numbers', async () => {
  localStorage.setItem('schulhof-columns-class-pupils', JSON.stringify({ phone: false }))
  const server = await open()
  await screen.findByRole('link', { name: /^Ahrens/ })
  expect(screen.queryByRole('columnheader', { name: 'Telefon' })).toBeNull()
  expect(server.askedContacts).toEqual([])
})

const ahead: SchoolclassDetails = { ...(CLASSES[0] as SchoolclassDetails), is_names_only: true, day: '2027-08-01' }

test.each([
  ['a viewer', 'viewer', classServer()],
  ['a teacher who may read names only', 'teacher_level_1', classServer([ahead])],
] as const)('%s gets no numbers', async (_who, role, server) => {
  await open(role, server)
  expect(screen.queryByRole('columnheader', { name: 'Telefon' })).toBeNull()
  expect(server.askedContacts).toEqual([])
})

test('one row holds what is done with a class; the rest stands in its menu', async () => {
  await open()
  expect(screen.getByRole('button', { name: 'Klassenliste drucken' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Exportieren' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }))
  await waitFor(() =>
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Fehlzeiten',
      'E-Mail-Adressen kopieren (BCC)',
      'Klasse bearbeiten',
      'Kinder hinzufügen',
    ]),
  )
})

const child = (name: string) =>
  within(screen.getByRole('list', { name: /^Kinder der Klasse/ }))
    .getByRole('link', { name })
    .closest('li') as HTMLElement

test('on a phone a report stands below the name, and a mark takes the place of its button', async () => {
  const [reported, missing] = PUPILS.map(missingNote).map((note, index) => ({ ...note, id: index + 1 }))
  if (!reported || !missing) throw new Error('The class has no children.')
  const sick = { ...reported, value: { ...reported.value, reason: 'sick' as const } }
  const answers = [
    answer(sicknoteEndpoints.list, () => [sick, missing]),
    answer(sicknoteEndpoints.formOptions, () => ({ year: null, free_days: [], schoolclasses: [] })),
  ]
  await openApp('/admin/klasse/21', serverFor('teacher_level_1', [...answers, ...classServer().answers]), PHONE)
  await page(/^Klasse 2a/)
  expect(await within(child('Ahrens, Ida')).findByText('abgemeldet heute')).toBeTruthy()
  expect(within(child('Ahrens, Ida')).queryByRole('button', { name: /^Fehlt/ })).toBeNull()
  expect(within(child('Bode, Ida')).getByText('ungeklärt')).toBeTruthy()
  expect(within(child('Bode, Ida')).getByRole('button', { name: 'Doch da: Ida Bode' })).toBeTruthy()
  expect(await within(child('Conrad, Ida')).findByRole('button', { name: 'Fehlt? Ida Conrad' })).toBeTruthy()
})
