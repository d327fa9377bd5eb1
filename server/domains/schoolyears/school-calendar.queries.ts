import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFreeDays } from './schoolyears.details.queries.ts'
import { listSchoolyears } from './schoolyears.queries.ts'

type CalendarYear = Awaited<ReturnType<typeof listSchoolyears>>[number]

/** What counting days needs to know of a school: its years, the oldest first, and all days without school. */
export interface SchoolCalendar {
  years: readonly CalendarYear[]
  free_days: readonly FreeDays[]
  /** The year the day (YYYY-MM-DD) lies in. */
  yearOf(day: string): CalendarYear | undefined
}

/** Years and free days of the bound school, as far as they touch the days; both included, missing: without bounds. */
export async function readCalendar(
  tx: SchoolTransaction,
  { from = '', to = '9999-12-31' }: { from?: string; to?: string } = {},
): Promise<SchoolCalendar> {
  const years = (await listSchoolyears(tx)).filter((year) => year.date_end >= from && year.date_start <= to)
  const freeDays = await listFreeDays(
    tx,
    years.map(({ id }) => id),
  )
  return {
    years,
    free_days: freeDays.map(({ name, kind, date_start, date_end }) => ({ name, kind, date_start, date_end })),
    yearOf: (day) => years.find((year) => year.date_start <= day && day <= year.date_end),
  }
}
