import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  identityProviderEndpoints as endpoints,
  PROVIDER_TEXTS,
  type Provider,
  type TestStep,
} from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { type FakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { BAD_STEP, GOOD_STEP, ISERV } from './provider.test-data.ts'

const PATH = '/admin/anmeldedienste'

let server: FakeServer
let providers: Provider[]

beforeEach(() => {
  providers = []
  server = serverFor(baseDataOf('admin'), [stillOnItsWay])
  server.on(endpoints.list, () => providers)
})
afterEach(closeApp)

const openOne = async (change: Partial<Provider> = {}) => {
  providers = [{ ...ISERV, ...change }]
  await openApp(`${PATH}?dienst=7`, server)
  await page('IServ')
}
const changes = () => {
  const sent: unknown[] = []
  server.on(endpoints.change, ({ params, body }) => {
    sent.push([params.id, body])
    providers = [{ ...ISERV, ...body, version: 4 } as Provider]
    return { message: 'Gespeichert.' }
  })
  return sent
}
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('client and secret are sent together, and the secret alone as well', async () => {
  const sent = changes()
  await openOne({ client_id: null, has_secret: false })
  fireEvent.click(screen.getByRole('button', { name: 'Zugangsdaten eintragen' }))
  const dialog = await dialogOf('IServ: Zugangsdaten')
  type(dialog.getByLabelText(/^Client-ID/), 'schulhof')
  type(dialog.getByLabelText(/^Client-Secret/), ' geheim ')
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(sent).toEqual([[7, { client_id: 'schulhof', client_secret: 'geheim', version: 3 }]]))
  await openOne()
  expect(screen.getByText('ist hinterlegt')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Zugangsdaten ändern' }))
  const again = await dialogOf('IServ: Zugangsdaten')
  type(again.getByLabelText(/^Client-Secret/), 'neu')
  fireEvent.click(again.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(sent[1]).toEqual([7, { client_secret: 'neu', version: 3 }]))
})

test('the test says what it found, step by step', async () => {
  server.on(endpoints.test, () => ({
    steps: [GOOD_STEP, BAD_STEP],
  }))
  await openOne()
  fireEvent.click(screen.getByRole('button', { name: 'Prüfen' }))
  const steps = within(await screen.findByRole('list', { name: 'Ergebnis der Prüfung' }))
  expect(steps.getByText('in Ordnung')).toBeTruthy()
  expect(steps.getByText('Fehler')).toBeTruthy()
  expect(steps.getByText(PROVIDER_FAULTS.client.admin)).toBeTruthy()
  fireEvent.click(steps.getByRole('button', { name: 'Zugangsdaten ändern' }))
  await dialogOf('IServ: Zugangsdaten')
})

test('the name that the service gives itself is taken over, but not while accounts are linked', async () => {
  const named = 'https://iserv.schule.example/'
  const step: TestStep = { ...BAD_STEP, what: 'Adresse des Dienstes', fault: 'issuer', issuer: named }
  server.on(endpoints.test, () => ({ steps: [step] }))
  const sent = changes()
  await openOne({ identity_count: 3 })
  fireEvent.click(screen.getByRole('button', { name: 'Prüfen' }))
  await screen.findByRole('list', { name: 'Ergebnis der Prüfung' })
  expect(screen.queryByRole('button', { name: 'Diese Adresse übernehmen' })).toBeNull()
  await openOne()
  fireEvent.click(screen.getByRole('button', { name: 'Prüfen' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Diese Adresse übernehmen' }))
  await waitFor(() => expect(sent).toEqual([[7, { issuer: named, version: 3 }]]))
})

test('access data that are missing are named, and nothing is sent without them', async () => {
  const sent = changes()
  await openOne({ client_id: null, has_secret: false })
  fireEvent.click(screen.getByRole('button', { name: 'Zugangsdaten eintragen' }))
  const dialog = await dialogOf('IServ: Zugangsdaten')
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect((await dialog.findAllByText('Client-ID fehlt.')).length).toBeGreaterThan(0)
  expect(dialog.getAllByText('Client-Secret fehlt.').length).toBeGreaterThan(0)
  type(dialog.getByLabelText(/^Client-ID/), 'schulhof')
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(dialog.queryByText('Client-ID fehlt.')).toBeNull())
  expect(dialog.getAllByText('Client-Secret fehlt.').length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  await openOne({ has_secret: false })
  expect(screen.getByText('Dafür fehlt noch das Client-Secret.')).toBeTruthy()
})

test('with linked accounts kind and address are locked at once, with the reason', async () => {
  await openOne({ identity_count: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten' }))
  const dialog = await dialogOf('IServ: bearbeiten')
  expect(dialog.getByLabelText(/^Art/)).toHaveProperty('disabled', true)
  expect(dialog.getByLabelText(/^Adresse des Dienstes/)).toHaveProperty('disabled', true)
  expect(dialog.getAllByText(PROVIDER_TEXTS.issuerKept)).toHaveLength(2)
})

test('a service whose check fails is offered only after a question, and shows the result after a reload', async () => {
  server.on(endpoints.test, () => ({ steps: [GOOD_STEP, BAD_STEP] }))
  const sent = changes()
  await openOne()
  const offer = () => fireEvent.click(screen.getByRole('switch', { name: /^Auf der Anmeldeseite anbieten/ }))
  offer()
  const question = await dialogOf('IServ trotzdem anbieten?')
  expect(
    question.getByText(new RegExp(`^Die Prüfung ist fehlgeschlagen: ${PROVIDER_FAULTS.client.admin}`)),
  ).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  offer()
  fireEvent.click((await dialogOf('IServ trotzdem anbieten?')).getByRole('button', { name: 'Trotzdem anbieten' }))
  await waitFor(() => expect(sent).toEqual([[7, { is_active: true, version: 3 }]]))
  await openOne({ is_active: true, last_check_fault: 'client', last_check_at: '2026-11-20T08:00:00.000Z' })
  expect(screen.getByText('eingeschaltet, Prüfung fehlgeschlagen')).toBeTruthy()
  expect(screen.getByText(/^Zuletzt geprüft am 20\.11\.2026.*Der Dienst kennt diese Client-ID nicht/)).toBeTruthy()
})

test('the switch offers a service, and says why it may not', async () => {
  server.on(endpoints.test, () => ({ steps: [GOOD_STEP] }))
  const sent = changes()
  await openOne()
  fireEvent.click(screen.getByRole('switch', { name: /^Auf der Anmeldeseite anbieten/ }))
  await waitFor(() => expect(sent).toEqual([[7, { is_active: true, version: 3 }]]))
  await openOne({ client_id: null })
  fireEvent.click(screen.getByRole('switch', { name: /^Auf der Anmeldeseite anbieten/ }))
  expect(await screen.findByText(PROVIDER_TEXTS.incomplete)).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a service that is on says how to try it, one that is off does not', async () => {
  await openOne({ is_active: false })
  expect(screen.queryByRole('link', { name: 'im Profil verbinden' })).toBeNull()
  await openOne({ is_active: true })
  expect(screen.getByRole('link', { name: 'im Profil verbinden' }).getAttribute('href')).toMatch(
    /profile#anmeldedienste$/,
  )
})
