import { expect, test } from 'vitest'
import { birthdayMark, byBirthday } from './birthdays.ts'

const FRIDAY = '2026-11-20'

test.each([
  ['2016-11-20', 'today'],
  ['2016-11-16', 'week'],
  ['2016-11-22', 'week'],
  ['2016-11-15', undefined],
  ['2016-11-23', undefined],
  ['2016-12-20', undefined],
])('a birthday on %s is %s on Friday', (birthdate, mark) => {
  expect(birthdayMark(birthdate, FRIDAY)).toBe(mark)
})

test('a week across New Year has the birthdays of both years', () => {
  expect(birthdayMark('2018-01-03', '2026-12-30')).toBe('week')
  expect(birthdayMark('2018-12-28', '2027-01-02')).toBe('week')
})

test('who is born on 29 February has the birthday on 1 March where there is no such day', () => {
  expect(birthdayMark('2016-02-29', '2027-03-01')).toBe('today')
  expect(birthdayMark('2016-02-29', '2028-02-29')).toBe('today')
  expect(birthdayMark('2016-02-29', '2028-03-01')).toBe('week')
})

test('birthdays go through the year, whatever the year of birth', () => {
  const born = ['2017-05-01', '2015-12-24', '2018-01-02'].map((birthdate) => ({ birthdate }))
  expect(born.sort(byBirthday).map(({ birthdate }) => birthdate)).toEqual(['2018-01-02', '2017-05-01', '2015-12-24'])
})
