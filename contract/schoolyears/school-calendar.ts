import { addDays, weekday } from '#contract/dates.ts'
import type { FreeDays } from './schoolyears.free-days.ts'
import type { StateCode } from './state-presets.ts'

/** The part of free days that counting needs; both days included. */
type Stretch = Pick<FreeDays, 'date_start' | 'date_end'>

/** The day of a calendar year as YYYY-MM-DD. */
export const dayOfYear = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export const easterSunday = (year: number) => {
  const moonYear = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const fullMoon = (19 * moonYear + century - Math.floor(century / 4) - moonShift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - fullMoon - (yearOfCentury % 4)) % 7
  const late = Math.floor((moonYear + 11 * fullMoon + 22 * toSunday) / 451)
  const count = fullMoon + toSunday - 7 * late + 114
  return dayOfYear(year, Math.floor(count / 31), (count % 31) + 1)
}

/** Buß- und Bettag: the Wednesday before 23 November (domain §9). */
const prayerDay = (year: number) => {
  let day = dayOfYear(year, 11, 22)
  while (weekday(day) !== 3) day = addDays(day, -1)
  return day
}

interface PublicHoliday {
  name: string
  day: (year: number) => string
  /** Missing: everywhere. */
  states?: readonly StateCode[]
}

const fixed = (month: number, day: number) => (year: number) => dayOfYear(year, month, day)
const afterEaster = (days: number) => (year: number) => addDays(easterSunday(year), days)

const CORPUS_CHRISTI = ['DE-BW', 'DE-BY', 'DE-HE', 'DE-NW', 'DE-RP', 'DE-SL'] as const
const ALL_SAINTS = ['DE-BW', 'DE-BY', 'DE-NW', 'DE-RP', 'DE-SL'] as const
const REFORMATION = ['DE-BB', 'DE-HB', 'DE-HH', 'DE-MV', 'DE-NI', 'DE-SN', 'DE-ST', 'DE-SH', 'DE-TH'] as const

/**
 * Public holidays by the laws of the states since 2023, only those of a whole state (domain §9): neither Mariä
 * Himmelfahrt in Bavaria nor Fronleichnam in Saxony and Thuringia, which only some places have.
 */
const PUBLIC_HOLIDAYS: readonly PublicHoliday[] = [
  { name: 'Neujahr', day: fixed(1, 1) },
  { name: 'Heilige Drei Könige', day: fixed(1, 6), states: ['DE-BW', 'DE-BY', 'DE-ST'] },
  { name: 'Internationaler Frauentag', day: fixed(3, 8), states: ['DE-BE', 'DE-MV'] },
  { name: 'Karfreitag', day: afterEaster(-2) },
  { name: 'Ostersonntag', day: afterEaster(0), states: ['DE-BB'] },
  { name: 'Ostermontag', day: afterEaster(1) },
  { name: 'Tag der Arbeit', day: fixed(5, 1) },
  { name: 'Christi Himmelfahrt', day: afterEaster(39) },
  { name: 'Pfingstsonntag', day: afterEaster(49), states: ['DE-BB'] },
  { name: 'Pfingstmontag', day: afterEaster(50) },
  { name: 'Fronleichnam', day: afterEaster(60), states: CORPUS_CHRISTI },
  { name: 'Mariä Himmelfahrt', day: fixed(8, 15), states: ['DE-SL'] },
  { name: 'Weltkindertag', day: fixed(9, 20), states: ['DE-TH'] },
  { name: 'Tag der Deutschen Einheit', day: fixed(10, 3) },
  { name: 'Reformationstag', day: fixed(10, 31), states: REFORMATION },
  { name: 'Allerheiligen', day: fixed(11, 1), states: ALL_SAINTS },
  { name: 'Buß- und Bettag', day: prayerDay, states: ['DE-SN'] },
  { name: '1. Weihnachtstag', day: fixed(12, 25) },
  { name: '2. Weihnachtstag', day: fixed(12, 26) },
]

/** Holidays of a single year (Berlin's law of July 2024). */
const ONCE: readonly { name: string; day: string; states: readonly StateCode[] }[] = [
  { name: 'Tag der Befreiung', day: '2025-05-08', states: ['DE-BE'] },
  { name: 'Jahrestag des Volksaufstands', day: '2028-06-17', states: ['DE-BE'] },
]

const isHolidayIn = ({ states }: Pick<PublicHoliday, 'states'>, state: StateCode) => states?.includes(state) ?? true

/** The public holidays of a whole state in one calendar year, in their order. */
export const publicHolidays = (state: StateCode, year: number): FreeDays[] => {
  const yearly = PUBLIC_HOLIDAYS.filter((holiday) => isHolidayIn(holiday, state))
  const once = ONCE.filter((holiday) => isHolidayIn(holiday, state) && holiday.day.startsWith(String(year)))
  return [...yearly.map(({ name, day }) => ({ name, day: day(year) })), ...once]
    .sort((a, b) => a.day.localeCompare(b.day))
    .map(({ name, day }) => ({ name, kind: 'public_holiday', date_start: day, date_end: day }))
}

const isFree = (day: string, freeDays: readonly Stretch[]) =>
  freeDays.some(({ date_start, date_end }) => date_start <= day && day <= date_end)

/** Monday to Friday, and not a free day. */
export const isSchoolDay = (day: string, freeDays: readonly Stretch[]) => weekday(day) <= 5 && !isFree(day, freeDays)

/** The number of school days between two days, both included. */
export const countSchoolDays = (from: string, to: string, freeDays: readonly Stretch[]) => {
  let count = 0
  let dayOfWeek = weekday(from)
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (dayOfWeek <= 5 && !isFree(day, freeDays)) count += 1
    dayOfWeek = (dayOfWeek % 7) + 1
  }
  return count
}

interface CountedYear {
  date_start: string
  date_end: string
  half_year_end: string
  free_days: readonly Stretch[]
}

/** School days of both half-years (domain §9). */
export const schoolDaysOf = ({ date_start, date_end, half_year_end, free_days }: CountedYear) => ({
  first_half: countSchoolDays(date_start, half_year_end, free_days),
  second_half: countSchoolDays(addDays(half_year_end, 1), date_end, free_days),
})

/** The parts of the stretches that lie between the days, sorted by date and name. */
export const cutAtBounds = (freeDays: readonly FreeDays[], { date_start, date_end }: Stretch): FreeDays[] =>
  freeDays
    .filter((free) => free.date_end >= date_start && free.date_start <= date_end)
    .map((free) => ({
      ...free,
      date_start: free.date_start < date_start ? date_start : free.date_start,
      date_end: free.date_end > date_end ? date_end : free.date_end,
    }))
    .sort((a, b) => a.date_start.localeCompare(b.date_start) || a.name.localeCompare(b.name))
