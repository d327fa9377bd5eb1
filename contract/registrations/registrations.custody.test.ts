import { expect, test } from 'vitest'
import { hasCustody } from './registrations.custody.ts'

test.each([
  ['joint', [true, true]],
  ['sole', [true, false]],
  ['guardian', [true, false]],
])('with %s the persons have custody: %j', (custody, expected) => {
  expect([hasCustody(custody, 1), hasCustody(custody, 2)]).toEqual(expected)
})
