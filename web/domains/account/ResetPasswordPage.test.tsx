import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LINK_IS_OVER, passwordEndpoints } from '#contract/account/account.passwords.ts'
import { closeApp, openApp, page } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
})
afterEach(closeApp)

const email = () => screen.getByLabelText<HTMLInputElement>('E-Mail')
const password = () => screen.getByLabelText('Passwort')
const again = () => screen.getByLabelText('Passwort Bestätigung')
const accept = () => screen.getByRole('button', { name: 'neues Passwort übernehmen' })

const openReset = async (address: string) => {
  await openApp(`/base/reset-password/abc?${new URLSearchParams({ email: address })}`, server)
  await page('Neues Passwort')
}

test('the address stands there without a trailing slash, and passwords that differ are refused', async () => {
  server.on(passwordEndpoints.checkLink, () => ({ is_valid: true }))
  await openReset('anna@example.org/')
  expect(email().value).toBe('anna@example.org')
  expect(email().disabled).toBe(true)
  await userEvent.type(password(), 'kurz')
  expect(await screen.findByText('Noch 4 Zeichen')).toBeTruthy()
  await userEvent.clear(password())
  await userEvent.type(password(), 'Ein Apfel am Morgen')
  await userEvent.type(again(), 'Ein Apfel am Abend')
  await userEvent.click(accept())
  expect(await screen.findByText('Die beiden Passwörter stimmen nicht überein.')).toBeTruthy()
  expect(again().getAttribute('aria-describedby')).toContain('password_confirmation')
  await waitFor(() => expect(document.activeElement).toBe(again()))
  expect(server.sentTo(passwordEndpoints.reset)).toEqual([])
})

test('an invitation welcomes, and asks for the first password', async () => {
  server.on(passwordEndpoints.checkLink, () => ({ is_valid: true }))
  await openApp('/base/reset-password/abc?welcome=1&email=anna%40example.org/', server)
  await page('Willkommen bei Schulhof')
  expect(email().value).toBe('anna@example.org')
})

test('a link that dies while a password is typed offers a new one, which has the focus', async () => {
  server.on(passwordEndpoints.checkLink, () => ({ is_valid: true }))
  server.on(passwordEndpoints.reset, () => json(422, { message: LINK_IS_OVER, errors: { email: [LINK_IS_OVER] } }))
  await openReset('anna@example.org')
  await userEvent.type(password(), 'Ein Apfel am Morgen')
  await userEvent.type(again(), 'Ein Apfel am Morgen')
  await userEvent.click(accept())
  const dead = await screen.findByRole('alert', { name: LINK_IS_OVER })
  const way = within(dead).getByRole('button', { name: 'Neuen Link anfordern' })
  await waitFor(() => expect(document.activeElement).toBe(way))
  expect(screen.queryByLabelText('Passwort')).toBeNull()
  await userEvent.click(way)
  await page('Passwort vergessen')
  expect(email().value).toBe('anna@example.org')
})

test('markup in the address of a link stays text', async () => {
  const attack = '"><script>document.title="evil"</script><img src=x onerror="document.title=\'evil\'">'
  await openReset(attack)
  expect(email().value).toBe(attack)
  expect(await screen.findByText(LINK_IS_OVER)).toBeTruthy()
  expect(screen.getByRole('main').querySelector('script, img')).toBeNull()
  await waitFor(() => expect(document.title).toContain('Neues Passwort'))
})

test('asking for too many links is refused with the time to wait', async () => {
  server.on(passwordEndpoints.forgot, () =>
    Response.json({ message: 'Zu viele Versuche.' }, { status: 429, headers: { 'Retry-After': '42' } }),
  )
  await openApp('/base/forgot-password', server)
  await page('Passwort vergessen')
  await userEvent.type(email(), 'anna@example.org')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Passwort zurücksetzen' })
  await userEvent.click(send)
  const description = /Bitte warten Sie \d+ Sekunden\.$/
  expect(await screen.findByRole('textbox', { name: 'E-Mail', description })).toBe(email())
  expect(send.disabled).toBe(true)
})
