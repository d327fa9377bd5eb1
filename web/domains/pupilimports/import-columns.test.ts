import { expect, test } from 'vitest'
import {
  answerOf,
  doubledMeanings,
  freeColumns,
  isSameAnswers,
  isSameMapping,
  mappingProblems,
  questionsOf,
  withAnswer,
} from './use-import-columns.ts'

const SAID = { schoolclass: null, gender: 'w' }

test('what is missing, not answered and mapped twice is named', () => {
  expect(mappingProblems(['lastname', 'firstname', 'birthdate', null], SAID)).toEqual([])
  expect(mappingProblems(['last_first', 'birthdate', 'gender', 'schoolclass'], {})).toEqual([])
  expect(mappingProblems(['lastname', 'city', null, 'city', 'zip_city'], { gender: 'w' })).toEqual([
    'Bitte ordnen Sie eine Spalte für „Vorname“ zu.',
    'Bitte ordnen Sie eine Spalte für „Geburtsdatum“ zu.',
    '„Ort“ ist zwei Spalten zugeordnet.',
    'Keine Spalte nennt die Klasse. Bitte geben Sie an, wohin die Kinder kommen.',
  ])
  expect(doubledMeanings(['lastname', 'first_last', 'city'])).toEqual(['lastname', 'first_last'])
})

test('a mapping is another one as soon as a column means something else', () => {
  expect(isSameMapping(['lastname', null], ['lastname', null])).toBe(true)
  expect(isSameMapping(['lastname', null], ['lastname', 'city'])).toBe(false)
  expect(isSameMapping(['lastname'], ['lastname', null])).toBe(false)
})

test('an answer is another one when something else is said, not in another order', () => {
  expect(isSameAnswers({ schoolclass: null, gender: 'w' }, { gender: 'w', schoolclass: null })).toBe(true)
  expect(isSameAnswers({ gender: 'w' }, { gender: 'm' })).toBe(false)
  expect(isSameAnswers({ gender: null }, {})).toBe(false)
})

test('a question is answered by a column, by one text for all, or by „not in the file“; the last one counts', () => {
  const nothing = { mapping: ['lastname', null, null] as const, answers: {} }
  expect(questionsOf(nothing.mapping)).toEqual(['firstname', 'birthdate', 'schoolclass', 'gender'])
  expect(answerOf('gender', nothing)).toBeUndefined()
  const all = withAnswer('gender', { text: 'w' }, nothing)
  expect(all).toEqual({ mapping: nothing.mapping, answers: { gender: 'w' } })
  expect(answerOf('gender', all)).toEqual({ text: 'w' })
  const column = withAnswer('gender', { column: 2 }, all)
  expect(column).toEqual({ mapping: ['lastname', null, 'gender'], answers: {} })
  expect(answerOf('gender', column)).toEqual({ column: 2 })
  const other = withAnswer('gender', { column: 1 }, column)
  expect(other.mapping).toEqual(['lastname', 'gender', null])
  const later = withAnswer('gender', 'later', other)
  expect(later).toEqual({ mapping: ['lastname', null, null], answers: { gender: null } })
  expect(answerOf('gender', later)).toBe('later')
  expect(withAnswer('gender', undefined, later)).toEqual(nothing)
  // Nobody is entered without a birth date.
  expect(withAnswer('birthdate', 'later', nothing)).toEqual(nothing)
})

test('a column that holds both names answers both questions', () => {
  const both = { mapping: ['birthdate', 'last_first'] as const, answers: {} }
  expect(['lastname', 'firstname'].map((field) => answerOf(field as 'lastname', both))).toEqual([
    { column: 1 },
    { column: 1 },
  ])
  expect(freeColumns(['Geb.', 'Kind'], both.mapping, 'firstname')).toEqual([{ column: 1, heading: 'Kind' }])
  // Another column for one of them leaves none for the pair.
  expect(withAnswer('firstname', { column: 0 }, both).mapping).toEqual(['firstname', null])
})

test('columns that mean nothing yet may be chosen, never those of Art. 9', () => {
  expect(freeColumns(['Name', 'Konfession', '', 'Gruppe'], ['lastname', null, null, 'schoolclass'], 'gender')).toEqual([
    { column: 2, heading: 'Spalte 3' },
  ])
})
