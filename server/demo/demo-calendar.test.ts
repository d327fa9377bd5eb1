import { expect, test } from 'vitest'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import { planYear, startYearOf } from './demo-calendar.ts'

test('2026/2027 has the school days of domain §9', () => {
  const year = planYear(2026)
  const count = (from: string, to: string) => countSchoolDays(from, to, year.free_days)
  expect(year).toMatchObject({
    name: '2026/2027',
    first_school_day: '2026-08-24',
    last_school_day: '2027-06-30',
    half_year_end: '2027-01-29',
  })
  expect(count(year.date_start, year.date_end)).toBe(186)
  expect(count(year.date_start, '2027-01-29')).toBe(97)
  expect(count('2027-01-30', year.date_end)).toBe(89)
  expect(count('2026-10-15', '2026-11-03')).toBe(4)
  expect(count('2026-12-21', '2027-01-05')).toBe(4)
  expect(count('2027-05-05', '2027-05-19')).toBe(7)
})

test('the summer between two years ends one and begins the other', () => {
  for (let start = 2020; start < 2040; start++) {
    const before = planYear(start)
      .free_days.filter(({ name }) => name === 'Sommerferien')
      .at(-1)
    const after = planYear(start + 1).free_days.find(({ name }) => name === 'Sommerferien')
    expect([before?.date_end, after?.date_start]).toEqual([`${start + 1}-07-31`, `${start + 1}-08-01`])
  }
  expect(planYear(2027).first_school_day).toBe('2027-08-16')
})

test('every year has about as many school days, all free days inside it', () => {
  for (let start = 2020; start < 2040; start++) {
    const year = planYear(start)
    const count = countSchoolDays(year.date_start, year.date_end, year.free_days)
    expect(count).toBeGreaterThan(175)
    expect(count).toBeLessThan(200)
    for (const { date_start, date_end } of year.free_days) {
      expect(date_start >= year.date_start && date_start <= date_end && date_end <= year.date_end).toBe(true)
    }
  }
})

test('a school year begins on 1 August', () => {
  expect(startYearOf('2026-07-31')).toBe(2025)
  expect(startYearOf('2026-08-01')).toBe(2026)
})
