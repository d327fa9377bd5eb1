import { halvesOf } from '#contract/absences/absence-days.ts'
import { isYearForgotten } from '#contract/absences/absences.ts'
import { addDays, berlinToday } from '#contract/dates.ts'
import { inTransaction } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting, listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar, type SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { countPupils, insertClosedCounts } from './absence-counts.queries.ts'
import { clearReports, deleteNotes, listNotedPupils } from './tidy-sicknotes.queries.ts'

export const TIDY_SICKNOTES_TASK = 'tidy_sicknotes'

type Year = SchoolCalendar['years'][number]

/** The child keeps the counts of both half-years (domain §5.2): the closed ones, or those as of now. */
async function storeCounts(tx: SchoolTransaction, year: Year, freeDays: SchoolCalendar['free_days']) {
  for (const days of halvesOf(year)) {
    const half = { ...days, school_year_id: year.id }
    const pupils = await listNotedPupils(tx, { from: half.date_start, to: half.date_end })
    const counts = await countPupils(tx, pupils, { half, freeDays })
    await insertClosedCounts(tx, counts, { closedBy: null, half })
  }
}

/** Deletes notes up to the year's last day; a note that ends later is deleted with the year in which it ends. */
async function forgetYear(tx: SchoolTransaction, year: Year, freeDays: SchoolCalendar['free_days']) {
  await nameAction(tx, 'absence_count', 'absences_closed')
  await storeCounts(tx, year, freeDays)
  await deleteNotes(tx, year.date_end)
}

/**
 * Deletes what the bound school's periods end on this day (domain §5.2, `RETENTION_SETTINGS`); a second run on the same
 * day changes nothing.
 */
async function tidySchool(tx: SchoolTransaction, today: string) {
  const { sicknote_comment_days: days, sicknote_years: years } = await getSetting(tx, 'RETENTION_SETTINGS')
  const calendar = await readCalendar(tx)
  for (const year of calendar.years)
    if (isYearForgotten(year.date_end, { years, today })) await forgetYear(tx, year, calendar.free_days)
  await nameAction(tx, 'pupil_sicknote', 'sicknote_cleared')
  await clearReports(tx, addDays(today, -days))
}

/** Deletes what each school's periods end; a school that failed is tried again later. */
export const tidySicknotes =
  ({ pool, now }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const today = berlinToday(now())
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The removal of old absences', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `tidy-sicknotes-${schoolId}-${today}` }
      return inSchool(pool, actor, (tx) => tidySchool(tx, today))
    })
  }
