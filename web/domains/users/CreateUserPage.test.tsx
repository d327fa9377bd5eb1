import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { userEndpoints } from '#contract/users/users.ts'
import { closeApp, openApp } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { account, HEAD, userServer } from './users.test-data.ts'

afterEach(closeApp)

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)

test('the page for a new user makes an account, at first without a role, and says so', async () => {
  const users = [HEAD]
  const server = userServer('schooladmin', users)
  server.on(userEndpoints.add, () => {
    users.push(account('Herr Winter'))
    return { id: 9, message: 'Konto angelegt. Herr Winter erhält eine E-Mail.' }
  })
  await openApp(paths.createUser, server)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Neuen User Anlegen')
  await userEvent.type(await field('Name'), 'Herr Winter')
  await userEvent.type(await field('E-Mail'), 'winter@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'User anlegen' }))
  const alert = within(await screen.findByRole('dialog', { name: 'Hinweis' }))
  expect(alert.getByText('Konto angelegt. Herr Winter erhält eine E-Mail.')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  expect((await field('Name')).value).toBe('')
  expect((await field('E-Mail')).value).toBe('')
  expect(server.bodiesOf(userEndpoints.add)).toEqual([{ name: 'Herr Winter', email: 'winter@example.org' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('link', { name: 'Herr Winter in der Benutzer Verwaltung ansehen' }))
  expect(await screen.findByRole('row', { name: /Herr Winter/ })).toBeTruthy()
})

test('a role may be chosen there as in the dialog, and its personal rights with it', async () => {
  const server = userServer('schooladmin', [HEAD])
  server.on(userEndpoints.add, () => ({ id: 9, message: 'Konto angelegt.' }))
  await openApp(paths.createUser, server)
  await userEvent.type(await field('Name'), 'Frau Sommer')
  await userEvent.type(await field('E-Mail'), 'sommer@example.org')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'ohne Rolle' }).checked).toBe(true)
  const warning = 'Ohne Rolle sieht diese Person keine Daten der Schule.'
  const first = screen.getByRole('radio', { name: 'Schulleitung' })
  expect(screen.getByText(warning).compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByRole('checkbox', { name: 'Darf Benutzer verwalten' })).toBeNull()
  // Nobody gives a role above the own one.
  expect(screen.queryByRole('radio', { name: 'Admin' })).toBeNull()
  await userEvent.click(first)
  expect(screen.queryByText(warning)).toBeNull()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Darf Benutzer verwalten' }))
  await userEvent.click(screen.getByRole('button', { name: 'User anlegen' }))
  await screen.findByRole('dialog', { name: 'Hinweis' })
  expect(server.bodiesOf(userEndpoints.add)).toEqual([
    {
      ...{ name: 'Frau Sommer', email: 'sommer@example.org', roles: ['schooladmin'] },
      ...{ may_manage_users: true, may_view_sensitive: false },
    },
  ])
})

test('a link can choose Schulleitung, with both personal rights', async () => {
  const server = userServer('admin', [])
  server.on(userEndpoints.add, () => ({ id: 9, message: 'Konto angelegt.' }))
  await openApp(`${paths.createUser}?role=schooladmin`, server)
  await userEvent.type(await field('Name'), 'Frau Sommer')
  await userEvent.type(await field('E-Mail'), 'sommer@example.org')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Schulleitung' }).checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'User anlegen' }))
  await screen.findByRole('dialog', { name: 'Hinweis' })
  expect(server.bodiesOf(userEndpoints.add)).toEqual([
    {
      ...{ name: 'Frau Sommer', email: 'sommer@example.org', roles: ['schooladmin'] },
      ...{ may_manage_users: true, may_view_sensitive: true },
    },
  ])
})
