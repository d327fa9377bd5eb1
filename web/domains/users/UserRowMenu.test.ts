import { expect, test } from 'vitest'
import { USER_TEXTS } from '#contract/users/users.ts'
import { editRefusal, removeRefusal } from './UserRowMenu.tsx'

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
