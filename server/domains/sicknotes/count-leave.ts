import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { type Leave, leaveDaysOfYear, type Stay, withinStay } from './leave-days.ts'
import { listGrantedLeaves } from './sicknotes.leaves.queries.ts'

/** School days of leave that the child has in the school year with this one; the child is locked, or the count may be wrong. */
export async function countLeave(tx: SchoolTransaction, leave: Leave & Stay & { pupil_id: number }) {
  const [leavesOf, calendar] = await Promise.all([listGrantedLeaves(tx, [leave.pupil_id]), readCalendar(tx)])
  return leaveDaysOfYear({ ...leave, ...withinStay(leave, leave) }, leavesOf(leave.pupil_id), calendar)
}
