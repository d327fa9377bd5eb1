import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, weekday } from '#contract/dates.ts'
import { findHolidays, freeDaysPreset } from './school-calendar.presets.ts'
import {
  countSchoolDays,
  cutAtBounds,
  easterSunday,
  isSchoolDay,
  publicHolidays,
  schoolDaysOf,
} from './school-calendar.ts'
import { STATES, type StateCode } from './state-presets.ts'

const states = Object.keys(STATES) as StateCode[]
const YEAR = { date_start: '2026-08-01', date_end: '2027-07-31' }
const brandenburg = freeDaysPreset('DE-BB', YEAR).free_days

const dayOf = (state: StateCode, year: number, name: string) =>
  publicHolidays(state, year).find((holiday) => holiday.name === name)?.date_start
const statesWith = (name: string, year = 2027) => states.filter((state) => dayOf(state, year, name) !== undefined)

describe('Easter', () => {
  test.each([
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2008, '2008-03-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
  ])('%i is on %s', (year, day) => {
    expect(easterSunday(year)).toBe(day)
  })

  test('is always a Sunday between 22 March and 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), (year) => {
        const day = easterSunday(year)
        expect(weekday(day)).toBe(7)
        expect(day >= `${year}-03-22` && day <= `${year}-04-25`).toBe(true)
      }),
    )
  })
})

describe('public holidays', () => {
  test.each<[StateCode, number]>([
    ['DE-BW', 12],
    ['DE-BY', 12],
    ['DE-BE', 10],
    ['DE-BB', 12],
    ['DE-HB', 10],
    ['DE-HH', 10],
    ['DE-HE', 10],
    ['DE-MV', 11],
    ['DE-NI', 10],
    ['DE-NW', 11],
    ['DE-RP', 11],
    ['DE-SL', 12],
    ['DE-SN', 11],
    ['DE-ST', 11],
    ['DE-SH', 10],
    ['DE-TH', 11],
  ])('%s has %i in 2027', (state, count) => {
    const days = publicHolidays(state, 2027)
    expect(days).toHaveLength(count)
    expect(days.map(({ date_start }) => date_start)).toEqual(days.map(({ date_start }) => date_start).sort())
    expect(days.every((day) => day.kind === 'public_holiday' && day.date_start === day.date_end)).toBe(true)
  })

  test.each<[string, string[]]>([
    ['Heilige Drei Könige', ['DE-BW', 'DE-BY', 'DE-ST']],
    ['Internationaler Frauentag', ['DE-BE', 'DE-MV']],
    ['Ostersonntag', ['DE-BB']],
    ['Pfingstsonntag', ['DE-BB']],
    ['Fronleichnam', ['DE-BW', 'DE-BY', 'DE-HE', 'DE-NW', 'DE-RP', 'DE-SL']],
    ['Mariä Himmelfahrt', ['DE-SL']],
    ['Weltkindertag', ['DE-TH']],
    ['Reformationstag', ['DE-BB', 'DE-HB', 'DE-HH', 'DE-MV', 'DE-NI', 'DE-SN', 'DE-ST', 'DE-SH', 'DE-TH']],
    ['Allerheiligen', ['DE-BW', 'DE-BY', 'DE-NW', 'DE-RP', 'DE-SL']],
    ['Buß- und Bettag', ['DE-SN']],
    ['Tag der Deutschen Einheit', Object.keys(STATES)],
  ])('%s is kept where the law says so', (name, where) => {
    expect([...statesWith(name)].sort()).toEqual([...where].sort())
  })

  test('move with Easter (domain §9)', () => {
    expect(dayOf('DE-BB', 2027, 'Karfreitag')).toBe('2027-03-26')
    expect(dayOf('DE-BB', 2027, 'Ostermontag')).toBe('2027-03-29')
    expect(dayOf('DE-BB', 2027, 'Christi Himmelfahrt')).toBe('2027-05-06')
    expect(dayOf('DE-BB', 2027, 'Pfingstmontag')).toBe('2027-05-17')
    expect(dayOf('DE-NW', 2027, 'Fronleichnam')).toBe('2027-05-27')
  })

  test.each([
    [2025, '2025-11-19'],
    [2026, '2026-11-18'],
    [2027, '2027-11-17'],
    [2028, '2028-11-22'],
    [2033, '2033-11-16'],
  ])('Buß- und Bettag %i is the Wednesday before 23 November: %s', (year, day) => {
    expect(dayOf('DE-SN', year, 'Buß- und Bettag')).toBe(day)
  })

  test('of a single year are holidays in that year only', () => {
    expect(dayOf('DE-BE', 2028, 'Jahrestag des Volksaufstands')).toBe('2028-06-17')
    expect(dayOf('DE-BE', 2027, 'Jahrestag des Volksaufstands')).toBeUndefined()
    expect(dayOf('DE-BB', 2028, 'Jahrestag des Volksaufstands')).toBeUndefined()
  })
})

