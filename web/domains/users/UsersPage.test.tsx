import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { userEndpoints } from '#contract/users/users.ts'
import { closeApp } from '#web/app.test-data.ts'
import { account, HEAD, openUsers, userServer } from './users.test-data.ts'

afterEach(closeApp)

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const hasRow = (name: string) => screen.queryByRole('row', { name: new RegExp(name) }) !== null
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const title = () => screen.getByRole('heading', { level: 1 }).textContent

test('the columns stand in their order', async () => {
  await openUsers(userServer('admin', [HEAD]))
  const table = await screen.findByRole('table', { name: 'Benutzer' })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'E-Mail / Name',
    'Admin',
    'Schulleitung',
    'Lehrer Level 1',
    'Betrachter',
    'Letzte Anmeldung',
    'Schulen',
    'Aktion',
  ])
})

test('a new account takes three clicks, and its row says when the invitation ends', async () => {
  const clicks = userEvent.setup()
  const users = [HEAD]
  const server = userServer('schooladmin', users)
  server.on(userEndpoints.add, () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    users.push(account('Frau Sommer', 'teacher_level_1', { invitation: { state: 'sent', expires_at } }))
    return { id: 9, message: 'Konto angelegt. Frau Sommer erhält eine E-Mail.' }
  })
  await openUsers(server)
  await row('Katharina Vogt')
  await clicks.click(button('neuen Benutzer erzeugen'))
  const form = within(await screen.findByRole('dialog', { name: 'Benutzer erstellen' }))
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')))
  await clicks.keyboard('Frau Sommer{Tab}sommer@example.org')
  await clicks.click(form.getByRole('radio', { name: 'Lehrer Level 1' }))
  await clicks.click(form.getByRole('button', { name: 'Anlegen' }))
  expect(await screen.findByText('Konto angelegt. Frau Sommer erhält eine E-Mail.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [body] = server.bodiesOf(userEndpoints.add)
  expect(body).toEqual({ name: 'Frau Sommer', email: 'sommer@example.org', roles: ['teacher_level_1'] })
  const added = await row('Frau Sommer')
  expect(added.textContent).toMatch(/Einladung läuft in \d+ min ab/)
  expect(within(added).getAllByRole('cell')[2]?.textContent).toBe('ja')
})

test('the filter leaves teachers and accounts without a role, and stands in the address as the search does', async () => {
  const keys = userEvent.setup()
  const others = [account('Lea Lehrt', 'teacher_level_1'), account('Bodo Blickt', 'viewer'), account('Nora Neu')]
  await openUsers(userServer('schooladmin', [HEAD, ...others]))
  await row('Bodo Blickt')
  await keys.click(screen.getByRole('checkbox', { name: 'nur Benutzer ohne Rolle' }))
  await waitFor(() => expect(hasRow('Bodo Blickt')).toBe(false))
  expect([hasRow('Lea Lehrt'), hasRow('Nora Neu'), hasRow('Katharina Vogt')]).toEqual([true, true, false])
  expect(window.location.search).toContain('without_role=1')
  await keys.type(screen.getByRole('searchbox', { name: 'Benutzer suchen' }), 'lea.lehrt@example.org')
  await waitFor(() => expect(hasRow('Nora Neu')).toBe(false))
  expect(hasRow('Lea Lehrt')).toBe(true)
  await waitFor(() => expect(title()).toBe('Benutzer Verwaltung 1'))
})

test('an account that is linked to a service names it, and the office takes the link away when a device is lost', async () => {
  const clicks = userEvent.setup()
  const linked = account('Lea Lehrt', 'teacher_level_1', { links: [{ name: 'IServ', is_own: true }] })
  const server = userServer('schooladmin', [HEAD, linked, account('Nora Neu')])
  server.on(userEndpoints.resetTwoFactor, () => ({ message: 'Verbindungen sind gelöst.' }))
  await openUsers(server)
  const shown = await row('Lea Lehrt')
  expect(within(shown).getAllByRole('cell')[4]?.textContent).toContain('mit IServ')
  await clicks.click(button('Zugang'))
  await clicks.click(await screen.findByRole('menuitemcheckbox', { name: 'mit Anmeldedienst verbunden' }))
  await waitFor(() => expect(hasRow('Nora Neu')).toBe(false))
  await clicks.click(button('Aktionen: Lea Lehrt'))
  await clicks.click(await screen.findByRole('menuitem', { name: 'Verbindung mit Anmeldedienst lösen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Verbindung mit Anmeldedienst lösen' })
  expect(dialog.textContent).toContain('Entfernt wird: Verbindung mit IServ.')
  await clicks.click(within(dialog).getByRole('button', { name: 'Entfernen' }))
  expect(await screen.findByText('Verbindungen sind gelöst.')).toBeTruthy()
})

test('the own account says so and cannot be deleted, and the button that refuses says why', async () => {
  const clicks = userEvent.setup()
  const server = userServer('schooladmin', [HEAD])
  await openUsers(server)
  expect((await row('Katharina Vogt')).textContent).toContain('(Sie)')
  const remove = button(/^Katharina Vogt löschen/)
  expect(remove.ariaDisabled ?? remove.getAttribute('aria-disabled')).toBe('true')
  await clicks.click(remove)
  expect(await screen.findByText('Das eigene Konto können Sie nicht löschen.')).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.remove)).toEqual([])
})

