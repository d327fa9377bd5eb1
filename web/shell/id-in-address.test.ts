import { expect, test } from 'vitest'
import { ApiFailure } from '#web/api/client.ts'
import { idInAddress } from './id-in-address.ts'

test('the number in the address is the record', () => {
  expect(idInAddress({ params: { id: '42' } })).toBe(42)
})

test.each(['', 'abc', '1e3', '-1', '1.5', '1234567890123456'])('„%s“ is as unknown as a number nobody has', (id) => {
  expect(() => idInAddress({ params: { id } })).toThrow(ApiFailure)
})

test('an address without one is as unknown', () => {
  expect(() => idInAddress({ params: {} })).toThrow(ApiFailure)
})
