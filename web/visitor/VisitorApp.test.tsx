import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LINK_IS_OVER, passwordEndpoints } from '#contract/account/account.passwords.ts'
import { accountEndpoints, CODE_UNREADABLE } from '#contract/account/account.ts'
import { changelogEndpoints, NEW_VERSION_TEXT } from '#contract/changelog/changelog.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { VisitorApp } from './VisitorApp.tsx'
import { leadToLogin } from './visitor-address.ts'

/** jsdom has no modal dialogs. */
const MODAL = {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
}

let server: FakeServer
const onEnter = vi.fn(async () => {})
const onLoginShown = vi.fn()

// Rules come when they are needed, on a busy machine slowly.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  stubBrowser(server.fetch)
  Object.assign(HTMLDialogElement.prototype, MODAL)
})
afterEach(() => {
  cleanup()
  onEnter.mockClear()
  onLoginShown.mockClear()
  history.replaceState(null, '', '/app/')
  for (const name of Object.keys(MODAL)) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  vi.unstubAllGlobals()
})

const open = (path: string, state: unknown = null) => {
  history.replaceState(state, '', `/app${path}`)
  leadToLogin()
  render(<VisitorApp onLoginShown={onLoginShown} onEnter={onEnter} />)
}
const page = (name: string) => screen.findByRole('heading', { level: 1, name })
const address = () => (location.pathname + location.search).replace('/app', '')
const email = () => screen.getByLabelText<HTMLInputElement>('E-Mail')
const password = () => screen.getByLabelText<HTMLInputElement>('Passwort')
const logIn = () => {
  fireEvent.change(email(), { target: { value: 'anna@example.org' } })
  fireEvent.change(password(), { target: { value: 'Ein Apfel am Morgen' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
}

test('welcome shows the login also when the schools cannot be asked', async () => {
  server.on(publicSchoolEndpoints.list, () => json(500, { message: 'kaputt' }))
  open('/')
  expect(await screen.findByRole('link', { name: 'Zum Login' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Kind krankmelden/ }).getAttribute('href')).toBe('/app/susByUuid/')
  expect(screen.queryByText(/^Bewerbung um/)).toBeNull()
})

test('welcome of an installation without a school says how to set it up, and offers nothing else', async () => {
  server.on(publicSchoolEndpoints.list, () => [])
  open('/')
  expect(
    await screen.findByText(
      'Diese Installation ist noch nicht eingerichtet. Den Link zur Einrichtung zeigt der Server beim Start.',
    ),
  ).toBeTruthy()
  for (const name of ['Zum Login', /^Kind krankmelden/]) expect(screen.queryByRole('link', { name })).toBeNull()
})

test('welcome names the schools that take applications, and leads to the login, which fetches the program', async () => {
  server.on(publicSchoolEndpoints.list, () => [
    { short: 'fsw', name: 'Freie Schule', phone: '030 23125100', registration_open: true },
    { short: 'fow', name: 'Oberschule', phone: '030 23125100', registration_open: false },
  ])
  open('/')
  await page('Willkommen')
  const form = await screen.findByRole('link', { name: 'Bewerbung um einen Schulplatz Freie Schule' })
  expect(form.getAttribute('href')).toBe('/app/fsw/registrierungNeueSchueler')
  expect(screen.queryByText(/Oberschule/)).toBeNull()
  expect(onLoginShown).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('link', { name: 'Zum Login' }))
  await page('Login')
  expect(address()).toBe('/base/login')
  expect(document.activeElement).toBe(email())
  expect(document.title).toBe('Login – Schulhof')
  expect(onLoginShown).toHaveBeenCalled()
  act(() => history.back())
  await page('Willkommen')
})

test('the frame has the footer with plain links, and the way to the content', async () => {
  server.on(changelogEndpoints.currentVersion, () => json(200, { name: '1.4.0', build_date: null }))
  open('/base/login')
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Start', '/app/'],
    ['Impressum', '/app/impressum'],
    ['Datenschutz', '/app/datenschutz'],
    ['ChangeLog', '/app/changelog'],
    ['Barrierefreiheit', '/app/barrierefreiheit'],
    ['Hilfe', '/app/hilfe'],
  ])
  await userEvent.click(screen.getByRole('link', { name: 'Zum Inhalt springen' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  // The first version that was heard of stays: it may be that of a test before this one.
  const version = await footer.findByRole('button', { name: /^VERSION v\d/ })
  await userEvent.click(version)
  const name = version.textContent.replace('VERSION v', '')
  expect(screen.getByText((text) => text.startsWith(`Sie arbeiten mit Version ${name}`))).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a login hands on where somebody wanted to go', async () => {
  server.on(accountEndpoints.login, () =>
    json(200, { message: 'ok', two_factor: false, has_app: false, passkey: null }),
  )
  open('/admin/sus?page=2')
  await page('Login')
  expect(address()).toBe('/base/login?redirect=%2Fadmin%2Fsus%3Fpage%3D2')
  logIn()
  await waitFor(() => expect(onEnter).toHaveBeenCalledWith({ search: location.search, codesLeft: null }))
  expect(server.bodiesOf(accountEndpoints.login)).toEqual([
    { email: 'anna@example.org', password: 'Ein Apfel am Morgen', remember: false },
  ])
})

test('what was typed is handed on to the next page, and the history keeps nobody’s address', async () => {
  open('/base/login')
  await page('Login')
  fireEvent.change(email(), { target: { value: 'anna@example.org' } })
  await userEvent.click(screen.getByRole('button', { name: 'Passwort vergessen?' }))
  await page('Passwort vergessen')
  expect(email().value).toBe('anna@example.org')
  expect(history.state).toBeNull()
})

test('two presses send one login', async () => {
  server.on(accountEndpoints.login, stillOnItsWay)
  open('/base/login')
  logIn()
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(server.sentTo(accountEndpoints.login)).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Login' }).getAttribute('aria-busy')).toBe('true')
})

test('the second factor: a wrong code, a recovery code, and how many are left', async () => {
  server.on(accountEndpoints.login, () => json(200, { message: 'ok', two_factor: true, has_app: true, passkey: null }))
  server.on(accountEndpoints.answerTwoFactor, ({ body }) =>
    body.recovery_code
      ? json(200, { message: 'ok', recovery_codes_left: 3 })
      : json(422, { message: '', errors: { code: [CODE_UNREADABLE] } }),
  )
  open('/base/login')
  logIn()
  const code = await screen.findByLabelText<HTMLInputElement>('Code aus der App')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '123 456{Enter}')
  expect(await screen.findByText(CODE_UNREADABLE)).toBeTruthy()
  expect(server.bodiesOf(accountEndpoints.answerTwoFactor)).toEqual([{ code: '123456' }])
  await userEvent.click(screen.getByRole('button', { name: 'Wiederherstellungscode verwenden' }))
  await userEvent.type(screen.getByLabelText('Wiederherstellungscode'), 'abcd-efgh-jklm{Enter}')
  await waitFor(() => expect(onEnter).toHaveBeenCalledWith({ search: '', codesLeft: 3 }))
})

test('why the login shows, and without a connection in words', async () => {
  server.on(accountEndpoints.login, () => Promise.reject(new TypeError('Failed to fetch')))
  open('/base/login', { hasSessionEnded: true })
  expect(screen.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.')).toBeTruthy()
  logIn()
  const dialog = within(await screen.findByRole('dialog', { name: 'Fehler' }))
  expect(dialog.getByText(/^Keine Verbindung\./)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  expect(email().value).toBe('anna@example.org')
})

test('a new password leads to the login, which says so and has the address', async () => {
  server.on(passwordEndpoints.checkLink, () => ({ is_valid: true }))
  server.on(passwordEndpoints.reset, () => json(200, { message: 'Ihr Passwort ist geändert.' }))
  open('/base/reset-password/abc?email=anna%40example.org/')
  await userEvent.type(password(), 'Ein Apfel am Morgen')
  await userEvent.type(screen.getByLabelText('Passwort Bestätigung'), 'Ein Apfel am Morgen')
  await userEvent.click(screen.getByRole('button', { name: 'neues Passwort übernehmen' }))
  await page('Login')
  expect(screen.getByText('Ihr Passwort ist geändert.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(email().value).toBe('anna@example.org')
  expect(document.activeElement).toBe(password())
  expect(location.search).toBe('')
})

test('a dead link offers a new one', async () => {
  open('/base/reset-password/abc?email=anna')
  const dead = await screen.findByRole('alert', { name: LINK_IS_OVER })
  await userEvent.click(within(dead).getByRole('button', { name: 'Neuen Link anfordern' }))
  await page('Passwort vergessen')
})

test('the set-up lists what is wrong and leads to it; a link that is over says so', async () => {
  server.on(setupEndpoints.check, () => ({ is_valid: true, today: '2026-11-20' }))
  open('/einrichtung/abc')
  await screen.findByRole('heading', { level: 1, name: /Ihr Konto$/ })
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Ihr Name fehlt' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Ihr Name'))
  expect(server.sentTo(setupEndpoints.setUp)).toEqual([])
  cleanup()
  server.on(setupEndpoints.check, () => ({ is_valid: false, today: '2026-11-20' }))
  open('/einrichtung/abc')
  expect(await screen.findByText(/^Dieser Link ist abgelaufen/)).toBeTruthy()
})

test('the network that is gone is told', () => {
  open('/base/login')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/^Keine Verbindung\. Ihre Eingaben bleiben erhalten/)).toBeTruthy()
  vi.restoreAllMocks()
})

test('a new version is told until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let name = '1.4.0'
  server.on(changelogEndpoints.currentVersion, () => json(200, { name, build_date: null }))
  open('/base/login')
  await waitFor(() => expect(server.sentTo(changelogEndpoints.currentVersion).length).toBeGreaterThan(0))
  name = '1.5.0'
  await act(() => vi.advanceTimersByTimeAsync(80_000))
  const notice = await screen.findByText(NEW_VERSION_TEXT)
  // What somebody types in stays where it is.
  expect(screen.getByRole('main').contains(notice)).toBe(false)
  expect(screen.getByRole('button', { name: 'Jetzt neu laden' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }))
  expect(screen.queryByText(NEW_VERSION_TEXT)).toBeNull()
  vi.useRealTimers()
})