test('an account that belongs to other schools too is not edited, and the button says why', async () => {
  const clicks = userEvent.setup()
  const schools = [
    { id: 1, short: 'fsw' },
    { id: 2, short: 'fow' },
  ]
  await openUsers(userServer('schooladmin', [HEAD, account('Miriam Doppel', 'viewer', { schools, reach: 'detach' })]))
  expect((await row('Miriam Doppel')).textContent).toContain('fsw, auch an: fow')
  await clicks.click(button(/^Miriam Doppel bearbeiten/))
  expect(await screen.findByText(/^Dieses Konto gehört auch zu Schulen, die nicht Ihre sind\./)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an account is deleted after the question and comes back, by keys alone', async () => {
  const keys = userEvent.setup()
  const invitation = { state: 'sent', expires_at: '2026-11-20T12:00:00Z' } as const
  const nora = account('Nora Neu', null, { invitation })
  const users = [nora]
  const server = userServer('schooladmin', users)
  server.on(userEndpoints.remove, () => {
    users.pop()
    return { message: 'Das Konto von Nora Neu ist gelöscht.' }
  })
  server.on(userEndpoints.restore, () => {
    users.push(nora)
    return { message: 'Das Konto von Nora Neu ist wieder da. Die Einladung gilt nicht mehr.' }
  })
  await openUsers(server, 'Nora Neu')
  await row('Nora Neu')
  button('Nora Neu löschen').focus()
  await keys.keyboard('{Enter}')
  const question = within(await screen.findByRole('dialog', { name: 'Wirklich löschen?' }))
  expect(question.getByText('Wollen Sie diesen Mitarbeiter wirklich löschen?')).toBeTruthy()
  expect(question.getByText(/^Die Anmeldung endet sofort\. .* am \d\d\.\d\d\.\d{4}\.$/)).toBeTruthy()
  const isOnDismiss = () => expect(document.activeElement?.textContent).toBe('Abbrechen')
  await waitFor(isOnDismiss)
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Nora Neu löschen')))
  await keys.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Wirklich löschen?' })
  await waitFor(isOnDismiss)
  await keys.keyboard('{Tab}{Enter}')
  expect(await screen.findByText('Keine Treffer für „Nora Neu“.')).toBeTruthy()
  expect(await screen.findByText('Das Konto von Nora Neu ist gelöscht.')).toBeTruthy()
  await keys.keyboard('{Control>}z{/Control}')
  await row('Nora Neu')
  expect(await screen.findByText(/ist wieder da\. Die Einladung gilt nicht mehr\.$/)).toBeTruthy()
  expect(button('Einladung erneut senden')).toBeTruthy()
})

test('the menu of a row leads to the actions of that account, not of its namesake', async () => {
  const twins = [account('Gleich Name', 'viewer'), account('Gleich Name', null, { email: 'anders@example.org' })]
  await openUsers(userServer('schooladmin', twins), 'anders@example.org')
  await row('Gleich Name')
  await userEvent.click(button('Aktionen: Gleich Name'))
  const actions = await screen.findByRole('menuitem', { name: 'Benutzeraktionen ansehen' })
  expect(actions.getAttribute('href')).toBe(`/app/admin/userlog?user_id=${twins[1]?.id}`)
})

test('whoever cannot be reached has the reason below the address, and a filter of their own', async () => {
  const clicks = userEvent.setup()
  const unreachable = { since: '2026-11-18T09:20:00Z', reason: 'unknown' } as const
  await openUsers(userServer('schooladmin', [HEAD, account('Olga Irr', 'viewer', { unreachable })]))
  const marked = await row('Olga Irr')
  expect(within(marked).getByText('Adresse nicht erreichbar')).toBeTruthy()
  expect(within(marked).getByText('seit 18.11.2026. Die Adresse gibt es nicht.')).toBeTruthy()
  await clicks.click(screen.getByRole('checkbox', { name: 'nur nicht erreichbare Adressen' }))
  await waitFor(() => expect(hasRow('Katharina Vogt')).toBe(false))
  expect(hasRow('Olga Irr')).toBe(true)
  expect(window.location.search).toContain('unreachable=1')
})
