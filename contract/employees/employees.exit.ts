import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails } from './employees.ts'

type Leaver = Pick<EmployeeDetails, 'date_entry' | 'functions'>

/**
 * Why somebody cannot leave on this day: before the entry, or before the start of a class that has begun, because a
 * slip must not remove the past from the history (domain §1.9). Undefined when the day is possible.
 */
export const exitRefusal = ({ date_entry, functions }: Leaver, day: string, today: string): string | undefined => {
  if (date_entry !== null && day < date_entry) return EMPLOYEE_TEXTS.exitBeforeEntry
  const begun = functions.find(({ date_start }) => day < date_start && date_start <= today)
  if (!begun) return undefined
  const { schoolclass, date_start, date_end } = begun
  const [name, from] = [schoolclass.classgradePlain, formatDate(date_start)]
  return date_end === null || date_end >= today
    ? EMPLOYEE_TEXTS.hasClassSince(name, from)
    : EMPLOYEE_TEXTS.hadClassLater(name, from, formatDate(date_end))
}

/** The first day that `exitRefusal` lets pass; undefined: any. */
export const firstExitDay = ({ date_entry, functions }: Leaver, today: string): string | undefined =>
  [date_entry ?? '', ...functions.map(({ date_start }) => date_start).filter((start) => start <= today)]
    .sort()
    .at(-1) || undefined
