import { addDays, weekday } from '#contract/dates.ts'

/** A stretch without school, as the free days of a school year store it. */
export interface FreeDays {
  name: string
  kind: 'holiday' | 'public_holiday' | 'flexible_day' | 'closed'
  date_start: string
  date_end: string
}

const iso = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

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
  return iso(year, Math.floor(count / 31), (count % 31) + 1)
}

/** Public holidays of Brandenburg in one calendar year (domain §9). */
const publicHolidays = (year: number): FreeDays[] => {
  const easter = easterSunday(year)
  const days: [string, string][] = [
    ['Neujahr', iso(year, 1, 1)],
    ['Karfreitag', addDays(easter, -2)],
    ['Ostersonntag', easter],
    ['Ostermontag', addDays(easter, 1)],
    ['Tag der Arbeit', iso(year, 5, 1)],
    ['Christi Himmelfahrt', addDays(easter, 39)],
    ['Pfingstsonntag', addDays(easter, 49)],
    ['Pfingstmontag', addDays(easter, 50)],
    ['Tag der Deutschen Einheit', iso(year, 10, 3)],
    ['Reformationstag', iso(year, 10, 31)],
    ['1. Weihnachtstag', iso(year, 12, 25)],
    ['2. Weihnachtstag', iso(year, 12, 26)],
  ]
  return days.map(([name, day]) => ({ name, kind: 'public_holiday', date_start: day, date_end: day }))
}

type Preset = [name: string, from: string, to: string, boundTo: 'season' | 'easter', kind?: FreeDays['kind']]

/** Brandenburg 2026/2027 but for the summers (domain §9). */
const PRESET: Preset[] = [
  ['Herbstferien', '2026-10-19', '2026-10-30', 'season'],
  ['Weihnachtsferien', '2026-12-23', '2027-01-02', 'season'],
  ['Winterferien', '2027-02-01', '2027-02-06', 'season'],
  ['Osterferien', '2027-03-22', '2027-04-03', 'easter'],
  ['variabler Ferientag', '2027-05-07', '2027-05-07', 'easter', 'flexible_day'],
  ['Pfingstferien', '2027-05-18', '2027-05-18', 'easter'],
]

const wholeWeeks = (from: string, to: string) => Math.round(daysBetween(from, to) / 7) * 7

/** Other years than 2026/2027 get the same weeks of the year, on the same weekdays: plausible, not official. */
const shiftTo = (startYear: number, boundTo: 'season' | 'easter') =>
  boundTo === 'easter'
    ? wholeWeeks(easterSunday(2027), easterSunday(startYear + 1))
    : wholeWeeks(iso(2026, 8, 1), iso(startYear, 8, 1))

/** Two summers are known (domain §9); a summer belongs to both school years it lies in. */
const summerOf = (year: number): FreeDays => {
  const [known, from, to] =
    year <= 2026 ? ([2026, '2026-07-09', '2026-08-22'] as const) : ([2027, '2027-07-01', '2027-08-14'] as const)
  const days = wholeWeeks(iso(known, 7, 1), iso(year, 7, 1))
  return { name: 'Sommerferien', kind: 'holiday', date_start: addDays(from, days), date_end: addDays(to, days) }
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

const isFree = (day: string, freeDays: readonly FreeDays[]) =>
  weekday(day) > 5 || freeDays.some(({ date_start, date_end }) => date_start <= day && day <= date_end)

/** The next school day from `day` on, forwards or backwards. */
const nextSchoolDay = (day: string, freeDays: readonly FreeDays[], step: 1 | -1) => {
  let found = day
  while (isFree(found, freeDays)) found = addDays(found, step)
  return found
}

/** The school year that begins in `startYear`, with all its free days; summer holidays are cut at 31 July. */
export const planYear = (startYear: number): YearPlan => {
  const [date_start, date_end] = [iso(startYear, 8, 1), iso(startYear + 1, 7, 31)]
  const moved = PRESET.map(([name, from, to, boundTo, kind = 'holiday']): FreeDays => {
    const days = shiftTo(startYear, boundTo)
    return { name, kind, date_start: addDays(from, days), date_end: addDays(to, days) }
  })
  const yearly = [startYear, startYear + 1].flatMap((year) => [summerOf(year), ...publicHolidays(year)])
  const free_days = [...moved, ...yearly]
    .filter((free) => free.date_end >= date_start && free.date_start <= date_end)
    .map((free) => ({
      ...free,
      date_start: free.date_start < date_start ? date_start : free.date_start,
      date_end: free.date_end > date_end ? date_end : free.date_end,
    }))
    .sort((a, b) => a.date_start.localeCompare(b.date_start) || a.name.localeCompare(b.name))
  return {
    name: `${startYear}/${startYear + 1}`,
    date_start,
    date_end,
    first_school_day: nextSchoolDay(date_start, free_days, 1),
    last_school_day: nextSchoolDay(date_end, free_days, -1),
    half_year_end: nextSchoolDay(iso(startYear + 1, 1, 31), free_days, -1),
    free_days,
  }
}

/** The school year a day belongs to, by the year it begins in (domain §1.2). */
export const startYearOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < '08-01' ? 1 : 0)

/** How many school days lie between the two days, both included. */
export const countSchoolDays = (from: string, to: string, freeDays: readonly FreeDays[]) => {
  let count = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isFree(day, freeDays)) count += 1
  return count
}
