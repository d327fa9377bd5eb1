import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { LOGIN_WAY_TEXTS } from '#contract/users/login-ways.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { closeApp } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import type { LoginRules } from './login-way-texts.ts'
import { account, HEAD, openUsers, userList, userServer } from './users.test-data.ts'

afterEach(closeApp)

const KEEPER = account('Kim Keller', 'schooladmin', {
  has_two_factor: true,
  usable_ways: { passkey: false, provider_ids: [], emergency: true },
})
const LINKED = account('Lea Lang', 'teacher_level_1', {
  usable_ways: { passkey: false, provider_ids: [3], emergency: false },
})
const BARE = account('Bo Blank', 'teacher_level_1')
const SELF: User = { ...HEAD, usable_ways: { passkey: true, provider_ids: [3], emergency: false } }
const ISERV = { id: 3, name: 'IServ' }

const openForm = async (rules: Partial<LoginRules> = {}, users = [SELF, KEEPER, LINKED, BARE]) => {
  const server = userServer('schooladmin', users)
  const login_rules: LoginRules = {
    ...{ two_factor_for_heads: false, provider_id: null, emergency_user_id: null, providers: [ISERV] },
    ways: 'all',
    ...rules,
  }
  server.on(userEndpoints.list, () => ({ ...userList(users), login_rules }))
  server.on(userEndpoints.setLoginWays, () => ({ message: 'An dieser Schule meldet man sich jetzt über IServ an.' }))
  await openUsers(server)
  await userEvent.click(await screen.findByRole('button', { name: 'Anmeldung' }))
  await screen.findByRole('radiogroup', { name: 'Wie man sich an dieser Schule anmelden darf' })
  return server
}
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const accept = () => userEvent.click(screen.getByRole('button', { name: 'Übernehmen' }))

test('before a service is demanded it says who has no way in yet, and the emergency account is chosen', async () => {
  const server = await openForm()
  await choose('Nur über einen Anmeldedienst')
  const keepers = within(screen.getByRole('combobox', { name: 'Notfallkonto' })).getAllByRole('option')
  expect(keepers.map(({ textContent }) => textContent)).toEqual(['Bitte wählen', 'Kim Keller'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Notfallkonto' }), 'Kim Keller')
  await accept()
  const question = within(await screen.findByRole('dialog', { name: 'Anmeldung: Nur über einen Anmeldedienst' }))
  expect(
    question.getByText(
      'Anmeldedienst: IServ. Notfallkonto: Kim Keller. 1 Konto kann sich noch nicht so anmelden: Bo Blank. Bis das eingerichtet ist, erreicht es an dieser Schule nur Start und Profil.',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Abbrechen'))
  await userEvent.click(question.getByRole('button', { name: 'Verlangen' }))
  expect(await screen.findByText('An dieser Schule meldet man sich jetzt über IServ an.')).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.setLoginWays)).toEqual([
    { ways: 'provider', provider_id: 3, emergency_user_id: KEEPER.id },
  ])
})

test('a refusal stands at the choice that it is about', async () => {
  const server = await openForm()
  server.on(userEndpoints.setLoginWays, () =>
    json(422, { message: '', errors: { ways: [LOGIN_WAY_TEXTS.comeInFirst(null)] } }),
  )
  await choose('Nicht mit dem Passwort')
  await accept()
  await userEvent.click(await screen.findByRole('button', { name: 'Verlangen' }))
  expect(await screen.findByText(LOGIN_WAY_TEXTS.comeInFirst(null))).toBeTruthy()
  server.on(userEndpoints.setLoginWays, () =>
    json(422, { message: '', errors: { emergency_user_id: [LOGIN_WAY_TEXTS.emergencyMissing] } }),
  )
  await choose('Nur über einen Anmeldedienst')
  expect(screen.queryByText(LOGIN_WAY_TEXTS.comeInFirst(null))).toBeNull()
  // Incomplete: nothing to ask.
  await accept()
  expect(await screen.findByText(LOGIN_WAY_TEXTS.emergencyMissing)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('under a demand the list says who lacks it, and the form that there is no emergency account any more', async () => {
  const gone = { ...KEEPER, has_two_factor: false, usable_ways: BARE.usable_ways }
  await openForm({ ways: 'provider', provider_id: 3, emergency_user_id: KEEPER.id }, [SELF, gone, LINKED, BARE])
  expect(screen.getByText(/^Diese Schule hat kein Notfallkonto mehr\./)).toBeTruthy()
  expect(screen.getByText('Noch nicht so anmelden können sich: Kim Keller und Bo Blank.')).toBeTruthy()
  const table = within(screen.getByRole('table', { name: 'Benutzer' }))
  expect(table.getAllByText('nicht mit IServ verbunden')).toHaveLength(2)
})

test('who has no such way reads it on choosing, with the way to the profile, and is not asked before the refusal', async () => {
  const server = await openForm({}, [{ ...SELF, usable_ways: BARE.usable_ways }, KEEPER])
  await choose('Nicht mit dem Passwort')
  const note = screen.getByText(LOGIN_WAY_TEXTS.comeInFirst(null), { exact: false })
  expect(within(note).getByRole('link', { name: 'Zum Profil' }).getAttribute('href')).toMatch(/profile#passkeys$/)
  await choose('Auf jedem Weg')
  expect(screen.queryByText(LOGIN_WAY_TEXTS.comeInFirst(null), { exact: false })).toBeNull()
  await choose('Nicht mit dem Passwort')
  await accept()
  await waitFor(() => expect(server.bodiesOf(userEndpoints.setLoginWays)).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the question names everybody, and the yellow box says which demand its list belongs to', async () => {
  const many = Array.from({ length: 7 }, (_, index) => account(`Person ${index}`, 'teacher_level_1'))
  await openForm({ ways: 'provider', provider_id: 3, emergency_user_id: KEEPER.id }, [SELF, KEEPER, ...many])
  await choose('Nicht mit dem Passwort')
  expect(
    screen.getByText(/^Zurzeit gilt „Nur über einen Anmeldedienst“\. Noch nicht so anmelden können sich:/),
  ).toBeTruthy()
  await accept()
  const question = await screen.findByRole('dialog', { name: 'Anmeldung: Nicht mit dem Passwort' })
  for (const { name } of many) expect(question.textContent).toContain(name)
  expect(question.textContent).not.toContain('weitere')
})

test('without anybody who could be the emergency account it says what comes first', async () => {
  await openForm({}, [SELF, BARE])
  await choose('Nur über einen Anmeldedienst')
  const link = screen.getByRole('link', { name: 'Richten Sie sie zuerst im Profil ein.' })
  expect(link.getAttribute('href')).toMatch(/profile#zwei-faktor$/)
})

test('without a service of the school none can be demanded', async () => {
  await openForm({ providers: [] })
  const choice = screen.getByRole<HTMLInputElement>('radio', { name: 'Nur über einen Anmeldedienst' })
  expect(choice.disabled).toBe(true)
  expect(screen.getByText('Für diese Schule ist kein Anmeldedienst eingeschaltet.')).toBeTruthy()
})
