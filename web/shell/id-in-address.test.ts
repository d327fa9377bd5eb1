import { expect, test } from 'vitest'
import { ApiFailure } from '#web/api/client.ts'
import { idInAddress } from './id-in-address.ts'

test('the number in the address is the record', () => {
  expect(idInAddress({ params: { id: '42' } })).toBe(42)
})

test.each([{}, { id: '' }, { id: 'abc' }, { id: '1e3' }, { id: '-1' }, { id: '1.5' }, { id: '1234567890123456' }])(
  '%j is as unknown as a number nobody has',
  (params) => {
    expect(() => idInAddress({ params })).toThrow(ApiFailure)
  },
)
