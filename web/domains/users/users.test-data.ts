import { PERMISSIONS, ROLE_LABELS, ROLE_PERMISSIONS, ROLES, type Role } from '#contract/permissions.ts'
import { type User, userEndpoints } from '#contract/users.ts'
import type { Reply } from '#web/api/client.ts'
import type { FakeServer } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'
import { openApp, staffServer } from '#web/staff-app.test-data.ts'
import { UsersPage } from './UsersPage.tsx'

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
  invitation: { state: 'none', expires_at: null },
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
  login_rules: { two_factor_for_heads: false },
})

export const USERS_PAGE = {
  path: paths.users,
  title: 'Benutzer Verwaltung',
  access: 'auth',
  permissions: ['manage users'],
  page: async () => ({ component: UsersPage }),
} as const

/** This is the viewer's own account: `staffServer` signs it in. */
export const HEAD = account('Katharina Vogt', 'schooladmin', { id: 7, email: 'leitung.fsw@example.org', is_self: true })

/** Makes a server with these accounts; a test may change `users` meanwhile. */
export const userServer = (role: Role, users: User[]) => {
  const server = staffServer(role)
  server.on(userEndpoints.list, () => userList(users))
  return server
}

export const openUsers = (server: FakeServer, search = '') =>
  openApp({ server, address: paths.users + (search && `?${new URLSearchParams({ search })}`), pages: [USERS_PAGE] })
