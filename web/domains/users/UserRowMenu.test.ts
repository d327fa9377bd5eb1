import { expect, test } from 'vitest'
import { USER_TEXTS } from '#contract/users/users.ts'
import { editRefusal, removeRefusal } from './UserRowMenu.tsx'
import { resetPartsOf, resetTitleOf } from './user-actions.tsx'

const other = { is_self: false, isAdmin: false, reach: 'edit' } as const

const ADMIN_ONLY = 'Dieses Konto kann nur ein Admin bearbeiten.'

test.each([
  [{}, undefined],
  [{ reach: 'detach' }, USER_TEXTS.otherSchools],
  [{ reach: 'read' }, USER_TEXTS.otherSchools],
  [{ reach: 'read', isAdmin: true }, ADMIN_ONLY],
  [{ isAdmin: true }, undefined],
] as const)('an account with %j is refused with %j', (account, refusal) => {
  expect(editRefusal({ ...other, ...account })).toBe(refusal)
  expect(removeRefusal({ ...other, ...account })).toBe(refusal)
})

test('the own account is edited, but not deleted', () => {
  const own = { ...other, is_self: true }
  expect([editRefusal(own), removeRefusal(own)]).toEqual([undefined, USER_TEXTS.ownAccount])
})

const IServ = { name: 'IServ', is_own: true }
const byAddress = { name: 'Nextcloud', is_own: false }

test.each([
  [{}, undefined, []],
  [{ links: [byAddress] }, undefined, []],
  [{ links: [IServ, byAddress] }, 'Verbindung mit Anmeldedienst lösen', ['Verbindung mit IServ']],
  [{ has_two_factor: true }, 'Zwei-Faktor-Anmeldung zurücksetzen', ['zweiter Faktor mit Wiederherstellungscodes']],
  [{ has_passkey: true }, 'Anmeldung zurücksetzen', ['alle Passkeys']],
  [
    { has_two_factor: true, has_passkey: true, links: [IServ] },
    'Anmeldung zurücksetzen',
    ['zweiter Faktor mit Wiederherstellungscodes', 'alle Passkeys', 'Verbindung mit IServ'],
  ],
])('the reset of an account with %j is called %j and takes %j', (more, title, parts) => {
  const account = { has_two_factor: false, has_passkey: false, links: [], ...more }
  expect([resetTitleOf(account), resetPartsOf(account)]).toEqual([title, parts])
})
