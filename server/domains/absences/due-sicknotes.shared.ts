import { isYearForgotten } from '#contract/absences/absences.ts'
import { addDays, addMonths } from '#contract/dates.ts'
import type { DueSicknotes } from '#contract/retentions/retentions.preview.ts'
import { NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { countNotesBetween, countReportsByEnd } from './due-sicknotes.queries.ts'

/** Before every note: the first school year takes all earlier ones with it. */
const DAY_ONE = '0001-01-01'

/**
 * Sick notes that `tidySicknotes` clears or deletes in the nights of the next two weeks, counted by rule and day, the
 * soonest first.
 */
export async function readDueSicknotes(tx: SchoolTransaction, today: string): Promise<DueSicknotes[]> {
  const { sicknote_comment_days: days, sicknote_years: years } = await getSetting(tx, 'RETENTION_SETTINGS')
  const until = addDays(today, NOTICE_DAYS)
  const reports = await countReportsByEnd(tx, addDays(until, -days))
  const due: DueSicknotes[] = reports.map(({ date_end, count }) => ({
    rule: 'sicknote_report',
    due_on: addDays(date_end, days),
    count,
  }))
  const calendar = await readCalendar(tx)
  let after = DAY_ONE
  for (const { date_end } of [...calendar.years].sort((a, b) => a.date_end.localeCompare(b.date_end))) {
    if (!isYearForgotten(date_end, { years, today: until })) break
    const count = await countNotesBetween(tx, { after, until: date_end })
    if (count > 0) due.push({ rule: 'sicknote', due_on: addMonths(date_end, 12 * years), count })
    after = date_end
  }
  return due
}
