import { expect, test } from 'vitest'
import { FIGURE_KEYS, figureFieldLabel, figureText, listOfFigure } from './figure-fields.ts'

test('every field has a German label of its own, and a text for what is not entered', () => {
  const labels = FIGURE_KEYS.map(figureFieldLabel)
  expect(new Set(labels).size).toBe(FIGURE_KEYS.length)
  for (const key of FIGURE_KEYS) {
    expect(figureFieldLabel(key), key).not.toBe(key)
    expect(figureText(key, null), key).toMatch(/^(ohne|kein|nicht)/)
  }
})

test.each([
  ['schoolgrade', '3', 'Klassenstufe 3'],
  ['entry_year', '2026', '2026/2027'],
  ['age', '9', '9 Jahre'],
  ['gender', 'd', 'divers'],
  ['nationalities', 'UKR', 'Ukraine'],
  ['foreign_languages', 'en', 'Englisch'],
  ['repeats', 'yes', 'ja'],
  ['support', 'speech', 'Sprache'],
  ['afterschool_days', 'tu', 'Di'],
] as const)('the value of %s is said in words', (key, value, text) => {
  expect(figureText(key, value)).toBe(text)
})

test('a number leads to the list of its children by filters and conditions', () => {
  expect(
    listOfFigure('2026-10-01', [
      { key: 'schoolgrade', value: '3' },
      { key: 'gender', value: 'f' },
    ]),
  ).toEqual({ on: '2026-10-01', schoolgrade: '3', gender: 'f' })
  expect(listOfFigure('2026-10-01', [{ key: 'schoolclass', value: null }])).toEqual({
    ...{ on: '2026-10-01', schoolclass_id: 'none' },
  })
  expect(listOfFigure('2026-10-01', [{ key: 'birth_year', value: '2018' }])).toEqual({
    ...{ on: '2026-10-01', filter: 'all**birthdate.between.2018-01-01.2018-12-31' },
  })
  expect(listOfFigure('2026-10-01', [{ key: 'nationalities', value: null }])).toEqual({
    ...{ on: '2026-10-01', filter: 'all**nationalities.empty' },
  })
})

test('support and children without a grade lead nowhere: no list names them', () => {
  expect(listOfFigure('2026-10-01', [{ key: 'support', value: 'speech' }])).toBeUndefined()
  expect(listOfFigure('2026-10-01', [{ key: 'schoolgrade', value: null }])).toBeUndefined()
})
