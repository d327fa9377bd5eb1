import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { address, closeApp, endSession, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

const LOGIN = '/base/login'
const UNKNOWN = 'Diese Kombination aus E-Mail und Passwort ist nicht bekannt.'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
})
afterEach(closeApp)

const email = () => screen.getByLabelText<HTMLInputElement>('E-Mail')
const password = () => screen.getByLabelText<HTMLInputElement>('Passwort')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' })

const openLogin = async (query = '') => {
  await openApp(LOGIN + query, server)
  await page('Login')
}

/** Set at once: nothing here is about single keys. */
const type = () => {
  fireEvent.change(email(), { target: { value: 'leitung.fsw@example.org' } })
  fireEvent.change(password(), { target: { value: 'Ein Apfel am Morgen' } })
  fireEvent.click(button())
}

const acceptLogins = () =>
  server.on(accountEndpoints.login, () => {
    signIn(server, baseDataOf('schooladmin'))
    return json(200, { message: 'ok', two_factor: false, has_app: false, passkey: null })
  })

test('a wrong login says so under the address, keeps it and empties the password', async () => {
  server.on(accountEndpoints.login, () => json(422, { message: UNKNOWN, errors: { email: [UNKNOWN] } }))
  await openLogin()
  await waitFor(() => expect(document.activeElement).toBe(email()))
  type()
  expect(await screen.findByRole('textbox', { name: 'E-Mail', description: new RegExp(UNKNOWN) })).toBe(email())
  expect(document.activeElement).toBe(email())
  expect(email().value).toBe('leitung.fsw@example.org')
  expect(password().value).toBe('')
})

test('an empty login is refused beside its fields and never sent', async () => {
  await openLogin()
  await userEvent.click(button())
  expect([email().ariaInvalid, password().ariaInvalid]).toEqual(['true', 'true'])
  expect(server.sentTo(accountEndpoints.login)).toEqual([])
})

test('too many tries are counted down, and the way out is named', async () => {
  server.on(accountEndpoints.login, () =>
    Response.json({ message: 'Zu viele Versuche.' }, { status: 429, headers: { 'Retry-After': '42' } }),
  )
  await openLogin()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  type()
  const seconds = (left: number) =>
    new RegExp(`Zu viele Versuche. Bitte warten Sie ${left} Sekunden oder setzen Sie Ihr Passwort zurück.$`)
  await vi.waitFor(() => screen.getByRole('textbox', { name: 'E-Mail', description: seconds(42) }))
  expect(button().disabled).toBe(true)
  // The clock starts after what was drawn.
  await act(async () => {})
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByRole('textbox', { name: 'E-Mail', description: seconds(40) })).toBe(email())
  act(() => void vi.advanceTimersByTime(40_000))
  expect(button().disabled).toBe(false)
})

test('the password can be shown, and the way to a forgotten one takes the address along', async () => {
  await openLogin()
  await userEvent.type(password(), 'sichtbar')
  expect(password().type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Passwort anzeigen' }))
  expect(password().type).toBe('text')
  await userEvent.type(email(), 'anna@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Passwort vergessen?' }))
  await page('Passwort vergessen')
  expect(email().value).toBe('anna@example.org')
  expect(address()).toBe('/base/forgot-password')
  await userEvent.click(screen.getByRole('button', { name: 'Zum Login' }))
  await page('Login')
  expect(email().value).toBe('anna@example.org')
})

// Security case 25; some with a path that the app has, to be told apart from one it does not.
test.each([
  'https://evil',
  'https://evil/app/admin/sus',
  '//evil',
  '//evil/admin/sus',
  '/\\evil',
  '/app/../../evil',
  'javascript:alert(1)',
  '\t//evil',
  'https:evil',
])('a redirect to %j leads home and is not offered', async (wish) => {
  acceptLogins()
  await openLogin(`?${new URLSearchParams({ redirect: wish })}`)
  type()
  await page(/^Willkommen/)
  expect(address()).toBe('/')
  await userEvent.click(screen.getByRole('link', { name: 'Profil' }))
  await page('Profil')
  expect(screen.queryByRole('button', { name: /^Weiter zu/ })).toBeNull()
})

test('the page that was wanted is offered until it is reached', async () => {
  acceptLogins()
  await openLogin(`?${new URLSearchParams({ redirect: '/app/admin/sus?page=2' })}`)
  type()
  await page(/^Willkommen/)
  const offer = await screen.findByRole('button', { name: 'Weiter zu: Schülerinnen und Schüler' })
  await userEvent.click(screen.getByRole('link', { name: 'Profil' }))
  await page('Profil')
  expect(offer.isConnected).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Schülerinnen und Schüler' }))
  await page(/^Schülerinnen und Schüler/)
  await waitFor(() => expect(offer.isConnected).toBe(false))
})

test('somebody who is logged in already is led home from the login', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp(LOGIN, server)
  await page(/^Willkommen/)
})

test('the changelog asks for a login first', async () => {
  await openApp('/changelog', server)
  await page('Login')
  expect(address()).toBe('/base/login?redirect=%2Fchangelog')
})

test('the user menu leads out, and the start page says that it is done', async () => {
  server.on(accountEndpoints.logout, () => {
    endSession(server)
    return json(200, { message: 'ok' })
  })
  signIn(server, baseDataOf('teacher_level_1'))
  await openApp('/', server)
  await page(/^Willkommen,/)
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByRole('link', { name: 'Zum Login' })).toBeTruthy()
  await page('Willkommen')
  expect(await screen.findByText('Sie sind abgemeldet.')).toBeTruthy()
})
