import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { passwordEndpoints, WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { type Session, sessionEndpoints } from '#contract/account/account.sessions.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { BOTH_SCHOOLS, baseDataOf, json } from '#web/page.test-data.ts'

const session = (id: number, isCurrent: boolean): Session => ({
  id,
  device: isCurrent ? 'Firefox unter Windows' : `Chrome unter Android ${id}`,
  ip_trunc: '203.0.113.0/24',
  created_at: '2026-11-20T07:00:00.000Z',
  expires_at: '2026-11-20T19:00:00.000Z',
  stays_signed_in: false,
  is_current: isCurrent,
  way: isCurrent ? 'passkey' : 'password',
  provider: null,
})

const NO_PASSKEYS = { passkeys: [], is_asked: false, is_required: false, has_app: false, recovery_codes_left: 0 }

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(twoFactorEndpoints.state, () => ({
    is_enabled: false,
    enabled_at: null,
    recovery_codes_left: 0,
    is_required: false,
  }))
  server.on(passkeyEndpoints.list, () => NO_PASSKEYS)
  server.on(sessionEndpoints.list, () => [session(1, true)])
  server.on(schoolclassEndpoints.assignedByUser, () => ({ asResponsibleTeacher: [], asAssignedEmployee: [] }))
  signIn(server, baseDataOf('schooladmin', { attachedSchools: BOTH_SCHOOLS.toReversed() }))
})
afterEach(closeApp)

const card = (name: string) => screen.getByRole('region', { name })

const openProfile = async () => {
  await openApp('/profile', server)
  await page('Profil')
}

test('the profile shows the person, the role and the schools, and that there is no class yet', async () => {
  await openProfile()
  const infos = within(card('Profil-Infos'))
  for (const text of ['leitung.fsw@example.org', 'Schulleitung', 'fow, fsw']) expect(infos.getByText(text)).toBeTruthy()
  expect(await screen.findAllByText('Ihnen ist noch keine Klasse zugeordnet.')).toHaveLength(1)
  expect(within(card('Klassenzuordnung')).queryByText('keine')).toBeNull()
})

test('a password is changed: refusals stand beside their fields, then the form is hidden', async () => {
  server.on(passwordEndpoints.change, ({ body }) =>
    (body as { current_password: string }).current_password === 'Ein Apfel am Morgen'
      ? json(200, { message: 'Ihr Passwort wurde geändert.' })
      : json(422, { message: WRONG_PASSWORD, errors: { current_password: [WRONG_PASSWORD] } }),
  )
  await openProfile()
  const form = within(card('Passwort ändern'))
  const submit = () => userEvent.click(form.getByRole('button', { name: 'Passwort ändern' }))
  const current = () => form.getByLabelText('Altes Passwort')
  await submit()
  await waitFor(() => expect(document.activeElement).toBe(current()))
  await userEvent.keyboard('nicht mein Passwort')
  await userEvent.type(form.getByLabelText('Neues Passwort'), 'Übermorgen öffnet der Zoo')
  await userEvent.type(form.getByLabelText('Bestätigung Neues Passwort'), 'Übermorgen öffnet der Zoo')
  await submit()
  const refusal = await form.findByText(WRONG_PASSWORD)
  expect(current().getAttribute('aria-describedby')?.split(' ')).toContain(refusal.id)
  await waitFor(() => expect(document.activeElement).toBe(current()))

  await userEvent.clear(current())
  await userEvent.type(current(), 'Ein Apfel am Morgen')
  await submit()
  const done = await form.findByRole('alert')
  expect(done.textContent).toBe('Ihr Passwort wurde geändert.')
  expect(document.activeElement).toBe(done)
  expect(form.queryByLabelText('Altes Passwort')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Noch einmal ändern' }))
  await waitFor(() => expect(document.activeElement).toBe(current()))
})

test('a device that is signed out leaves the list, and the focus stays in it', async () => {
  let sessions = [session(1, true), session(2, false)]
  server.on(sessionEndpoints.list, () => json(200, sessions))
  server.on(sessionEndpoints.end, () => {
    sessions = sessions.slice(0, 1)
    return json(200, { message: 'Das Gerät wurde abgemeldet.' })
  })
  await openProfile()
  const devices = within(card('Angemeldete Geräte'))
  const [own, other] = await devices.findAllByRole('listitem')
  expect(own?.textContent).toContain('dieses Gerät')
  within(other as HTMLElement)
    .getByRole('button', { name: /^Abmelden/ })
    .focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
  expect(await screen.findByText('Das Gerät wurde abgemeldet.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(devices.getByRole('button', { name: /^Abmelden/ })))
})

test('a device says by which way somebody came in, with the name of the service', async () => {
  const byService = (id: number, provider: string | null): Session => ({
    ...session(id, false),
    way: 'provider',
    provider,
  })
  server.on(sessionEndpoints.list, () => [
    session(1, true),
    byService(2, 'IServ'),
    byService(3, null),
    session(4, false),
  ])
  await openProfile()
  const devices = await within(card('Angemeldete Geräte')).findAllByRole('listitem')
  const ways = devices.map(({ textContent }) => /aus dem Netz 203\.0\.113\.x(.*?)spätestens/.exec(textContent)?.[1])
  expect(ways).toEqual([', mit einem Passkey', ', über IServ', ', über einen Anmeldedienst', ''])
})

test('colours, rows and single keys are chosen for this browser', async () => {
  const keys = () => screen.getByRole('checkbox', { name: 'Tastenkürzel mit einzelnen Tasten' })
  await openProfile()
  await userEvent.click(screen.getByRole('radio', { name: 'Dunkel' }))
  await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'))
  await userEvent.click(screen.getByRole('radio', { name: 'Dicht' }))
  await userEvent.click(keys())

  await openApp('/admin/sus', server)
  const search = await screen.findByRole('searchbox')
  expect(document.querySelector('[data-density="dense"]')).not.toBeNull()
  await userEvent.keyboard('/')
  expect(document.activeElement).not.toBe(search)

  await openProfile()
  expect(keys()).toHaveProperty('checked', false)
  await userEvent.click(keys())
  await openApp('/admin/sus', server)
  const again = await screen.findByRole('searchbox')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(again)
})
