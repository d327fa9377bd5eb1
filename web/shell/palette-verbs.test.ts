import { expect, test } from 'vitest'
import { splitVerb } from './palette-verbs.ts'

test.each([
  ['Winter krank', { kind: 'sicknote' }, 'Winter'],
  ['krank Jo Winter', { kind: 'sicknote' }, 'Jo Winter'],
  ['anruf müller', { kind: 'call' }, 'müller'],
  ['Klassenliste 3a', { kind: 'list', title: 'Klassenliste', list: 'klasse' }, '3a'],
  ['1/2 Dachse unterschr', { kind: 'list', title: 'Unterschriftenliste', list: 'unterschriften' }, '1/2 Dachse'],
])('„%s“ says what is wanted and of whom', (typed, verb, rest) => {
  expect(splitVerb(typed)).toEqual({ verb, rest })
})

test.each(['Winter', 'krank', 'Klassenliste', 'kra Winter', ''])('„%s“ says only one of both', (typed) => {
  expect(splitVerb(typed)).toBeUndefined()
})
