import { addDays, daysBetween } from '#contract/dates.ts'
import { findHolidays } from '#contract/schoolyears/school-calendar.presets.ts'
import {
  cutAtBounds,
  dayOfYear,
  easterSunday,
  isSchoolDay,
  publicHolidays,
} from '#contract/schoolyears/school-calendar.ts'
import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'

const DEMO_STATE = 'DE-BB'

/** Brandenburg 2026/2027 (domain §9): the only year whose dates are known. */
const KNOWN = findHolidays(DEMO_STATE, 2026) ?? []
const [SUMMERS, SEASONS] = [
  KNOWN.filter(({ name }) => name === 'Sommerferien'),
  KNOWN.filter(({ name }) => name !== 'Sommerferien'),
]

const wholeWeeks = (from: string, to: string) => Math.round(daysBetween(from, to) / 7) * 7

const moved = (free: FreeDays, days: number): FreeDays => ({
  ...free,
  date_start: addDays(free.date_start, days),
  date_end: addDays(free.date_end, days),
})

/** Other years get free days in the same weeks, from March on counted from Easter: plausible, but not official. */
const shiftTo = (startYear: number, { date_start }: FreeDays) =>
  date_start >= '2027-03-01'
    ? wholeWeeks(easterSunday(2027), easterSunday(startYear + 1))
    : wholeWeeks('2026-08-01', dayOfYear(startYear, 8, 1))

/** The dates of two summers are known; the summer holidays belong to both school years they touch. */
const summerOf = (year: number) => {
  const known = year <= 2026 ? 2026 : 2027
  return SUMMERS.filter(({ date_start }) => date_start.startsWith(String(known))).map((summer) =>
    moved(summer, wholeWeeks(dayOfYear(known, 7, 1), dayOfYear(year, 7, 1))),
  )
}

export interface YearPlan {
  name: string
  date_start: string
  date_end: string
  first_school_day: string
  last_school_day: string
  half_year_end: string
  free_days: FreeDays[]
}

/** The nearest school day from `day` on, forwards or backwards. */
const nextSchoolDay = (day: string, freeDays: readonly FreeDays[], step: 1 | -1) => {
  let found = day
  while (!isSchoolDay(found, freeDays)) found = addDays(found, step)
  return found
}

/** The school year that begins in `startYear`, with all its free days; summer holidays are cut at 31 July. */
export const planYear = (startYear: number): YearPlan => {
  const [date_start, date_end] = [dayOfYear(startYear, 8, 1), dayOfYear(startYear + 1, 7, 31)]
  const seasons = SEASONS.map((free) => moved(free, shiftTo(startYear, free)))
  const yearly = [startYear, startYear + 1].flatMap((year) => [...summerOf(year), ...publicHolidays(DEMO_STATE, year)])
  const free_days = cutAtBounds([...seasons, ...yearly], { date_start, date_end })
  return {
    name: `${startYear}/${startYear + 1}`,
    date_start,
    date_end,
    first_school_day: nextSchoolDay(date_start, free_days, 1),
    last_school_day: nextSchoolDay(date_end, free_days, -1),
    half_year_end: nextSchoolDay(dayOfYear(startYear + 1, 1, 31), free_days, -1),
    free_days,
  }
}

/** The school year a day belongs to, by the year it begins in (domain §1.2). */
export const startYearOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < '08-01' ? 1 : 0)
