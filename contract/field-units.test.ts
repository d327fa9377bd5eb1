import { expect, test } from 'vitest'
import { withUnits } from './field-units.ts'

test('a part of an address stands for the whole, all else for itself', () => {
  expect(withUnits(['phone', 'house_number']).sort()).toEqual(
    ['address_extra', 'city', 'country', 'house_number', 'phone', 'street', 'zip'].sort(),
  )
  expect(withUnits(['phone', 'mail'])).toEqual(['phone', 'mail'])
  expect(withUnits([])).toEqual([])
})
