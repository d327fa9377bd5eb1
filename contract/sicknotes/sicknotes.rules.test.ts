import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { countSchoolDays, isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import {
  checkReportDays,
  excuseDueAt,
  firstSchoolDay,
  isAbsence,
  isLateReport,
  SICKNOTE_TEXTS,
  schoolDaysAfter,
  schoolDaysBefore,
} from './sicknotes.rules.ts'

/** Brandenburg: autumn 19. to 30.10.2026 with the weekends, Christmas 23.12. to 02.01. (domain §9). */
const freeDays = freeDaysPreset('DE-BB', { date_start: '2026-08-01', date_end: '2027-07-31' }).free_days

describe('school days before and after', () => {
  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-20', 3, '2026-11-17'],
    ['2026-11-23', 1, '2026-11-20'],
    ['2026-11-22', 1, '2026-11-20'],
    ['2026-11-03', 3, '2026-10-15'],
    ['2027-01-05', 2, '2026-12-22'],
  ])('%s less %i is %s', (day, count, before) => {
    expect(schoolDaysBefore(day, count, freeDays)).toBe(before)
  })

  const day = fc.integer({ min: 0, max: 300 }).map((offset) => addDays('2026-08-15', offset))
  const count = fc.integer({ min: 1, max: 10 })

  test('lead to a school day with this many in between', () => {
    fc.assert(
      fc.property(day, count, (from, days) => {
        const [before, after] = [schoolDaysBefore(from, days, freeDays), schoolDaysAfter(from, days, freeDays)]
        expect([isSchoolDay(before, freeDays), isSchoolDay(after, freeDays)]).toEqual([true, true])
        expect(countSchoolDays(before, addDays(from, -1), freeDays)).toBe(days)
        expect(countSchoolDays(addDays(from, 1), after, freeDays)).toBe(days)
      }),
    )
  })

  test.each([
    ['2026-11-20', '2026-11-20', '2026-11-20'],
    ['2026-11-21', '2026-11-23', '2026-11-23'],
    ['2026-10-17', '2026-11-02', '2026-11-02'],
    ['2026-10-17', '2026-11-01', undefined],
    ['2026-11-21', '2026-11-20', undefined],
  ])('the first from %s to %s is %s', (from, until, first) => {
    expect(firstSchoolDay(from, freeDays, until)).toBe(first)
  })
})

test.each([
  // Domain §3.5: back on Monday 23.11., three school days later.
  ['2026-11-20', 3, '2026-11-26'],
  ['2026-11-19', 3, '2026-11-25'],
  // Back on Monday after the autumn holidays.
  ['2026-10-16', 3, '2026-11-05'],
  ['2026-12-22', 3, '2027-01-07'],
  // On the day of return itself.
  ['2026-11-20', 0, '2026-11-23'],
])('an absence to %s with %i school days is excused by %s', (end, days, due) => {
  expect(excuseDueAt(end, days, freeDays)).toBe(due)
})

describe('a report is late', () => {
  test.for([
    ['the day before', '2026-11-20', '2026-11-20', '2026-11-19', '23:59:00', false],
    ['in the second of the cutoff', '2026-11-20', '2026-11-20', '2026-11-20', '08:00:00', false],
    ['a second after it', '2026-11-20', '2026-11-20', '2026-11-20', '08:00:01', true],
    ['in summer, in the second of the cutoff', '2026-09-21', '2026-09-21', '2026-09-21', '08:00:00', false],
    ['in summer, a second after it', '2026-09-21', '2026-09-21', '2026-09-21', '08:00:01', true],
    ['a minute after it', '2026-11-20', '2026-11-20', '2026-11-20', '08:01:00', true],
    ['the day after', '2026-11-20', '2026-11-20', '2026-11-21', '00:00:00', true],
    ['on Sunday for Saturday to Monday', '2026-11-21', '2026-11-23', '2026-11-22', '12:00:00', false],
    ['on Monday late for Saturday to Monday', '2026-11-21', '2026-11-23', '2026-11-23', '08:01:00', true],
    ['on its second day', '2026-11-19', '2026-11-20', '2026-11-20', '06:00:00', true],
    ['on the first of days that are all free', '2026-11-21', '2026-11-22', '2026-11-21', '09:00:00', true],
  ] as const)('%s', ([, dateStart, dateEnd, day, time, isLate]) => {
    expect(
      isLateReport({ dateStart, dateEnd }, new Date(`${day}T${time}${day < '2026-10' ? '+02:00' : '+01:00'}`), {
        cutoff_time: '08:00',
        freeDays,
      }),
    ).toBe(isLate)
  })
})

describe('the days of a report', () => {
  const window = {
    backdate_from: '2026-11-17',
    latest_start: '2026-12-20',
    max_days: 14,
    year_end: '2026-12-31',
  }
  const { tooEarly, tooLate, tooLong, afterYear, endBeforeStart } = SICKNOTE_TEXTS

  test.each([
    ['2026-11-17', '2026-11-17'],
    ['2026-11-20', '2026-12-03'],
    ['2026-12-20', '2026-12-31'],
  ])('%s to %s may be reported', (dateStart, dateEnd) => {
    expect(checkReportDays({ dateStart, dateEnd }, window)).toBeUndefined()
  })

  test.for([
    ['2026-11-16', '2026-11-20', 'dateStart', tooEarly('2026-11-17')],
    ['2026-12-21', '2026-12-21', 'dateStart', tooLate('2026-12-20')],
    ['2026-11-20', '2026-11-19', 'dateEnd', endBeforeStart],
    ['2026-11-20', '2026-12-04', 'dateEnd', tooLong(14)],
    ['2026-12-20', '2027-01-01', 'dateEnd', afterYear('2026-12-31')],
  ] as const)('%s to %s is refused at %s', ([dateStart, dateEnd, field, text]) => {
    expect(checkReportDays({ dateStart, dateEnd }, window)).toEqual({ field, text })
  })
})

test.each([
  [undefined, true],
  [null, true],
  ['pending', true],
  ['granted', true],
  ['refused', false],
] as const)('a leave that is %s is an absence: %s', (decision, is) => {
  expect(isAbsence(decision)).toBe(is)
})
