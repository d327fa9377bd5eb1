import { expect, test } from 'vitest'
import { lookUpsOf } from './SameGuardianWidget.tsx'

const NOBODY = { firstname: '', lastname: '', phones: [], mail: '' }

test.each([
  ['nothing yet', {}, []],
  ['half a name', { firstname: 'Samira', lastname: 'A' }, []],
  ['a name', { firstname: ' Samira ', lastname: 'Al-Ahmad' }, ['Samira Al-Ahmad']],
  ['a number of another name', { firstname: 'Sam', phones: ['0152 28817386', '', '0152'] }, ['0152 28817386']],
  ['half an address, then a whole one', { mail: 'sam@example' }, []],
  [
    'all',
    { firstname: 'Sam', lastname: 'Al', phones: ['030 23125'], mail: 'sam@example.org' },
    ['030 23125', 'sam@example.org', 'Sam Al'],
  ],
])('%s is looked up as far as it can be somebody', (_what, typed, expected) => {
  expect(lookUpsOf({ ...NOBODY, ...typed })).toEqual(expected)
})
