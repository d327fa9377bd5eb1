import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import type { Role } from '#contract/permissions.ts'
import { USER_TEXTS, type User, userEndpoints } from '#contract/users/users.ts'
import { closeApp, endSession } from '#web/app.test-data.ts'
import { refuseField, refuseStale, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { account, HEAD, logInAgain, openUsers, userServer } from './users.test-data.ts'

afterEach(closeApp)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** Fills a field at once: typing letter by letter takes long on a busy machine. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const openNew = async (role: Role = 'schooladmin', users: User[] = [HEAD]) => {
  const server = userServer(role, users)
  await openUsers(server)
  await press('neuen Benutzer erzeugen')
  return { server, form: await dialog('Benutzer erstellen') }
}

const openEdit = async (user: User, users: User[] = [HEAD, user]) => {
  const server = userServer('schooladmin', users)
  await openUsers(server)
  await press(`${user.name} bearbeiten`)
  return { server, form: await dialog('Benutzer bearbeiten') }
}

test('a head gives no role above the own one, and reads what a role may do', async () => {
  const { form } = await openNew()
  expect(form.getAllByRole('radio')).toHaveLength(4)
  expect(form.queryByRole('radio', { name: 'Admin' })).toBeNull()
  await userEvent.click(form.getByRole('radio', { name: 'Schulleitung' }))
  for (const name of ['Darf besonders geschützte Angaben sehen', 'Darf Benutzer verwalten'])
    expect(form.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(false)
  await userEvent.click(form.getByText('Was darf diese Rolle?'))
  expect(form.getByRole('list', { name: 'Rechte: Schulleitung' }).textContent).toContain('Bewerbungen bearbeiten')
})

test('the dialog for a new account leads to the page for several', async () => {
  const { form } = await openNew()
  await userEvent.click(form.getByRole('link', { name: 'Mehrere nacheinander anlegen' }))
  expect((await screen.findByRole('heading', { level: 1, name: 'Neuen User Anlegen' })).textContent).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an admin may give the role admin', async () => {
  const { form } = await openNew('admin')
  expect(form.getByRole('radio', { name: 'Admin' })).toBeTruthy()
})

test('nobody changes the own role', async () => {
  const { form } = await openEdit(HEAD, [HEAD])
  expect(form.getByText(USER_TEXTS.ownRole)).toBeTruthy()
  expect(form.getAllByRole('radio')).toHaveLength(1)
  expect(form.getByRole<HTMLInputElement>('radio', { name: 'Schulleitung' }).disabled).toBe(true)
  await press('Abbrechen')
  await gone()
})

test('another role is sent alone, and a notice says that it is saved', async () => {
  const bodo = account('Bodo Blickt', 'viewer')
  const { server, form } = await openEdit(bodo)
  server.on(userEndpoints.change, () => ({ message: 'Die Änderungen sind gespeichert.' }))
  expect(form.getByRole<HTMLInputElement>('radio', { name: 'Betrachter' }).checked).toBe(true)
  await userEvent.click(form.getByRole('radio', { name: 'ohne Rolle' }))
  await press('Übernehmen')
  expect(await screen.findByText('Die Änderungen sind gespeichert.')).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.change)).toEqual([{ roles: [], version: 1 }])
})

test('two people change one account: both versions are shown before one is taken', async () => {
  const bodo = account('Bodo Blickt', 'viewer')
  const users = [HEAD, bodo]
  const { server, form } = await openEdit(bodo, users)
  users[1] = { ...bodo, name: 'Bodo Zwei', version: 2 }
  server.on(userEndpoints.change, ({ body: { version } }) =>
    version === 2 ? { message: 'Die Änderungen sind gespeichert.' } : refuseStale(),
  )
  const name = form.getByLabelText('Name')
  fill(name, 'Bodo Drei')
  await press('Übernehmen')
  const conflict = within(await form.findByText(/^Alex Amtmann hat diesen Datensatz/).then((text) => cardOf(text)))
  expect(conflict.getByRole('row', { name: /^Name/ }).textContent).toContain('Bodo Zwei')
  expect(conflict.getByRole('row', { name: /^Name/ }).textContent).toContain('Bodo Drei')
  await press('Meine übernehmen')
  expect(await screen.findByText('Die Änderungen sind gespeichert.')).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.change).at(-1)).toEqual({ name: 'Bodo Drei', version: 2 })
})

