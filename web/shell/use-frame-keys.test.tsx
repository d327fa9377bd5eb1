import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { address, closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  signIn(server, baseDataOf('schooladmin'))
})
afterEach(closeApp)

const help = () => screen.findByRole('dialog', { name: 'Tastenkürzel' })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const openHome = async () => {
  await openApp('/', server)
  await page(/^Willkommen/)
}

test('a question mark shows the keys, and g with a letter goes to a page', async () => {
  await openHome()
  await userEvent.keyboard('?')
  expect(within(await help()).getByText('Zu: Bewerbungen')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await userEvent.keyboard('gb')
  await page(/^Bewerbungen/)
  await userEvent.keyboard('gs')
  await page(/^Schülerinnen und Schüler/)
})

test('in a field keys are letters', async () => {
  await openApp('/admin/sus', server)
  const search = await screen.findByRole<HTMLInputElement>('searchbox')
  await userEvent.type(search, 'gb?')
  expect(search.value).toBe('gb?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toMatch(/^\/admin\/sus/)
})

test('keys of one letter can be switched off; Strg+K works on', async () => {
  await openApp('/admin/sus', server)
  await page(/^Schülerinnen und Schüler/)
  await userEvent.keyboard('?')
  await userEvent.click(within(await help()).getByRole('switch', { name: /^Einzelne Tasten benutzen/ }))
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await userEvent.keyboard('?gb')
  // It would not open behind another dialog.
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: /Seite oder Befehl/ })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(address()).toMatch(/^\/admin\/sus/)
})

test('Strg+K closes an open menu and opens the palette', async () => {
  await openHome()
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  await screen.findByRole('menu')
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: /Seite oder Befehl/ })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field))
  // Without a word typed it begins with what can be done.
  expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/^Krankmeldung erfassen/)
})

const user = (id: number, name: string): User => ({
  id,
  name,
  email: `konto-${id}@example.org`,
  roles: [],
  isAdmin: false,
  isSchoolAdmin: false,
  isSchooladmin: false,
  isTeacherLevel1: false,
  isViewer: false,
  may_view_sensitive: false,
  may_manage_users: false,
  schools: [{ id: 1, short: 'fsw' }],
  last_login_at: null,
  has_two_factor: false,
  has_passkey: false,
  links: [],
  usable_ways: { passkey: false, provider_ids: [], emergency: false },
  invitation: { state: 'none', expires_at: null },
  unreachable: null,
  is_self: false,
  reach: 'edit',
  version: 1,
})

const openUsers = async () => {
  server.on(userEndpoints.list, () => ({
    users: [user(11, 'Anna Amsel'), user(12, 'Bert Birke')],
    roles: ROLE_LABELS,
    permissions: [],
    login_rules: {
      two_factor_for_heads: false,
      ways: 'all' as const,
      provider_id: null,
      emergency_user_id: null,
      providers: [],
    },
  }))
  await openApp('/user-management', server)
  const table = await screen.findByRole('table', { name: 'Benutzer' })
  await within(table).findByText('Bert Birke')
  return within(table).getAllByRole('row').slice(1)
}

test('j and k go through the rows, also with the arrows', async () => {
  const [first, second] = await openUsers()
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(first)
})

test('n opens what the page offers first, Strg+S saves it, and a question is answered by its buttons only', async () => {
  await openUsers()
  await userEvent.keyboard('n')
  const dialog = await screen.findByRole('dialog', { name: 'Benutzer erstellen' })
  const name = within(dialog).getByLabelText<HTMLInputElement>('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await userEvent.keyboard('njk')
  await userEvent.keyboard('{Control>}s{/Control}')
  const mail = within(dialog).getByLabelText('E-Mail')
  await waitFor(() => expect(mail.ariaInvalid).toBe('true'))
  expect(name.value).toBe('njk')
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Ungespeicherte Änderungen' })
  const stay = within(question).getByRole('button', { name: 'Weiter bearbeiten' })
  await waitFor(() => expect(document.activeElement).toBe(stay))
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(question.isConnected).toBe(true)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(question.isConnected).toBe(false))
  expect(name.value).toBe('njk')
})

test('Strg+S sends the only form of a page', async () => {
  await openApp('/createuser', server)
  await screen.findByLabelText('Name')
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Bitte prüfen Sie 2 Angaben:')).toBeTruthy()
})
