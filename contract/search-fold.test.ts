import { expect, test } from 'vitest'
import { isOnlyAlike, searchFold, searchWords } from './search-fold.ts'

test('Müller is found by mueller, muller and müller', () => {
  expect(new Set(['Müller', 'MUELLER', 'muller', 'Mu\u0308ller'].map(searchFold))).toEqual(new Set(['muller']))
})

test.each([
  ['Groß', 'gross'],
  ['Łukasz Yılmaz', 'lukasz yilmaz'],
  ['Anna-Lena', 'anna lena'],
  ["O'Neil", 'oneil'],
  ['Nguyễn', 'nguyen'],
  ['FSW-2027-0042', 'fsw 2027 0042'],
])('%s is folded to %s', (text, expected) => {
  expect(searchFold(text)).toBe(expected)
})

test('a search has at most six words', () => {
  expect(searchWords('  Müller   Mia ')).toEqual(['muller', 'mia'])
  expect(searchWords('a b c d e f g')).toHaveLength(6)
  expect(searchWords(' % ')).toEqual([])
})

test.each([
  ['Müller, Mia', 'müller', false],
  ['Müller, Mia', 'Mueller', false],
  ['Mueller, Mia', 'mü', false],
  ['Müller, Mia', 'mia mül', false],
  ['Çelik, Zoë', 'celik zoe', false],
  ['Groß, Ida', 'gross', false],
  ['Muller, Mia', 'müller', true],
  ['Müller, Mia', 'muller', true],
  ['Baur, Ole', 'bauer', true],
  // Found by something beside the name.
  ['Vogt, Ida', 'müller', false],
  ['Vogt, Ida', '', false],
])('%s found by %s is only a similar spelling: %s', (name, search, isAlike) => {
  expect(isOnlyAlike(name, search)).toBe(isAlike)
})
