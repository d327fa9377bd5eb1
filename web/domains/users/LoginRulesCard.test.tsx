import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { PERMISSIONS } from '#contract/permissions.ts'
import { USER_TEXTS, userEndpoints } from '#contract/users/users.ts'
import { closeApp } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { account, HEAD, openUsers, userServer } from './users.test-data.ts'

afterEach(closeApp)

const ALEX = account('Alex Amtmann', 'admin')
const openRules = async (server: Parameters<typeof openUsers>[0]) => {
  await openUsers(server)
  await userEvent.click(await screen.findByRole('button', { name: 'Anmeldung' }))
  expect(window.location.search).toBe('?tab=anmeldung')
}
const rule = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: /^Zwei-Faktor-Anmeldung für Schulleitungen verlangen/ })

test('only a person with a second factor may demand it from heads; others are shown where to set it up', async () => {
  const server = userServer('schooladmin', [HEAD, ALEX])
  server.on(userEndpoints.setLoginRules, () =>
    json(422, { message: '', errors: { two_factor_for_heads: [USER_TEXTS.twoFactorFirst] } }),
  )
  await openRules(server)
  await userEvent.click(await rule())
  const refusal = within(await screen.findByText(new RegExp(`^${USER_TEXTS.twoFactorFirst}`)))
  expect((await rule()).checked).toBe(false)
  expect(refusal.getByRole('link', { name: 'Zu Ihrem Profil' }).getAttribute('href')).toBe('/app/profile#zwei-faktor')
})

test('before the second factor is asked for it is said who loses access', async () => {
  const server = userServer('schooladmin', [{ ...HEAD, has_two_factor: true }, ALEX])
  server.on(userEndpoints.setLoginRules, () => ({ message: 'Die Zwei-Faktor-Anmeldung ist jetzt Pflicht.' }))
  await openRules(server)
  const question = async () => within(await screen.findByRole('dialog', { name: 'Zwei-Faktor-Anmeldung verlangen' }))
  await userEvent.click(await rule())
  expect((await question()).getByText(/^1 Konto hat noch keinen zweiten Faktor: Alex Amtmann\./)).toBeTruthy()
  expect((await question()).queryByText(/Katharina Vogt/)).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Abbrechen'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodiesOf(userEndpoints.setLoginRules)).toEqual([])
  await userEvent.click(await rule())
  await userEvent.click((await question()).getByRole('button', { name: 'Verlangen' }))
  expect(await screen.findByText(/jetzt Pflicht\.$/)).toBeTruthy()
  expect(server.bodiesOf(userEndpoints.setLoginRules)).toEqual([{ two_factor_for_heads: true }])
})

const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)

test('the overview shows every permission and role, and finds some', async () => {
  await openUsers(userServer('schooladmin', [HEAD]))
  expect(await screen.findByRole('heading', { name: 'Übersicht: Rechte - Rollen' })).toBeTruthy()
  const table = within(screen.getByRole('table', { name: 'Übersicht: Rechte - Rollen' }))
  const heads = ['Recht', 'Admin', 'Schulleitung', 'Lehrer Level 1', 'Betrachter']
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual(heads)
  expect(table.getAllByRole('rowheader')).toHaveLength(PERMISSIONS.length)
  expect(screen.getByText(/^„Benutzer verwalten“, .* persönliche Rechte/)).toBeTruthy()
  const debug = table.getByRole('row', { name: /^Technische Ansichten und Einrichtung/ })
  expect(textsOf(within(debug).getAllByRole('cell'))).toEqual([
    'Admin darf: Technische Ansichten und Einrichtung',
    '–Schulleitung darf nicht: Technische Ansichten und Einrichtung',
    '–Lehrer Level 1 darf nicht: Technische Ansichten und Einrichtung',
    '–Betrachter darf nicht: Technische Ansichten und Einrichtung',
  ])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Rechte suchen' }), 'bewerbung')
  await waitFor(() => expect(textsOf(table.getAllByRole('rowheader'))).toEqual(['Bewerbungen bearbeiten']))
})
