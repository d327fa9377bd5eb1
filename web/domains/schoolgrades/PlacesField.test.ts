import { expect, it } from 'vitest'
import { placesError } from './PlacesField.tsx'

it.each([
  ['', undefined],
  ['0', undefined],
  ['500', undefined],
  ['501', 'Bitte höchstens 500 angeben.'],
  ['-1', 'Bitte 0 oder mehr angeben.'],
  ['−5', 'Bitte 0 oder mehr angeben.'],
  ['24,5', 'Bitte nur Zahlen angeben.'],
])('of %j places it says %j', (typed, refusal) => {
  expect(placesError(typed)).toBe(refusal)
})
