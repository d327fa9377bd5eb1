import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PASSKEY_REFUSED, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'
import { LOGIN_REQUEST, plugInDevice, unplugDevice } from './fake-device.test-data.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(passkeyEndpoints.beginLogin, () => LOGIN_REQUEST)
})
afterEach(async () => {
  await closeApp()
  unplugDevice()
})

const openLogin = async () => {
  await openApp('/base/login', server)
  await page('Login')
}
const press = async (name = 'Mit Passkey anmelden') => userEvent.click(await screen.findByRole('button', { name }))

test('without passkeys in the browser there is no button', async () => {
  await openLogin()
  expect(screen.queryByRole('button', { name: 'Mit Passkey anmelden' })).toBeNull()
})

test('the button signs in, and lasts as long as is wished', async () => {
  plugInDevice()
  server.on(passkeyEndpoints.login, () => {
    signIn(server, baseDataOf('schooladmin'))
    return { message: 'Sie sind angemeldet.' }
  })
  await openLogin()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Eingeloggt bleiben' }))
  await press()
  await page(/^Willkommen/)
  expect(server.bodiesOf(passkeyEndpoints.login)).toMatchObject([{ answer: { id: 'AQID' }, remember: true }])
})

test.each([
  ['NotAllowedError', 'Der Vorgang wurde abgebrochen, oder es hat zu lange gedauert.'],
  ['SecurityError', 'Unter dieser Adresse sind Passkeys nicht möglich.'],
  ['UnknownError', 'Das hat mit dem Passkey nicht geklappt.'],
])('a device that fails with %s is explained in German', async (name, text) => {
  plugInDevice(name)
  await openLogin()
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(document.body.textContent).not.toContain('browser words')
  expect(server.sentTo(passkeyEndpoints.login)).toEqual([])
})

test('a refusal of the server is shown, and the password can still be typed', async () => {
  plugInDevice()
  server.on(passkeyEndpoints.login, () => json(422, { message: PASSKEY_REFUSED, errors: {} }))
  await openLogin()
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe(PASSKEY_REFUSED)
  expect(screen.getByLabelText<HTMLInputElement>('Passwort').disabled).toBe(false)
})

const askAfterPassword = async (has_app: boolean) => {
  server.on(accountEndpoints.login, () => ({ message: '', two_factor: true, has_app, passkey: LOGIN_REQUEST }))
  await openLogin()
  fireEvent.change(screen.getByLabelText('E-Mail'), { target: { value: 'leitung.fsw@example.org' } })
  fireEvent.change(screen.getByLabelText('Passwort'), { target: { value: 'Ein Apfel am Morgen' } })
  await press('Login')
}

test('after the password a passkey is asked for, or a recovery code', async () => {
  plugInDevice()
  server.on(accountEndpoints.answerTwoFactor, () => {
    signIn(server, baseDataOf('schooladmin'))
    return { message: '', recovery_codes_left: null }
  })
  await askAfterPassword(false)
  await press('Wiederherstellungscode verwenden')
  expect(await screen.findByLabelText('Wiederherstellungscode')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Code aus der App verwenden' })).toBeNull()
  await press('Passkey verwenden')
  await press('Passkey verwenden')
  await page(/^Willkommen/)
  expect(server.bodiesOf(accountEndpoints.answerTwoFactor)).toMatchObject([{ passkey: { id: 'AQID' } }])
})

test('with an app its code is asked for first; a refused passkey leads back to the password', async () => {
  plugInDevice()
  server.on(accountEndpoints.answerTwoFactor, () =>
    json(422, { message: PASSKEY_REFUSED, errors: { passkey: [PASSKEY_REFUSED] } }),
  )
  await askAfterPassword(true)
  expect(await screen.findByLabelText('Code aus der App')).toBeTruthy()
  await press('Passkey verwenden')
  await press('Passkey verwenden')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(PASSKEY_REFUSED))
  expect(screen.getByLabelText<HTMLInputElement>('E-Mail').value).toBe('leitung.fsw@example.org')
})
