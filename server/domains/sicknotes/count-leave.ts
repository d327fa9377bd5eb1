import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { type Leave, leaveDaysOfYear, type Stay, withinStay } from './leave-days.ts'
import { listGrantedLeaves } from './sicknotes.leaves.queries.ts'

/**
 * The child's school days of leave in the school year, including this leave; the caller must lock the child, otherwise
 * the number may be wrong.
 */
export async function countLeave(tx: SchoolTransaction, leave: Leave & Stay & { pupil_id: number }) {
  const [leavesOf, calendar] = await Promise.all([listGrantedLeaves(tx, [leave.pupil_id]), readCalendar(tx)])
  return leaveDaysOfYear({ ...leave, ...withinStay(leave, leave) }, leavesOf(leave.pupil_id), calendar)
}
