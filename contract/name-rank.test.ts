import { expect, test } from 'vitest'
import { rankNames } from './name-rank.ts'
import { searchWords } from './search-fold.ts'

const named = (name: string) => {
  const [lastname = '', firstname = ''] = name.split(', ')
  return { lastname, firstname }
}
const FOUND = [
  'Berg, Schulze',
  'Koch-Schulz, Finn',
  'Müller-Lüd, Ida',
  'Schulz, Arthur',
  'Schulz-Berg, Mia',
  'Schulze, Ada',
]

test.each([
  ['schulz', ['Schulz, Arthur', 'Schulz-Berg, Mia', 'Schulze, Ada', 'Berg, Schulze', 'Koch-Schulz, Finn']],
  ['Koch-Schulz', ['Koch-Schulz, Finn', 'Schulz, Arthur']],
  ['mia schulz', ['Schulz, Arthur', 'Schulz-Berg, Mia']],
  ['mueller', ['Müller-Lüd, Ida']],
  ['lued', ['Berg, Schulze']],
])('%j: the whole surname comes first, then its beginning, then the first name', (search, first) => {
  const ranked = rankNames(FOUND.map(named), searchWords(search))
  expect(ranked.slice(0, first.length).map(({ lastname, firstname }) => `${lastname}, ${firstname}`)).toEqual(first)
})
