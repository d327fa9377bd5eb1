import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Leave } from './leave-days.ts'

/** The children's granted leaves, limited to their time at the school. */
export async function listGrantedLeaves(tx: SchoolTransaction, pupilIds: readonly number[]) {
  if (pupilIds.length === 0) return () => []
  const rows = await tx
    .selectFrom('pupil_sicknote as n')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'n.school_id').onRef('p.id', '=', 'n.pupil_id'))
    .select(['n.id', 'n.pupil_id', 'n.partial', 'n.time_start', 'n.time_end', 'n.lessons'])
    .select([
      sql<string>`greatest(n.date_start, p.date_entry)`.as('date_start'),
      sql<string>`least(n.date_end, p.date_exit)`.as('date_end'),
    ])
    .where((eb) => eb('n.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('n.leave_decision', '=', 'granted')
    .where('n.cancelled_at', 'is', null)
    .execute()
  const byPupil = Map.groupBy(rows, ({ pupil_id }) => pupil_id)
  return (pupilId: number): Leave[] => byPupil.get(pupilId) ?? []
}