describe('school days', () => {
  test.each([
    ['2026-10-15', '2026-11-03', 4],
    ['2026-12-21', '2027-01-05', 4],
    ['2026-11-20', '2026-11-23', 2],
    ['2026-10-29', '2026-11-02', 1],
    ['2027-05-05', '2027-05-19', 7],
    ['2026-11-21', '2026-11-22', 0],
    ['2026-11-20', '2026-11-20', 1],
    ['2026-11-21', '2026-11-20', 0],
    ['2026-10-16', '2026-10-17', 1],
    ['2026-10-18', '2026-10-30', 0],
    ['2027-05-07', '2027-05-07', 0],
  ])('from %s to %s there are %i in Brandenburg (domain §9)', (from, to, count) => {
    expect(countSchoolDays(from, to, brandenburg)).toBe(count)
  })

  test('of 2026/2027 in Brandenburg are 186: 97 and 89', () => {
    expect(countSchoolDays(YEAR.date_start, YEAR.date_end, brandenburg)).toBe(186)
    const year = { ...YEAR, half_year_end: '2027-01-29', free_days: brandenburg }
    expect(schoolDaysOf(year)).toEqual({ first_half: 97, second_half: 89 })
  })

  test('are Mondays to Fridays outside all free days, both ends of these included', () => {
    expect(isSchoolDay('2026-10-16', brandenburg)).toBe(true)
    expect(isSchoolDay('2026-10-19', brandenburg)).toBe(false)
    expect(isSchoolDay('2026-10-30', brandenburg)).toBe(false)
    expect(isSchoolDay('2026-11-02', brandenburg)).toBe(true)
    expect(isSchoolDay('2026-11-21', [])).toBe(false)
  })

  test('of two stretches side by side add up', () => {
    const day = fc.integer({ min: 0, max: 360 }).map((count) => addDays(YEAR.date_start, count))
    fc.assert(
      fc.property(day, day, day, (...days) => {
        const [a = '', b = '', c = ''] = days.sort()
        const count = (from: string, to: string) => countSchoolDays(from, to, brandenburg)
        expect(count(a, b) + count(addDays(b, 1), c)).toBe(count(a, c))
      }),
    )
  })
})

