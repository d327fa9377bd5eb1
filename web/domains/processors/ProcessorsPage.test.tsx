import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Processors, processorEndpoints } from '#contract/processors/processors.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'

const ONE: Processors['processors'][number] = {
  id: 4,
  name: 'Hosting Muster',
  kind: 'hosting',
  service: 'Server',
  place: 'Potsdam',
  contract_on: '2024-11-19',
  reviewed_on: null,
  note: null,
  version: 1,
}
const NOTHING_USED: Processors['used'] = { mail_host: null, has_backups: false }

let server: FakeServer
let data: Processors

beforeEach(() => {
  data = { processors: [ONE], used: NOTHING_USED, own_services: [] }
  server = fakeServer([stillOnItsWay])
  server.on(processorEndpoints.list, () => data)
})
afterEach(closeApp)

const openPage = async (change: Partial<Processors> = {}, role: 'schooladmin' | 'admin' = 'schooladmin') => {
  data = { ...data, ...change }
  signIn(server, baseDataOf(role))
  await openApp('/admin/datenschutz/auftragsverarbeitung', server)
  await page(/^Auftragsverarbeitung/)
}
const choose = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Aktionen: Hosting Muster' }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
const hints = () => screen.queryByText('Bitte ansehen')?.closest('[role="alert"]')?.textContent ?? ''

test('nobody is entered: says so, and asks for who runs what the installation uses', async () => {
  await openPage({ processors: [], used: { mail_host: 'mail.example.org', has_backups: true } })
  expect(screen.getByText('Noch ist niemand eingetragen.')).toBeTruthy()
  expect(hints()).toContain('Für den Betrieb des Servers ist niemand eingetragen.')
  expect(hints()).toContain('Für den Mailserver mail.example.org ist niemand eingetragen.')
  expect(hints()).toContain('Für den Ort der Sicherungskopien ist niemand eingetragen.')
})

// It is 20 November 2026.
test.each([
  ['2024-11-19', null, true],
  ['2024-11-20', null, false],
  ['2020-01-01', '2024-11-19', true],
  ['2020-01-01', '2024-11-20', false],
])('a contract of %s that was looked at on %s is old: %s', async (contract_on, reviewed_on, isOld) => {
  await openPage({ processors: [{ ...ONE, contract_on, reviewed_on }] })
  expect(screen.queryByText('älter als 24 Monate') !== null).toBe(isOld)
  expect(hints().includes('nicht geprüft: Hosting Muster')).toBe(isOld)
  expect(hints()).not.toContain('Ohne Vertrag')
})

test('without a contract the row says so, and is not old as well', async () => {
  await openPage({ processors: [{ ...ONE, contract_on: null }] })
  const row = within(screen.getByRole('row', { name: /Hosting Muster/ }))
  expect(row.getByText('kein Vertrag')).toBeTruthy()
  expect(row.queryByText('älter als 24 Monate')).toBeNull()
  expect(hints()).toContain('Ohne Vertrag: Hosting Muster.')
})

test('what the school runs itself is asked for no more, and can be taken back', async () => {
  const sent: unknown[] = []
  server.on(processorEndpoints.setOwn, ({ params, body }) => {
    sent.push([params.kind, body])
    data = { ...data, own_services: body.is_own ? [params.kind] : [] }
    return { message: 'Gespeichert.' }
  })
  await openPage({ processors: [{ ...ONE, contract_on: '2026-01-01' }], used: { mail_host: null, has_backups: true } })
  fireEvent.click(screen.getByRole('button', { name: 'Betreiben wir selbst: Ort der Sicherungskopien' }))
  expect(await screen.findByText('Selbst betrieben: Ort der Sicherungskopien')).toBeTruthy()
  expect(hints()).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Nicht mehr selbst betrieben: Ort der Sicherungskopien' }))
  expect(await screen.findByRole('button', { name: /^Betreiben wir selbst/ })).toBeTruthy()
  expect(sent).toEqual([
    ['backup', { is_own: true }],
    ['backup', { is_own: false }],
  ])
})

test('only the head has buttons', async () => {
  await openPage({ used: { mail_host: null, has_backups: true } }, 'admin')
  expect(screen.queryByRole('button', { name: /Eintragen|Aktionen|Betreiben/ })).toBeNull()
  expect(screen.getByText(/Eingetragen und geändert wird hier von der Schulleitung/)).toBeTruthy()
})

test('a day ahead is refused before it is sent; a change sends only what changed', async () => {
  const sent: unknown[] = []
  server.on(processorEndpoints.change, ({ body }) => {
    sent.push(body)
    return { message: 'Die Änderungen sind gespeichert.' }
  })
  await openPage()
  await choose('Bearbeiten')
  const dialog = within(await screen.findByRole('dialog', { name: 'Hosting Muster bearbeiten' }))
  const reviewed = dialog.getByRole('textbox', { name: /^Zuletzt geprüft am/ })
  fireEvent.change(reviewed, { target: { value: '21.11.2026' } })
  fireEvent.blur(reviewed)
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect((await dialog.findAllByText(/Dieser Tag liegt in der Zukunft|Vergangenheit/)).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  fireEvent.change(reviewed, { target: { value: '20.11.2026' } })
  fireEvent.blur(reviewed)
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(sent).toEqual([{ reviewed_on: '2026-11-20', version: 1 }]))
})

test('a hint leads to what it asks for: the contract, or the day of the look at it', async () => {
  const sent: unknown[] = []
  server.on(processorEndpoints.change, ({ body }) => {
    sent.push(body)
    return { message: 'Gespeichert.' }
  })
  const bare = { ...ONE, id: 5, name: 'Post Muster', contract_on: null }
  await openPage({ processors: [{ ...ONE, contract_on: '2020-01-01' }, bare] })
  fireEvent.click(screen.getByRole('button', { name: 'Heute geprüft: Hosting Muster' }))
  await waitFor(() => expect(sent).toEqual([{ reviewed_on: '2026-11-20', version: 1 }]))
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ reviewed_on: null, version: 2 })
  fireEvent.click(screen.getByRole('button', { name: 'Vertrag eintragen: Post Muster' }))
  expect(await screen.findByRole('dialog', { name: 'Post Muster bearbeiten' })).toBeTruthy()
})

test('what was removed comes back with one press', async () => {
  const added: unknown[] = []
  server.on(processorEndpoints.remove, () => ({ message: 'Hosting Muster steht nicht mehr im Verzeichnis.' }))
  server.on(processorEndpoints.add, ({ body }) => {
    added.push(body)
    return { id: 5, message: 'Hosting Muster ist eingetragen.' }
  })
  await openPage()
  await choose('Entfernen')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Entfernen' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  const { id: _id, version: _version, ...facts } = ONE
  await waitFor(() => expect(added).toEqual([facts]))
})
