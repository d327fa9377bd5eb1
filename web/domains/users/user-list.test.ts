import { expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users/users.ts'
import { shownUsers, userListState } from './user-list.ts'

let lastId = 0

const user = (name: string, role: Role | null = null, email = 'konto@example.org'): User => ({
  id: ++lastId,
  name,
  email,
  roles: role ? [role] : [],
  isAdmin: role === 'admin',
  isSchoolAdmin: role === 'schooladmin',
  isSchooladmin: role === 'schooladmin',
  isTeacherLevel1: role === 'teacher_level_1',
  isViewer: role === 'viewer',
  may_view_sensitive: false,
  may_manage_users: false,
  schools: [],
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

const names = (users: readonly User[], query: string) => {
  const search = new URLSearchParams(query)
  const state = userListState({ get: (key) => search.get(key) ?? undefined, set: () => {} })
  return shownUsers(users, state).map(({ name }) => name)
}

test('the filter leaves those who are neither admin nor head nor viewer: teachers stay', () => {
  const users = [
    user('A Admin', 'admin'),
    user('B Leitung', 'schooladmin'),
    user('C Lehrerin', 'teacher_level_1'),
    user('D Gast', 'viewer'),
    user('E Niemand'),
  ]
  expect(names(users, 'without_role=1')).toEqual(['C Lehrerin', 'E Niemand'])
  expect(names(users, '')).toHaveLength(5)
})

test.each([
  ['mueller', ['Ute Müller']],
  ['muller ute', ['Ute Müller']],
  ['leitung.fsw@example', ['Kim Berg']],
  ['fsw', ['Kim Berg']],
  ['erg', []],
  ['example', ['Kim Berg', 'Ute Müller']],
  ['  ', ['Kim Berg', 'Ute Müller']],
])('the search %j finds %j', (search, found) => {
  const users = [user('Ute Müller'), user('Kim Berg', 'viewer', 'leitung.fsw@example.org')]
  expect(names(users, new URLSearchParams({ search }).toString())).toEqual(found)
})

test('names sort as in a register, and back', () => {
  const users = [user('Muster'), user('Müller'), user('Mutter'), user('Adam 10'), user('Adam 2')]
  expect(names(users, '')).toEqual(['Adam 2', 'Adam 10', 'Müller', 'Muster', 'Mutter'])
  expect(names(users, 'sort=-name')).toEqual(['Mutter', 'Muster', 'Müller', 'Adam 10', 'Adam 2'])
})

test('a filter leaves accounts without a second factor, another those that are linked to a service', () => {
  const users = [
    user('Ohne alles'),
    { ...user('Mit Code'), has_two_factor: true },
    { ...user('Mit IServ'), links: [{ name: 'IServ', is_own: false }] },
  ]
  expect(names(users, 'sign_in=without_two_factor')).toEqual(['Mit IServ', 'Ohne alles'])
  expect(names(users, 'sign_in=linked')).toEqual(['Mit IServ'])
})

test('by the last login, the latest first and those without one last', () => {
  const users = [
    user('Nie'),
    { ...user('Früher'), last_login_at: '2026-11-01T07:00:00Z' },
    { ...user('Später'), last_login_at: '2026-11-02T07:00:00Z' },
  ]
  expect(names(users, 'sort=-last_login_at')).toEqual(['Später', 'Früher', 'Nie'])
})
