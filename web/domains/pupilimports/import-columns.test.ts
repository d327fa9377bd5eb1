import { expect, test } from 'vitest'
import { isSameMapping, mappingProblems } from './import-columns.ts'

test('what is missing and what is mapped twice is named', () => {
  expect(mappingProblems(['lastname', 'firstname', 'birthdate', null])).toEqual([])
  expect(mappingProblems(['lastname', 'city', null, 'city', 'city'])).toEqual([
    'Bitte ordnen Sie eine Spalte für „Vorname“ zu.',
    'Bitte ordnen Sie eine Spalte für „Geburtsdatum“ zu.',
    '„Ort“ ist zwei Spalten zugeordnet.',
  ])
})

test('a mapping is another one as soon as a column means something else', () => {
  expect(isSameMapping(['lastname', null], ['lastname', null])).toBe(true)
  expect(isSameMapping(['lastname', null], ['lastname', 'city'])).toBe(false)
  expect(isSameMapping(['lastname'], ['lastname', null])).toBe(false)
})