/** Finds the alert around a text. */
const cardOf = (text: HTMLElement) => text.closest<HTMLElement>('[role="alert"]') ?? text

test('what is typed is checked beside its field', async () => {
  const nora = account('Nora Neu')
  const { server, form } = await openNew('schooladmin', [HEAD, nora])
  server.on(userEndpoints.add, () => refuseField('email', USER_TEXTS.emailTaken))
  const email = form.getByLabelText('E-Mail')
  const described = (name: string, description: RegExp) => form.findByRole('textbox', { name, description })
  fill(form.getByLabelText('Name'), 'Jo')
  await press('Anlegen')
  expect(await described('Name', /Mindestens 3 Zeichen angeben\./)).toBeTruthy()
  expect(form.getByText('Bitte prüfen Sie 2 Angaben:')).toBeTruthy()
  fill(form.getByLabelText('Name'), 'Jo Wald')
  // Whoever can see the account reads whose the address is, others only that it cannot be used.
  fill(email, nora.email)
  expect(await described('E-Mail', /^Nora Neu hat diese Adresse schon\./)).toBeTruthy()
  await press('Anlegen')
  expect(await form.findByText('Bitte prüfen Sie 1 Angabe:')).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.add)).toEqual([])
  fill(email, 'leitung.fow@example.org')
  await press('Anlegen')
  expect(await described('E-Mail', /Diese E-Mail-Adresse kann nicht verwendet werden\./)).toBeTruthy()
})

test('Escape loses nothing that is typed: it asks, and the question goes by Escape too', async () => {
  const { form } = await openNew()
  fill(form.getByLabelText('Name'), 'Jo Wald')
  await userEvent.keyboard('{Escape}')
  await dialog('Ungespeicherte Änderungen')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Weiter bearbeiten'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialogRequests.get()).toEqual([]))
  expect(screen.queryByRole('dialog', { name: 'Ungespeicherte Änderungen' })).toBeNull()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Jo Wald')
  await press('Abbrechen')
  await press('Verwerfen')
  await gone()
})

test('another own address asks for the own password, says what is wrong with it, and ends the session', async () => {
  const { server, form } = await openEdit(HEAD, [HEAD])
  expect(form.queryByLabelText('Ihr Passwort')).toBeNull()
  const refuse = (text: string) => server.on(userEndpoints.change, () => refuseField('current_password', text))
  refuse(USER_TEXTS.ownPassword)
  fill(form.getByLabelText('E-Mail'), 'umgezogen@example.org')
  await form.findByLabelText('Ihr Passwort')
  await press('Übernehmen')
  expect(await form.findByText(USER_TEXTS.ownPassword)).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.change)).toEqual([{ email: 'umgezogen@example.org', version: 1 }])
  refuse('Dieses Passwort ist nicht richtig.')
  fill(form.getByLabelText('Ihr Passwort'), 'nicht dieses')
  await press('Übernehmen')
  expect(await form.findByText('Dieses Passwort ist nicht richtig.')).toBeTruthy()
  server.on(userEndpoints.change, () => ({ message: 'Die Änderungen sind gespeichert.' }))
  server.on(accountEndpoints.basedata, () => json(401, { message: '' }))
  // The list never answers: that nobody is logged in any more shows by the base data alone.
  server.on(userEndpoints.list, stillOnItsWay)
  await press('Übernehmen')
  await waitFor(() => expect(window.location.pathname).toBe('/app/base/login'))
  expect(server.bodiesOf(userEndpoints.change).at(-1)).toMatchObject({ current_password: 'nicht dieses' })
})

test('a new account that was being typed waits for the next login', async () => {
  const { server, form } = await openNew()
  fill(form.getByLabelText('Name'), 'Jo Wald')
  fill(form.getByLabelText('E-Mail'), 'jo@example.org')
  endSession(server)
  server.on(userEndpoints.add, () => json(401, { message: '' }))
  await press('Anlegen')
  await waitFor(() => expect(window.location.pathname).toBe('/app/base/login'))
  await gone()
  await logInAgain(server, baseDataOf('schooladmin'))
  const again = await dialog('Benutzer erstellen')
  expect(again.getByLabelText<HTMLInputElement>('Name').value).toBe('Jo Wald')
})
