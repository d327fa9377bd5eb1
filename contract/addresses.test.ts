import { describe, expect, test } from 'vitest'
import { addressLines, envelopeLines, homeOf, isDeliverable, type PostalAddress } from './addresses.ts'

const NOWHERE = { street: null, house_number: null, address_extra: null, zip: null, city: null, country: 'DE' }
const POTSDAM: PostalAddress = { ...NOWHERE, street: 'Lindenallee', house_number: '5', zip: '14467', city: 'Potsdam' }
const SLUBICE: PostalAddress = {
  ...NOWHERE,
  street: 'Kopernika',
  house_number: '1a',
  zip: '69-100',
  city: 'Słubice',
  country: 'PL',
}

describe('lines of an address', () => {
  test.each([
    [POTSDAM, ['Lindenallee 5', '14467 Potsdam']],
    [{ ...POTSDAM, address_extra: 'Hinterhaus' }, ['Hinterhaus', 'Lindenallee 5', '14467 Potsdam']],
    [SLUBICE, ['Kopernika 1a', '69-100 Słubice', 'Polen']],
    [{ ...NOWHERE, city: 'Potsdam' }, ['Potsdam']],
    [{ ...POTSDAM, country: null }, ['Lindenallee 5', '14467 Potsdam']],
    [NOWHERE, []],
  ])('%j', (address, lines) => expect(addressLines(address)).toEqual(lines))

  test('an envelope names the country in capitals, and only abroad', () => {
    expect(envelopeLines(SLUBICE)).toEqual(['Kopernika 1a', '69-100 Słubice', 'POLEN'])
    expect(envelopeLines(POTSDAM)).toEqual(['Lindenallee 5', '14467 Potsdam'])
  })
})

describe('whose address it is (domain §1.7)', () => {
  test.each([
    ['the own one', { ...SLUBICE, lives_with_pupil: true }, 'Słubice'],
    ['the own one of who lives apart', { ...SLUBICE, lives_with_pupil: false }, 'Słubice'],
    ["the pupil's, when they live together", { ...NOWHERE, lives_with_pupil: true }, 'Potsdam'],
    ['none is known', { ...NOWHERE, lives_with_pupil: false }, undefined],
  ])('%s', (_title, guardian, city) => expect(homeOf(guardian, POTSDAM)?.city).toBe(city))
})

test('a letter needs street, postal code and town', () => {
  expect(isDeliverable(POTSDAM)).toBe(true)
  for (const part of ['street', 'zip', 'city'] as const) expect(isDeliverable({ ...POTSDAM, [part]: null })).toBe(false)
})
