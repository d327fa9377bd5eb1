import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { permissionsOf, type Role } from '#contract/permissions.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { baseDataOf } from './page.test-data.ts'
import { paths } from './paths.ts'

afterEach(closeApp)

const WITHOUT_RIGHTS = { may_view_sensitive: false, may_manage_users: false }

/** These are the kinds of accounts of the demo; a secretary is a Schulleitung account without the personal rights. */
const PEOPLE: readonly { who: string; role: Role | null }[] = [
  { who: 'a secretary', role: 'schooladmin' },
  { who: 'a teacher', role: 'teacher_level_1' },
  { who: 'a viewer', role: 'viewer' },
  { who: 'somebody without a role', role: null },
]

test.each(PEOPLE)('$who manages no accounts, reads no log and is told so', async ({ role }) => {
  const server = serverFor(baseDataOf(role, { permissions: permissionsOf(role, WITHOUT_RIGHTS) }))
  for (const address of [paths.users, paths.userlog]) {
    await openApp(address, server)
    expect(await screen.findByText(/Dafür fehlt Ihnen die Berechtigung „Benutzer verwalten“\./)).toBeTruthy()
    cleanup()
  }
  await openApp(paths.createUser, server)
  expect(await screen.findByText('Diese Funktion steht ihnen nicht zur Verfügung')).toBeTruthy()
  expect(screen.queryByLabelText('E-Mail')).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/app/')
  expect(server.sentTo(userEndpoints.list)).toEqual([])
})
