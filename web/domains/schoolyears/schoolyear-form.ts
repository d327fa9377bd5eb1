import { addDays, isIsoDay, weekday } from '#contract/dates.ts'
import { readSchoolyearName } from '#contract/schoolyears/schoolyears.names.ts'
import { NewSchoolyearForm, type Schoolyear, type SchoolyearChange } from '#contract/schoolyears/schoolyears.ts'

/** What the dialog holds; '' for a day that is not set. */
export interface YearValues extends Record<string, unknown> {
  name: string
  date_start: string
  date_end: string
  first_school_day: string
  last_school_day: string
  half_year_end: string
  takes_preset: boolean
  takes_places: boolean
}

export const YEAR_FIELDS = {
  name: 'Bezeichnung',
  date_start: 'Beginn',
  date_end: 'Ende',
  first_school_day: 'Erster Schultag',
  last_school_day: 'Letzter Schultag',
  half_year_end: 'Ende des 1. Halbjahrs',
} as const
type YearField = keyof typeof YEAR_FIELDS
const FIELDS = Object.keys(YEAR_FIELDS) as YearField[]

/** What must be there; the days that may be missing are checked by the server. */
export const RequiredYear = NewSchoolyearForm.pick({
  name: true,
  date_start: true,
  date_end: true,
  half_year_end: true,
})

/** Domain §1.2: the last school day before 1 February; without knowing holidays the last Monday to Friday. */
const halfYearEnd = (secondYear: number): string => {
  const day = `${secondYear}-01-31`
  return addDays(day, -Math.max(weekday(day) - 5, 0))
}

/** Domain §1.2: 1 August to 31 July. */
const daysOf = (firstYear: number) => ({
  date_start: `${firstYear}-08-01`,
  date_end: `${firstYear + 1}-07-31`,
  half_year_end: halfYearEnd(firstYear + 1),
})

const yearName = (firstYear: number) => `${firstYear}/${firstYear + 1}`

/** The year that begins in August follows the newest one; the very first is the one that is running. */
const nextFirstYear = (years: readonly Pick<Schoolyear, 'date_start'>[], today: string) => {
  const starts = years.map(({ date_start }) => Number(date_start.slice(0, 4)))
  return starts.length > 0 ? Math.max(...starts) + 1 : Number(today.slice(0, 4)) - (today.slice(5) < '08-01' ? 1 : 0)
}

/** The next year as it will mostly be. */
export const nextYearValues = (years: readonly Pick<Schoolyear, 'date_start'>[], today: string): YearValues => {
  const first = nextFirstYear(years, today)
  const optional = { first_school_day: '', last_school_day: '' }
  return { name: yearName(first), ...daysOf(first), ...optional, takes_preset: true, takes_places: years.length > 0 }
}

/** Another name moves the days along as long as they are those of the former name. */
export const withName = (values: YearValues, name: string): YearValues => {
  const before = daysOf(Number(values.name.slice(0, 4)))
  const isAsNamed = Object.entries(before).every(([field, day]) => values[field] === day)
  const read = readSchoolyearName(name)
  if (!isAsNamed || !read) return { ...values, name }
  return { ...values, ...daysOf(Number(read.slice(0, 4))), name }
}

/** The full name in place of `2026/27`; anything else stays as it is typed. */
export const fullYearName = (name: string) => readSchoolyearName(name) ?? name

export const valuesOfYear = (year: Schoolyear): YearValues => ({
  name: year.name,
  date_start: year.date_start,
  date_end: year.date_end,
  first_school_day: year.first_school_day ?? '',
  last_school_day: year.last_school_day ?? '',
  half_year_end: year.half_year_end,
  takes_preset: false,
  takes_places: false,
})

const sentOf = (values: YearValues) => ({
  name: fullYearName(values.name),
  date_start: values.date_start,
  date_end: values.date_end,
  first_school_day: values.first_school_day || null,
  last_school_day: values.last_school_day || null,
  half_year_end: values.half_year_end,
})

/** The body of a new year; `placesFrom`: the year whose places it begins with. */
export const newYearOf = (values: YearValues, placesFrom: number | undefined) => ({
  ...sentOf(values),
  takes_preset: values.takes_preset,
  places_from: values.takes_places ? (placesFrom ?? null) : null,
})

export const changedFields = (values: YearValues, before: YearValues): YearField[] => {
  const [sent, stored] = [sentOf(values), sentOf(before)]
  return FIELDS.filter((field) => sent[field] !== stored[field])
}

/** What differs from the year as it was loaded, as PUT wants it. */
export const yearChanges = (values: YearValues, before: YearValues): SchoolyearChange => {
  const sent = sentOf(values)
  return Object.fromEntries(changedFields(values, before).map((field) => [field, sent[field]]))
}

/** The year before the one being made: where its places may come from. */
export const placesSource = (years: readonly Schoolyear[], dateStart: string) => {
  const start = isIsoDay(dateStart) ? dateStart : '9999-12-31'
  return years.filter((year) => year.date_start < start).sort((a, b) => (a.date_start < b.date_start ? 1 : -1))[0]
}
