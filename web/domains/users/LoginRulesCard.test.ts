import { expect, test } from 'vitest'
import type { User } from '#contract/users/users.ts'
import { lockedOutText, losingAccess } from './LoginRulesCard.tsx'

const account = (name: string, facts: Partial<User> = {}) =>
  ({
    name,
    isAdmin: false,
    isSchoolAdmin: true,
    has_two_factor: false,
    schools: [{ id: 1, short: 'fsw' }],
    ...facts,
  }) as User

test('heads and admins of this school without a second factor lose it, nobody else', () => {
  const users = [
    account('Leitung'),
    account('Admin', { isAdmin: true, isSchoolAdmin: false }),
    account('Mit App', { has_two_factor: true }),
    account('Lehrerin', { isSchoolAdmin: false }),
    account('Anderswo', { schools: [{ id: 2, short: 'fow' }] }),
  ]
  expect(losingAccess(users, 1).map(({ name }) => name)).toEqual(['Leitung', 'Admin'])
})

const END = 'an dieser Schule den Zugriff auf alles außer Start und Profil.'

test.each([
  [[], 'Alle Schulleitungen und Admins dieser Schule haben sie schon eingerichtet.'],
  [['A'], `1 Konto hat noch keinen zweiten Faktor: A. Bis er eingerichtet ist, verliert es ${END}`],
  [['A', 'B'], `2 Konten haben noch keinen zweiten Faktor: A und B. Bis er eingerichtet ist, verlieren sie ${END}`],
  [
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
    `7 Konten haben noch keinen zweiten Faktor: A, B, C, D, E und 2 weitere. Bis er eingerichtet ist, verlieren sie ${END}`,
  ],
])('%j are told', (names, text) => {
  expect(lockedOutText(names.map((name) => account(name)))).toBe(text)
})
