import { expect, test } from 'vitest'
import { registrationNumber } from './registrations.number.ts'

test('a number has at least four running digits', () => {
  expect(registrationNumber('fsw', 2027, 42)).toBe('FSW-2027-0042')
  expect(registrationNumber('fow', 2027, 12_345)).toBe('FOW-2027-12345')
})
