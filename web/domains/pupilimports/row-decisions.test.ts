import { expect, test } from 'vitest'
import { possibleDecisions } from './import-row-columns.tsx'

const match = {
  id: 1,
  firstname: 'Mia',
  lastname: 'Rot',
  birthdate: '2018-03-01',
  status: 'active',
  school_short: 'fsw',
  gender: 'f' as const,
  schoolclass: null,
  address: null,
  changes: [],
}
const repeated = { field: null, message: 'Dieses Kind steht schon in Zeile 2.' }

test.each([
  ['same', [], []],
  ['error', [], ['skip']],
  ['new', [], ['create', 'skip']],
  ['changed', [], ['update', 'skip']],
  ['duplicate', [], ['create', 'update', 'skip']],
  ['duplicate', [repeated], ['create', 'skip']],
] as const)('about a row that is %s with the problems %j can be decided: %j', (verdict, problems, decisions) => {
  expect(possibleDecisions({ verdict, problems: [...problems], matches: [match] })).toEqual(decisions)
})

test('without anybody on record there is nobody to update', () => {
  expect(possibleDecisions({ verdict: 'duplicate', problems: [], matches: [] })).toEqual(['create', 'skip'])
})
