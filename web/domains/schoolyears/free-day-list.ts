import { addDays, formatDate, weekday } from '#contract/dates.ts'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'

type Stretch = Pick<FreeDays, 'date_start' | 'date_end'>

export type YearBounds = Pick<Schoolyear, 'date_start' | 'date_end'>

export const sortFreeDays = <T extends FreeDays>(days: readonly T[]) =>
  [...days].sort(
    (a, b) =>
      a.date_start.localeCompare(b.date_start) || a.date_end.localeCompare(b.date_end) || a.name.localeCompare(b.name),
  )

const meets = (a: Stretch, b: Stretch) => a.date_start <= b.date_end && b.date_start <= a.date_end
const areSameDays = (a: Stretch, b: Stretch) => a.date_start === b.date_start && a.date_end === b.date_end
const isSameName = (a: FreeDays, b: FreeDays) => a.name.toLowerCase() === b.name.toLowerCase() && a.kind === b.kind

/** Without any holidays the count of school days would be far too high. */
export const hasHolidays = (days: readonly Pick<FreeDays, 'kind'>[]) => days.some(({ kind }) => kind === 'holiday')

export const HOLIDAYS_MISSING = 'Ferien fehlen'

/** Nothing but what is stored, so that lists can be compared. */
const plain = ({ name, kind, date_start, date_end }: FreeDays): FreeDays => ({ name, kind, date_start, date_end })

export const plainList = (days: readonly FreeDays[]) => sortFreeDays(days.map(plain))

export const isSameList = (a: readonly FreeDays[], b: readonly FreeDays[]) =>
  JSON.stringify(plainList(a)) === JSON.stringify(plainList(b))

/** A public holiday on a Saturday or Sunday: it takes no school day in any year. */
export const isOnWeekend = ({ kind, date_start, date_end }: FreeDays) =>
  kind === 'public_holiday' && date_start === date_end && weekday(date_start) > 5

const NEXT_COUNT = 5

/** The entries that come next, of those that can take a school day; the first ones of a year that is over. */
export const nextFreeDays = (days: readonly FreeDays[], today: string) => {
  const counting = days.filter((day) => !isOnWeekend(day))
  const coming = counting.filter(({ date_end }) => date_end >= today)
  return (coming.length > 0 ? coming : counting).slice(0, NEXT_COUNT)
}

type YearWithDays = Pick<Schoolyear, 'name'> & { free_days: readonly FreeDays[] }

const findHoliday = (years: readonly YearWithDays[], isMeant: (day: FreeDays) => boolean) => {
  for (const { name, free_days } of years) {
    const day = free_days.find((one) => one.kind === 'holiday' && isMeant(one))
    if (day) return { name, day }
  }
  return undefined
}

/** Holidays are cut at the ends of a school year: says where their other part is, as far as it is known. */
export const cutTexts = (
  { kind, date_start, date_end }: FreeDays,
  year: YearBounds,
  years: readonly YearWithDays[],
): string[] => {
  const texts: string[] = []
  if (kind !== 'holiday') return texts
  if (date_start === year.date_start) {
    const before = findHoliday(years, (day) => day.date_end === addDays(date_start, -1))
    texts.push(
      before ? `seit ${formatDate(before.day.date_start)}, im Schuljahr ${before.name}` : 'hier beginnt das Schuljahr',
    )
  }
  if (date_end === year.date_end) {
    const after = findHoliday(years, (day) => day.date_start === addDays(date_end, 1))
    texts.push(
      after ? `weiter im Schuljahr ${after.name}, bis ${formatDate(after.day.date_end)}` : 'hier endet das Schuljahr',
    )
  }
  return texts
}

/** School days that each entry takes; a day in two of them counts for the shorter one, so that all add up. */
export const lostSchoolDays = (days: readonly FreeDays[]): number[] => {
  const length = ({ date_start, date_end }: Stretch) => countSchoolDays(date_start, date_end, [])
  const shortestFirst = days.map((day, index) => ({ day, index })).sort((a, b) => length(a.day) - length(b.day))
  const lost: number[] = days.map(() => 0)
  const taken: FreeDays[] = []
  for (const { day, index } of shortestFirst) {
    lost[index] = countSchoolDays(day.date_start, day.date_end, taken)
    taken.push(day)
  }
  return lost
}

/** Names of the others that an entry overlaps; public holidays lie in holidays as a matter of course. */
export const overlappedNames = (days: readonly FreeDays[], index: number): string[] => {
  const one = days[index]
  if (!one || one.kind === 'public_holiday') return []
  return days
    .filter((other, place) => place !== index && other.kind !== 'public_holiday' && meets(one, other))
    .map(({ name }) => name)
}

/** What becomes of an entry that is taken over. */
export type TakenState = 'new' | 'changed' | 'same'
export const TAKEN_LABELS: Record<TakenState, string> = {
  new: 'neu',
  changed: 'geändert',
  same: 'schon vorhanden',
}

export interface TakenDay {
  day: FreeDays
  state: TakenState
  /** What it takes the place of. */
  before?: FreeDays
}

const findBefore = (day: FreeDays, current: readonly FreeDays[], incoming: readonly FreeDays[]) => {
  const named = current.filter((one) => isSameName(one, day))
  const isOnlyOne = named.length === 1 && incoming.filter((one) => isSameName(one, day)).length === 1
  // A year has two summer holidays: then only one that meets it is meant.
  return isOnlyOne ? named[0] : named.find((one) => meets(one, day))
}

/** Each incoming entry beside what is there: the same days are there, a name with other days has changed. */
export const compareTaken = (current: readonly FreeDays[], incoming: readonly FreeDays[]): TakenDay[] =>
  incoming.map((day) => {
    if (current.some((one) => one.kind === day.kind && areSameDays(one, day))) return { day, state: 'same' }
    const before = findBefore(day, current, incoming)
    return before ? { day, state: 'changed', before } : { day, state: 'new' }
  })

/** The list with the new and changed entries in it. */
export const takeOver = (current: readonly FreeDays[], taken: readonly TakenDay[]): FreeDays[] => {
  const wanted = taken.filter(({ state }) => state !== 'same')
  const replaced = new Set(wanted.map(({ before }) => before))
  return sortFreeDays([...current.filter((one) => !replaced.has(one)), ...wanted.map(({ day }) => day)])
}
