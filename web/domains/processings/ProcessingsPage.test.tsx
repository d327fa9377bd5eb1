import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Processing, type ProcessingRegister, processingEndpoints } from '#contract/processings/processings.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'

const PUPILS: Processing = {
  key: 'pupils',
  id: null,
  title: 'Schülerdaten',
  purpose: 'Schule halten',
  legal_basis: 'Art. 6',
  persons: 'Kinder',
  categories: 'Name',
  recipients: ['Schulleitung', 'Lehrkräfte'],
  retention: [],
  note: null,
  reviewed_on: null,
  version: 1,
}
const PHOTOS: Processing = { ...PUPILS, key: null, id: 9, title: 'Schulfotos', reviewed_on: '2026-11-20', version: 3 }

let server: FakeServer
let register: ProcessingRegister

beforeEach(() => {
  register = {
    controller: [{ label: 'Träger', value: 'Verein Sonne' }],
    activities: [PUPILS, PHOTOS],
    measures: ['TLS'],
  }
  server = fakeServer([stillOnItsWay])
  server.on(processingEndpoints.get, () => register)
})
afterEach(closeApp)

const openPage = async (role: 'schooladmin' | 'admin' = 'schooladmin') => {
  signIn(server, baseDataOf(role))
  await openApp('/admin/datenschutz/verzeichnis', server)
  await page('Verzeichnis der Verarbeitungstätigkeiten')
}
const card = (name: string) => within(screen.getByRole('region', { name }))
/** An activity, unfolded. */
const activity = (name: string) => {
  const group = screen.getByRole<HTMLDetailsElement>('group', { name })
  group.open = true
  return within(group)
}

test('each activity answers what Art. 30 asks, and those that nobody reviewed are counted', async () => {
  await openPage()
  expect(screen.getByText('1 Tätigkeit ist zu prüfen')).toBeTruthy()
  const pupils = activity('Schülerdaten')
  expect(pupils.getByText('noch nie geprüft')).toBeTruthy()
  expect(pupils.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Schulleitung', 'Lehrkräfte'])
  expect(pupils.getByText('Löschfristen').parentElement?.textContent).toContain('keine')
  // It was reviewed today, so there is nothing to press.
  expect(activity('Schulfotos').queryByRole('button', { name: /Heute geprüft/ })).toBeNull()
  expect(card('Verantwortlich').getByText('Verein Sonne')).toBeTruthy()
})

test('an old review is told', async () => {
  register = { ...register, activities: [{ ...PUPILS, reviewed_on: '2024-11-19' }] }
  await openPage()
  expect(activity('Schülerdaten').getByText('älter als 24 Monate')).toBeTruthy()
})

test('only the head reviews', async () => {
  await openPage('admin')
  expect(screen.queryByRole('button', { name: /geprüft|Ergänzen|Bearbeiten|Entfernen|Eigene/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Exportieren' })).toBeTruthy()
})

test('a press says that it was looked at today, for an activity of the program and for an own one', async () => {
  const sent: unknown[] = []
  server.on(processingEndpoints.review, ({ params, body }) => {
    sent.push([params.key, body])
    return { message: 'Gespeichert.' }
  })
  await openPage()
  fireEvent.click(activity('Schülerdaten').getByRole('button', { name: 'Heute geprüft: Schülerdaten' }))
  await waitFor(() => expect(sent).toEqual([['pupils', { reviewed_on: '2026-11-20', version: 1 }]]))
  expect(await screen.findByText('„Schülerdaten“ ist als geprüft eingetragen.')).toBeTruthy()
})

test('all that are due are said to be looked at, after a question that names them', async () => {
  const sent: unknown[] = []
  server.on(processingEndpoints.review, ({ params }) => {
    sent.push(params.key)
    return { message: 'Gespeichert.' }
  })
  server.on(processingEndpoints.change, ({ params }) => {
    sent.push(params.id)
    return { message: 'Gespeichert.' }
  })
  register = { ...register, activities: [{ ...PHOTOS, id: 8, title: 'Ausflüge', reviewed_on: null }, PHOTOS, PUPILS] }
  await openPage()
  expect(screen.getAllByRole('group').map((one) => one.querySelector('h3')?.textContent)).toEqual([
    'Ausflüge',
    'Schülerdaten',
    'Schulfotos',
  ])
  const all = screen.getByRole<HTMLButtonElement>('button', { name: 'Alle heute geprüft' })
  // Nobody confirms what nobody has opened.
  expect(all.disabled).toBe(true)
  const openLine = (title: string) => {
    const line = screen.getByRole<HTMLDetailsElement>('group', { name: title })
    line.open = true
    fireEvent(line, new Event('toggle'))
  }
  openLine('Ausflüge')
  expect(await screen.findByText(/jede geöffnet haben: 1 von 2/)).toBeTruthy()
  openLine('Schülerdaten')
  await waitFor(() => expect(all.disabled).toBe(false))
  fireEvent.click(all)
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/2 Tätigkeiten gelesen .*: Ausflüge, Schülerdaten\./)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Alle geprüft' }))
  await waitFor(() => expect(sent).toEqual([8, 'pupils']))
  expect(await screen.findByText('2 Tätigkeiten sind als geprüft eingetragen.')).toBeTruthy()
})

test('an activity of the program is completed, an own one is changed as a whole', async () => {
  const sent: unknown[] = []
  server.on(processingEndpoints.review, ({ body }) => {
    sent.push(body)
    return { message: 'Gespeichert.' }
  })
  server.on(processingEndpoints.change, ({ body }) => {
    sent.push(body)
    return { message: 'Gespeichert.' }
  })
  await openPage()
  fireEvent.click(activity('Schülerdaten').getByRole('button', { name: 'Ergänzen: Schülerdaten' }))
  const completing = within(await screen.findByRole('dialog', { name: 'Schülerdaten: ergänzen' }))
  expect(completing.queryByRole('textbox', { name: 'Zweck' })).toBeNull()
  fireEvent.change(completing.getByRole('textbox', { name: /^Ergänzung/ }), { target: { value: 'Auch das Schulamt.' } })
  fireEvent.click(completing.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(sent).toEqual([{ note: 'Auch das Schulamt.', version: 1 }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(activity('Schulfotos').getByRole('button', { name: 'Bearbeiten: Schulfotos' }))
  const changing = within(await screen.findByRole('dialog', { name: 'Schulfotos bearbeiten' }))
  const recipients = changing.getByRole<HTMLTextAreaElement>('textbox', { name: 'Empfänger' })
  expect(recipients.value).toBe('Schulleitung\nLehrkräfte')
  fireEvent.change(recipients, { target: { value: 'Fotostudio' } })
  fireEvent.change(changing.getByRole('textbox', { name: 'Löschfrist' }), { target: { value: '1 Jahr' } })
  fireEvent.click(changing.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(sent[1]).toEqual({ recipients: 'Fotostudio', retention: '1 Jahr', version: 3 }))
})
