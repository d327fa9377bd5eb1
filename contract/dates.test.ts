import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  ageOn,
  berlinTime,
  berlinToday,
  formatDate,
  formatDateTime,
  formatDayOf,
  formatShortDay,
  isIsoDay,
  parseDateInput,
  parseNearDay,
  SCHOOL_WEEKDAYS,
  SHORT_WEEKDAYS,
  weekday,
  weekdayName,
} from './dates.ts'

const TODAY = '2026-11-20'

const day = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2198-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('typed dates (spec §5)', () => {
  test.each([
    ['3.5.15', '2015-05-03'],
    ['03052015', '2015-05-03'],
    ['030515', '2015-05-03'],
    ['2015-05-03', '2015-05-03'],
    ['03.05.2015', '2015-05-03'],
    [' 3. 5. 2015 ', '2015-05-03'],
    ['3/5/2015', '2015-05-03'],
    ['3,5,21', '2021-05-03'],
    ['3, 5, 2021', '2021-05-03'],
    ['20210331', '2021-03-31'],
    ['20102015', '2015-10-20'],
    ['2021/3/31', '2021-03-31'],
    ['31.03.2021.', '2021-03-31'],
    ['31. März 2021', '2021-03-31'],
    ['31.märz 21', '2021-03-31'],
    ['31 Maerz 2021', '2021-03-31'],
    ['1. Mai 2021', '2021-05-01'],
    ['2. Jän. 2021', '2021-01-02'],
    ['9 sept. 2021', '2021-09-09'],
    ['24.Dez.2021', '2021-12-24'],
    ['1 Juni 2021', '2021-06-01'],
    ['1 Juli 2021', '2021-07-01'],
    ['29.2.24', '2024-02-29'],
    ['1.1.26', '2026-01-01'],
    ['1.1.27', '1927-01-01'],
    ['1.1.00', '2000-01-01'],
    ['1.1.99', '1999-01-01'],
  ])('%j is %s', (typed, expected) => {
    expect(parseDateInput(typed, TODAY)).toBe(expected)
  })

  test.each([
    '',
    'heute',
    '31.2.2015',
    '29.2.2025',
    '0.1.2015',
    '1.13.2015',
    '3.5',
    '3.5.015',
    '31. Februar 2021',
    '31. Brumaire 2021',
    'Mai 2021',
    '99999999',
    '1.1.1899',
    '1.1.2200',
  ])('%j is no date', (typed) => {
    expect(parseDateInput(typed, TODAY)).toBeUndefined()
  })

  test('a date can be typed in the form in which it is shown', () => {
    fc.assert(fc.property(day, (iso) => parseDateInput(formatDate(iso), TODAY) === iso))
  })
})

describe('days around today, as parents and staff type them', () => {
  test.each([
    ['24.11.', '2026-11-24'],
    ['24.11', '2026-11-24'],
    ['2611', '2026-11-26'],
    ['3.5', '2027-05-03'],
    ['3.1.', '2027-01-03'],
    ['24. Nov.', '2026-11-24'],
    ['1. Februar', '2027-02-01'],
    ['29.2.', '2028-02-29'],
    ['20.5.', '2027-05-20'],
    ['22.5.', '2026-05-22'],
    ['1.1.27', '2027-01-01'],
    ['24.11.2025', '2025-11-24'],
    ['2026-11-24', '2026-11-24'],
  ])('%j is %s', (typed, expected) => {
    expect(parseNearDay(typed, TODAY)).toBe(expected)
  })

  test.each(['', '24', '31.11.', '1313', '241', 'morgen', '32.1.2026'])('%j is no day', (typed) => {
    expect(parseNearDay(typed, TODAY)).toBeUndefined()
  })
})

describe('Berlin time', () => {
  test.each([
    ['2026-11-20T22:59:59Z', '2026-11-20', '20.11.2026 23:59'],
    ['2026-11-20T23:00:00Z', '2026-11-21', '21.11.2026 00:00'],
    ['2026-07-01T21:59:00Z', '2026-07-01', '01.07.2026 23:59'],
    ['2026-07-01T22:00:00Z', '2026-07-02', '02.07.2026 00:00'],
    ['2027-03-28T01:00:00Z', '2027-03-28', '28.03.2027 03:00'],
  ])('%s is %s', (instant, today, shown) => {
    expect(berlinToday(new Date(instant))).toBe(today)
    expect(formatDateTime(instant)).toBe(shown)
    expect(formatDayOf(instant)).toBe(shown.split(' ')[0])
  })

  test.each([
    ['2026-11-19T22:59:59Z', '23:59'],
    ['2026-11-19T23:00:00Z', '00:00'],
    ['2026-10-25T00:30:00Z', '02:30'],
    ['2026-10-25T01:30:00Z', '02:30'],
    ['2027-03-28T00:59:59Z', '01:59'],
    ['2027-03-28T01:00:00Z', '03:00'],
  ])('%s is %s of the clock', (instant, time) => expect(berlinTime(new Date(instant))).toBe(time))
})

describe('calculating with days', () => {
  test.each([
    ['2026-11-20', 30, '2026-12-20'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %i days is %s', (iso, days, expected) => {
    expect(addDays(iso, days)).toBe(expected)
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-11-20', 18, '2028-05-20'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months is %s', (iso, months, expected) => {
    expect(addMonths(iso, months)).toBe(expected)
  })

  test.each([
    ['2016-08-01', '2026-08-01', 10],
    ['2016-08-02', '2026-08-01', 9],
    ['2020-02-29', '2026-02-28', 5],
    ['2020-02-29', '2026-03-01', 6],
  ])('somebody born on %s is on %s %i years old', (birthdate, on, age) => {
    expect(ageOn(birthdate, on)).toBe(age)
  })

  test.each([
    ['2026-11-25', 'Mi 25.11.'],
    ['2027-01-03', 'So 03.01.'],
  ])('%s is called %s', (iso, name) => {
    expect(formatShortDay(iso)).toBe(name)
  })

  test('weeks begin on Monday', () => {
    expect(weekday('2026-11-16')).toBe(1)
    expect(weekday('2026-11-20')).toBe(5)
    expect(weekday('2026-11-22')).toBe(7)
  })

  test('adding days and subtracting them again gives the same day', () => {
    fc.assert(fc.property(day, fc.integer({ min: -300, max: 300 }), (iso, n) => addDays(addDays(iso, n), -n) === iso))
    fc.assert(fc.property(day, (iso) => isIsoDay(iso)))
  })
})

test('days have names', () => {
  const days = Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index))
  expect(days.map(weekdayName)).toEqual([
    'Montag',
    'Dienstag',
    'Mittwoch',
    'Donnerstag',
    'Freitag',
    'Samstag',
    'Sonntag',
  ])
  expect([SHORT_WEEKDAYS.join(' '), SCHOOL_WEEKDAYS.at(-1)]).toEqual(['Mo Di Mi Do Fr Sa So', 'Freitag'])
})
