import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEndpoints } from '#contract/users/users.ts'
import { closeApp } from '#web/app.test-data.ts'
import { account, HEAD, openUsers, userServer } from '#web/domains/users/users.test-data.ts'

/** What is busy comes back after that many seconds. */
const busy = (seconds: number) =>
  Response.json(
    { message: 'Das System ist gerade ausgelastet.' },
    { status: 503, headers: { 'Retry-After': `${seconds}` } },
  )

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
// Gives the real clock back, too.
afterEach(closeApp)

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const typing = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const press = async (name: string) => typing.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a save that takes long says so after two seconds, and after ten what to do', async () => {
  const server = userServer('schooladmin', [HEAD])
  let finish: (reply: { message: string }) => void = () => {}
  server.on(userEndpoints.change, () => new Promise<{ message: string }>((resolve) => (finish = resolve)))
  await openUsers(server)
  await press(`${HEAD.name} bearbeiten`)
  const form = await dialog('Benutzer bearbeiten')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Katharina Vogt-Berg' } })
  expect(screen.queryByText(/^Das dauert länger/)).toBeNull()
  await press('Übernehmen')
  await pass(2000)
  expect(screen.getByText('Das dauert länger als sonst. Bitte warten Sie einen Augenblick.')).toBeTruthy()
  await pass(8000)
  expect(screen.getByText(/Bitte lassen Sie diese Seite offen\./).closest('[role="status"]')).toBeTruthy()
  finish({ message: 'Die Änderungen sind gespeichert.' })
  await screen.findByText('Die Änderungen sind gespeichert.')
  expect(screen.queryByText(/Der Server antwortet noch nicht/)).toBeNull()
})

test('what was changed is sent again by itself while the server is busy', async () => {
  const server = userServer('schooladmin', [HEAD])
  let tries = 0
  server.on(userEndpoints.change, () => (++tries < 2 ? busy(3) : { message: 'Die Änderungen sind gespeichert.' }))
  await openUsers(server)
  await press(`${HEAD.name} bearbeiten`)
  const form = await dialog('Benutzer bearbeiten')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Katharina Vogt-Berg' } })
  await press('Übernehmen')
  expect(await screen.findByText('Nächster Versuch in 3 Sekunden.')).toBeTruthy()
  await pass(3500)
  expect(await screen.findByText('Die Änderungen sind gespeichert.')).toBeTruthy()
  expect(tries).toBe(2)
})

test('a busy server is asked again by itself, and nothing that was typed is lost', async () => {
  const server = userServer('schooladmin', [HEAD])
  let tries = 0
  server.on(userEndpoints.add, () => (++tries < 3 ? busy(3) : { message: 'Konto angelegt.', id: 12 }))
  await openUsers(server)
  await press('neuen Benutzer erzeugen')
  const form = await dialog('Benutzer erstellen')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Neu Hier' } })
  fireEvent.change(form.getByLabelText('E-Mail'), { target: { value: 'neu@example.org' } })
  await press('Anlegen')
  expect(await screen.findByText('Nächster Versuch in 3 Sekunden.')).toBeTruthy()
  await pass(2000)
  expect(screen.getByText('Nächster Versuch in 1 Sekunde.')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Neu Hier')
  await pass(4500)
  expect(await screen.findByText('Konto angelegt.')).toBeTruthy()
  expect(new Set(server.bodiesOf(userEndpoints.add).map((body) => JSON.stringify(body))).size).toBe(1)
  expect(tries).toBe(3)
})

test('an action that could be done twice is left to the person, with a countdown', async () => {
  const nora = account('Nora Neu', null, { invitation: { state: 'expired', expires_at: '2026-11-20T06:00:00Z' } })
  const server = userServer('schooladmin', [HEAD, nora])
  server.on(userEndpoints.invite, () => busy(3))
  await openUsers(server)
  await press('Aktionen: Nora Neu')
  await typing.click(await screen.findByRole('menuitem', { name: 'Einladung erneut senden' }))
  const said = 'Das System ist gerade ausgelastet. Ihre Eingaben bleiben erhalten.'
  expect(await screen.findByText(`${said} Bitte warten Sie 3 Sekunden.`)).toBeTruthy()
  await pass(4000)
  expect(screen.getByText(`${said} Sie können es jetzt noch einmal versuchen.`)).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.invite)).toHaveLength(1)
  await press('OK')
  await waitFor(() => expect(screen.queryByText(said, { exact: false })).toBeNull())
})

test('a page that takes long says so while it loads', async () => {
  const server = userServer('schooladmin', [HEAD])
  server.on(userEndpoints.list, () => new Promise(() => {}))
  await openUsers(server)
  await pass(2500)
  expect(await screen.findByText(/^Das dauert länger als sonst/)).toBeTruthy()
})
