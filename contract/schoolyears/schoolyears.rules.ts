import { countedIfAny } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import type { FreeDays } from './schoolyears.free-days.ts'
import type { Schoolyear, SchoolyearFields } from './schoolyears.ts'
import { mayActivate, SCHOOLYEAR_TEXTS as TEXTS } from './schoolyears.ts'

type Problems = Record<string, string[]>
type Bounds = Pick<SchoolyearFields, 'date_start' | 'date_end'>

export const isInYear = (day: string, { date_start, date_end }: Bounds) => date_start <= day && day <= date_end

const nameProblems = ({ name, date_start, date_end }: SchoolyearFields): Problems =>
  name === `${date_start.slice(0, 4)}/${date_end.slice(0, 4)}` ? {} : { name: [TEXTS.nameMismatch] }

const dayProblems = (year: SchoolyearFields): Problems => {
  const problems: Problems = {}
  for (const field of ['first_school_day', 'last_school_day', 'half_year_end'] as const) {
    const day = year[field]
    if (day !== null && !isInYear(day, year)) problems[field] = [TEXTS.outside]
  }
  const { first_school_day: first, last_school_day: last } = year
  if (first !== null && last !== null && last < first) problems.last_school_day ??= [TEXTS.lastBeforeFirst]
  return problems
}

const formProblems = ({ registration_from: from, registration_until: until }: SchoolyearFields): Problems => {
  if (until === null) return {}
  if (from === null) return { registration_from: [TEXTS.untilWithoutFrom] }
  return Date.parse(until) < Date.parse(from) ? { registration_until: [TEXTS.untilBeforeFrom] } : {}
}

/** Faults within a school year, by field (domain §1.2); empty when there are none. */
export const yearProblems = (year: SchoolyearFields): Problems =>
  year.date_end <= year.date_start
    ? { date_end: [TEXTS.endBeforeStart] }
    : { ...nameProblems(year), ...dayProblems(year), ...formProblems(year) }

/** Whether two rows are the same: the same name for the same days. */
export const isSameEntry = (a: FreeDays, b: FreeDays) =>
  a.name.toLowerCase() === b.name.toLowerCase() && a.date_start === b.date_start && a.date_end === b.date_end

/** Faults of a list of free days, by `free_days.3.name`; stretches may touch and overlap. */
export const freeDayProblems = (freeDays: readonly FreeDays[], bounds: Bounds): Problems => {
  const problems: Problems = {}
  freeDays.forEach((free, index) => {
    for (const field of ['date_start', 'date_end'] as const)
      if (!isInYear(free[field], bounds)) problems[`free_days.${index}.${field}`] = [TEXTS.outside]
    if (freeDays.slice(0, index).some((before) => isSameEntry(before, free)))
      problems[`free_days.${index}.name`] = [TEXTS.twice]
  })
  return problems
}

/** The records that still refer to a year, in words; empty when there are none. */
export const yearUsers = ({ schoolclasses, memberships, registrations }: Schoolyear['usage']) => [
  ...countedIfAny(schoolclasses, 'Klasse', 'Klassen'),
  ...countedIfAny(memberships, 'Klassenzugehörigkeit', 'Klassenzugehörigkeiten'),
  ...countedIfAny(registrations, 'Bewerbung', 'Bewerbungen'),
]

/** Why a year cannot be deleted (domain §1.2); undefined when it can. */
export const yearRemovalRefusal = ({ state, usage }: Pick<Schoolyear, 'state' | 'usage'>): string | undefined => {
  if (state === 'active') return TEXTS.isActive
  return yearUsers(usage).length > 0 ? TEXTS.inUse : undefined
}

/** Why a year cannot become the active one on this day; undefined when it can, or already is. */
export const activationRefusal = (
  year: Pick<Schoolyear, 'state' | 'date_start' | 'date_end'>,
  today: string,
): string | undefined => {
  if (year.state === 'active' || mayActivate(year, today)) return undefined
  return today < year.date_start ? TEXTS.tooEarly(formatDate(year.date_start)) : TEXTS.isOver
}