describe('the preset', () => {
  test('of Brandenburg 2026/2027 is whole, cut at the bounds of the year', () => {
    expect(freeDaysPreset('DE-BB', YEAR).has_holidays).toBe(true)
    expect(brandenburg.filter(({ kind }) => kind !== 'public_holiday')).toEqual([
      { name: 'Sommerferien', kind: 'holiday', date_start: '2026-08-01', date_end: '2026-08-22' },
      { name: 'Herbstferien', kind: 'holiday', date_start: '2026-10-19', date_end: '2026-10-30' },
      { name: 'Weihnachtsferien', kind: 'holiday', date_start: '2026-12-23', date_end: '2027-01-02' },
      { name: 'Winterferien', kind: 'holiday', date_start: '2027-02-01', date_end: '2027-02-06' },
      { name: 'Osterferien', kind: 'holiday', date_start: '2027-03-22', date_end: '2027-04-03' },
      { name: 'variabler Ferientag', kind: 'flexible_day', date_start: '2027-05-07', date_end: '2027-05-07' },
      { name: 'Pfingstferien', kind: 'holiday', date_start: '2027-05-18', date_end: '2027-05-18' },
      { name: 'Sommerferien', kind: 'holiday', date_start: '2027-07-01', date_end: '2027-07-31' },
    ])
  })

  test('takes the summer that reaches into a year of which nothing else is known', () => {
    const next = { date_start: '2027-08-01', date_end: '2028-07-31' }
    const [brandenburg, saxony] = [freeDaysPreset('DE-BB', next), freeDaysPreset('DE-SN', next)]
    expect([brandenburg.has_holidays, saxony.has_holidays]).toEqual([false, false])
    const summer = { name: 'Sommerferien', kind: 'holiday', date_start: '2027-08-01' }
    expect(brandenburg.free_days[0]).toEqual({ ...summer, date_end: '2027-08-14' })
    expect(saxony.free_days[0]).toEqual({ ...summer, date_end: '2027-08-20' })
    // The year before ends in the summer that begins the first known one.
    const before = freeDaysPreset('DE-BB', { date_start: '2025-08-01', date_end: '2026-07-31' })
    expect(before.free_days.at(-1)).toEqual({ ...summer, date_start: '2026-07-09', date_end: '2026-07-31' })
    expect(before.has_holidays).toBe(false)
  })

  test('contains no stretch twice', () => {
    for (const state of states)
      for (const first of [2025, 2026, 2027]) {
        const { free_days } = freeDaysPreset(state, { date_start: `${first}-08-01`, date_end: `${first + 1}-07-31` })
        expect(new Set(free_days.map((free) => JSON.stringify(free))).size, `${state} ${first}`).toBe(free_days.length)
      }
  })

  test('says when no holidays are known, and gives the public ones of both calendar years', () => {
    const { free_days, has_holidays } = freeDaysPreset('DE-BB', { date_start: '2028-08-01', date_end: '2029-07-31' })
    expect(has_holidays).toBe(false)
    expect(free_days.map(({ date_start }) => date_start)).toEqual([
      '2028-10-03',
      '2028-10-31',
      '2028-12-25',
      '2028-12-26',
      '2029-01-01',
      '2029-03-30',
      '2029-04-01',
      '2029-04-02',
      '2029-05-01',
      '2029-05-10',
      '2029-05-20',
      '2029-05-21',
    ])
  })

  test('has holidays in order, none ending before it begins, from one summer to the next', () => {
    for (const state of states) {
      const holidays = findHolidays(state, 2026)
      if (!holidays) continue
      expect([holidays[0]?.name, holidays.at(-1)?.name]).toEqual(['Sommerferien', 'Sommerferien'])
      holidays.reduce((before, free) => {
        expect(free.date_start > before && free.date_end >= free.date_start, `${state} ${free.name}`).toBe(true)
        return free.date_end
      }, '')
      const { free_days } = freeDaysPreset(state, YEAR)
      const count = countSchoolDays(YEAR.date_start, YEAR.date_end, free_days)
      expect(count, state).toBeGreaterThan(180)
      expect(count, state).toBeLessThan(200)
    }
  })

  test('cuts stretches at the bounds and leaves out those beyond them', () => {
    const stretch = (date_start: string, date_end: string) => ({
      name: 'x',
      kind: 'closed' as const,
      date_start,
      date_end,
    })
    const cut = cutAtBounds(
      [
        stretch('2026-07-31', '2026-07-31'),
        stretch('2027-07-31', '2027-08-02'),
        stretch('2026-07-30', '2026-08-01'),
        stretch('2027-08-01', '2027-08-01'),
      ],
      YEAR,
    )
    expect(cut).toEqual([stretch('2026-08-01', '2026-08-01'), stretch('2027-07-31', '2027-07-31')])
  })
})
