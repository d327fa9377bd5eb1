import { addDays } from '#contract/dates.ts'
import {
  checkReportDays,
  firstSchoolDay,
  type ReportWindow,
  SICKNOTE_TEXTS,
  schoolDaysBefore,
} from '#contract/sicknotes/sicknotes.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { readCalendar, type SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { LinkedChild } from './sicknotes.public.queries.ts'

/** A number of school days never reaches further back than this, whatever holidays are in between. */
const LONGEST_WAY_BACK = 150

type Settings = LinkedChild['settings']

/** The days of one report, both included. */
export interface ReportDays {
  dateStart: string
  dateEnd: string
}

/** A school's settings about the days that may be reported. */
export interface ReportRules {
  calendar: SchoolCalendar
  window: Omit<ReportWindow, 'year_end'>
}

export async function readReportRules(
  tx: SchoolTransaction,
  { backdate_school_days, future_days, max_days_public }: Settings,
  today: string,
): Promise<ReportRules> {
  const latest_start = addDays(today, future_days)
  const calendar = await readCalendar(tx, {
    from: addDays(today, -LONGEST_WAY_BACK),
    to: addDays(latest_start, max_days_public),
  })
  return {
    calendar,
    window: {
      backdate_from: schoolDaysBefore(today, backdate_school_days, calendar.free_days),
      latest_start,
      max_days: max_days_public,
    },
  }
}

/** The last day of the school year of a day, or of the next one; undefined when none is known. */
export const yearEndOf = (day: string, { years }: SchoolCalendar) =>
  years.find(({ date_end }) => day <= date_end)?.date_end

const latest = (...days: string[]) => days.reduce((found, day) => (day > found ? day : found))
const earliest = (...days: string[]) => days.reduce((found, day) => (day < found ? day : found))

/** Whether one of the days is a school day on which the child belongs to the school. */
const hasSchool = (
  { dateStart, dateEnd }: ReportDays,
  { date_entry, date_exit }: Pick<LinkedChild, 'date_entry' | 'date_exit'>,
  { years, free_days }: SchoolCalendar,
) =>
  years.some((year) => {
    const first = latest(dateStart, date_entry, year.date_start)
    return firstSchoolDay(first, free_days, earliest(dateEnd, date_exit ?? dateEnd, year.date_end)) !== undefined
  })

const refuse = (field: 'dateStart' | 'dateEnd', text: string) => invalid({ [field]: [text] }, text)

/** 422 for days that cannot be reported through a link (domain §3.5). */
export function checkDays(
  days: ReportDays,
  child: Pick<LinkedChild, 'date_entry' | 'date_exit'>,
  { calendar, window }: ReportRules,
) {
  const year_end = yearEndOf(days.dateStart, calendar)
  const problem = checkReportDays(days, { ...window, year_end: year_end ?? days.dateEnd })
  if (problem) throw refuse(problem.field, problem.text)
  if (!hasSchool(days, child, calendar)) throw refuse('dateStart', SICKNOTE_TEXTS.noSchoolDay)
}
