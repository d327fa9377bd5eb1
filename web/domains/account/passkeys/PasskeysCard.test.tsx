import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Passkey, type PasskeyState, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'
import { NEW_REQUEST, plugInDevice, unplugDevice } from './fake-device.test-data.ts'

const PHONE: Passkey = {
  id: 7,
  name: 'Mein Telefon',
  created_at: '2026-11-19T07:00:00.000Z',
  last_used_at: null,
  is_synced: true,
  is_locked: false,
}
const NONE: PasskeyState = { passkeys: [], is_asked: false, is_required: false, has_app: false, recovery_codes_left: 0 }
const ONE = { ...NONE, passkeys: [PHONE], recovery_codes_left: 10 }

let server: FakeServer
let state: PasskeyState
beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(passkeyEndpoints.list, () => state)
  signIn(server, baseDataOf('schooladmin'))
})
afterEach(async () => {
  await closeApp()
  unplugDevice()
})

const card = () => within(screen.getByRole('region', { name: 'Passkeys' }))
const press = async (name: string | RegExp) => userEvent.click(await card().findByRole('button', { name }))
const prove = async (button: string) => {
  await userEvent.type(await card().findByLabelText('Ihr Passwort'), 'Ein Apfel am Morgen')
  await press(button)
}
const openProfile = async (shown: PasskeyState) => {
  state = shown
  await openApp('/profile', server)
  await page('Profil')
}

test('without passkeys in the browser the card says why none can be added', async () => {
  await openProfile(ONE)
  expect(await card().findByText(/^Dieser Browser kann hier keine Passkeys anlegen/)).toBeTruthy()
  expect(card().queryByRole('button', { name: 'Passkey hinzufügen' })).toBeNull()
  expect(card().getByText('Mein Telefon')).toBeTruthy()
})

test('the first one is made after the password, and its recovery codes are shown', async () => {
  plugInDevice()
  server.on(passkeyEndpoints.begin, () => NEW_REQUEST)
  server.on(passkeyEndpoints.add, () => {
    state = ONE
    return { message: 'Der Passkey ist eingerichtet.', recovery_codes: ['AAAA-BBBB'] }
  })
  await openProfile(NONE)
  await press('Passkey hinzufügen')
  await prove('Weiter')
  await press('Passkey anlegen')
  expect(await card().findByText('AAAA-BBBB')).toBeTruthy()
  await press('Ich habe die Codes aufbewahrt')
  expect(await card().findByText('Mein Telefon')).toBeTruthy()
  expect(card().getByText('auf mehreren Geräten')).toBeTruthy()
})

test.each([
  ['InvalidStateError', 'schon ein Passkey eingerichtet'],
  ['ConstraintError', 'Dieses Gerät kann keinen Passkey anlegen.'],
])('a device that fails with %s is explained, and it can be tried again', async (name, text) => {
  plugInDevice(name)
  server.on(passkeyEndpoints.begin, () => NEW_REQUEST)
  await openProfile(NONE)
  await press('Passkey hinzufügen')
  await prove('Weiter')
  await press('Passkey anlegen')
  expect((await card().findByRole('alert')).textContent).toContain(text)
  expect(card().getByRole('button', { name: 'Passkey anlegen' })).toBeTruthy()
})

test('it is renamed and removed; a wrong password stands beside its field', async () => {
  plugInDevice()
  server.on(passkeyEndpoints.rename, () => {
    state = { ...ONE, passkeys: [{ ...PHONE, name: 'Altes Telefon' }] }
    return { message: 'Der Name ist geändert.' }
  })
  server.on(passkeyEndpoints.remove, () =>
    json(422, { message: WRONG_PASSWORD, errors: { password: [WRONG_PASSWORD] } }),
  )
  await openProfile(ONE)
  await press(/^Umbenennen/)
  const name = await card().findByLabelText('Name des Passkeys')
  await userEvent.clear(name)
  await userEvent.type(name, 'Altes Telefon')
  await press('Speichern')
  expect(await card().findByText('Altes Telefon')).toBeTruthy()
  await press(/^Entfernen/)
  await prove('Passkey entfernen')
  expect(await card().findByText(WRONG_PASSWORD)).toBeTruthy()
})

test('asking for it after the password is switched on with the password, and cannot be switched off where the school demands it', async () => {
  plugInDevice()
  server.on(passkeyEndpoints.ask, () => {
    state = { ...ONE, is_asked: true, is_required: true }
    return { message: 'Nach dem Passwort wird ab jetzt auch ein Passkey verlangt.', recovery_codes: [] }
  })
  await openProfile(ONE)
  await userEvent.click(await card().findByRole('switch'))
  await prove('Einschalten')
  await waitFor(() => expect(card().getByRole('switch')).toMatchObject({ checked: true, disabled: true }))
  expect(server.bodiesOf(passkeyEndpoints.ask)).toMatchObject([{ is_asked: true }])
})

test('a locked one says what to do', async () => {
  await openProfile({ ...ONE, passkeys: [{ ...PHONE, is_locked: true }] })
  expect(await card().findByText('gesperrt')).toBeTruthy()
  expect(card().getByText(/vielleicht eine Kopie/)).toBeTruthy()
})

const LAST = /Danach ist die Zwei-Faktor-Anmeldung ausgeschaltet, und die Wiederherstellungscodes gelten nicht mehr\./

test.each([
  ['the last one that is asked for', { is_asked: true }, true],
  ['one beside an app', { is_asked: true, has_app: true }, false],
  ['one of two', { is_asked: true, passkeys: [PHONE, { ...PHONE, id: 8, name: 'Rechner' }] }, false],
  ['one that is not asked for', {}, false],
])('removing %s says whether the second factor ends with it', async (_, more, ends) => {
  await openProfile({ ...ONE, ...more })
  await press('Entfernen: Mein Telefon')
  expect((await card().findByText(/^(Er ist|Mit dem Passkey)/)).textContent).toMatch(ends ? LAST : /^Mit dem Passkey/)
})
