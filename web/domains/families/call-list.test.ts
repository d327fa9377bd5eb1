import { expect, test } from 'vitest'
import { movedTo, rebasedOrder } from './call-list.ts'
import type { FamilyPupil } from './family-queries.ts'

test.each([
  ['a', 1, ['b', 'a', 'c']],
  ['c', 0, ['c', 'a', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 3, ['a', 'b', 'c']],
  ['x', 0, ['a', 'b', 'c']],
])('%s moves to place %d', (key, place, expected) => {
  expect(movedTo(['a', 'b', 'c'], key, place)).toEqual(expected)
})

test('an order over a newer one keeps what was moved, drops who is gone and ends with who came', () => {
  const person = (id: number, priority: number | null) => ({ id, priority })
  const stored = {
    guardians: [],
    contact_persons: [person(1, 1), person(3, 2), person(4, 3), person(5, null)],
  } as unknown as FamilyPupil
  const before = ['contact_person 1', 'contact_person 2', 'contact_person 3']
  const mine = ['contact_person 3', 'contact_person 2', 'contact_person 1']
  expect(rebasedOrder(mine, stored, before)).toEqual(['contact_person 3', 'contact_person 1', 'contact_person 4'])
  // Whom this person took out stays out, although the stored order still has them.
  expect(rebasedOrder(['contact_person 1'], stored, before)).toEqual(['contact_person 1', 'contact_person 4'])
})
