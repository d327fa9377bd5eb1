import { expect, test } from 'vitest'
import { mergedUnits, unitOf, withUnits } from './field-units.ts'

test('a part of an address stands for the whole, all else for itself', () => {
  expect(withUnits(['phone', 'house_number']).sort()).toEqual(
    ['address_extra', 'city', 'country', 'house_number', 'phone', 'street', 'zip'].sort(),
  )
  expect(withUnits(['phone', 'mail'])).toEqual(['phone', 'mail'])
  expect(withUnits([])).toEqual([])
  expect([unitOf('zip')?.length, unitOf('phone')]).toEqual([6, undefined])
})

const origin = { street: 'Altweg', house_number: '1', city: 'Bonn', phone: '1' }
type Change = Partial<typeof origin>
const merged = (mine: Change, theirs: Change) =>
  mergedUnits({ origin, mine: { ...origin, ...mine }, theirs: { ...origin, ...theirs } })

test.each<[string, Change, Change, Change | undefined]>([
  ['other parts of one address', { house_number: '9' }, { street: 'Neuweg' }, { street: 'Neuweg', house_number: '9' }],
  ['the same part alike', { street: 'Neuweg', city: 'Köln' }, { street: 'Neuweg' }, { street: 'Neuweg', city: 'Köln' }],
  ['another part that was emptied', { city: 'Köln' }, { house_number: '' }, { house_number: '', city: 'Köln' }],
  [
    'my telephone beside it',
    { city: 'Köln', phone: '2' },
    { street: 'Neuweg' },
    { street: 'Neuweg', city: 'Köln', phone: '2' },
  ],
  ['the same part in two ways', { street: 'Hier' }, { street: 'Da' }, undefined],
  ['the same part in two ways beside others', { street: 'Hier', city: 'Köln' }, { street: 'Da' }, undefined],
  ['nothing of my address', { street: 'Hier' }, { phone: '3' }, undefined],
  ['an address that I left alone', { phone: '3' }, { street: 'Da' }, undefined],
])('who changed %s', (_what, ...[mine, theirs, expected]) => {
  expect(merged(mine, theirs)).toEqual(expected && { ...origin, ...expected })
})
