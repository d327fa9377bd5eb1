import { fireEvent, screen } from '@testing-library/react'
import type { BaseData } from '#contract/account/account.ts'
import { PERMISSIONS, ROLE_LABELS, ROLE_PERMISSIONS, ROLES, type Role } from '#contract/permissions.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import type { Reply } from '#web/api/client.ts'
import { logIn, openApp, page, serverFor } from '#web/app.test-data.ts'
import { type FakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'

let lastId = 100

/** Makes an account of the school `fsw` as the list shows it. */
export const account = (name: string, role: Role | null = null, more: Partial<User> = {}): User => ({
  id: ++lastId,
  name,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.org`,
  roles: role ? [role] : [],
  isAdmin: role === 'admin',
  isSchoolAdmin: role === 'schooladmin',
  isSchooladmin: role === 'schooladmin',
  isTeacherLevel1: role === 'teacher_level_1',
  isViewer: role === 'viewer',
  may_view_sensitive: role === 'schooladmin',
  may_manage_users: role === 'schooladmin',
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
  ...more,
})

/** This is what the call of the list answers for these accounts. */
export const userList = (users: readonly User[]): Reply<typeof userEndpoints.list> => ({
  users: [...users],
  roles: ROLE_LABELS,
  permissions: PERMISSIONS.map((name, index) => ({
    id: index + 1,
    name,
    roles: ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(name)),
  })),
  login_rules: {
    ...{ two_factor_for_heads: false, ways: 'all', provider_id: null, emergency_user_id: null },
    providers: [],
  },
})

/** This is the viewer's own account: `serverFor` signs it in. */
export const HEAD = account('Katharina Vogt', 'schooladmin', { id: 7, email: 'leitung.fsw@example.org', is_self: true })

/** Makes a server with these accounts; a test may change `users` meanwhile. */
export const userServer = (role: Role, users: User[]) => {
  // The start page, which follows a login, waits for what is not prepared; a refusal would be an alert.
  const server = serverFor(role, [stillOnItsWay])
  server.on(userEndpoints.list, () => userList(users))
  return server
}

/** Logs in after the end of a session, and comes back to the list. */
export const logInAgain = async (server: FakeServer, baseData: BaseData) => {
  await page('Login')
  logIn(server, baseData)
  fireEvent.click(await screen.findByRole('button', { name: 'Weiter zu: Benutzer Verwaltung' }))
}

export const openUsers = (server: FakeServer, search = '') =>
  openApp(paths.users + (search && `?${new URLSearchParams({ search })}`), server)
