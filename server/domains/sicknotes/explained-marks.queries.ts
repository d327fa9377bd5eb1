import type { SchoolTransaction } from '#server/db/in-school.ts'
import { isAbsentNote } from './absent-notes.queries.ts'

/** Both included. */
interface Days {
  date_start: string
  date_end: string
}

/** Of the children those whose absence on all of these days is known, as a whole and with a reason. */
export async function listExplained(tx: SchoolTransaction, ids: readonly number[], { date_start, date_end }: Days) {
  const rows = await tx
    .selectFrom('pupil_sicknote as n')
    .select('n.pupil_id')
    .distinct()
    .where((eb) => eb('n.pupil_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('n.date_start', '<=', date_start)
    .where('n.date_end', '>=', date_end)
    .where('n.partial', '=', false)
    .where('n.reason', '<>', 'unexplained')
    .where(isAbsentNote())
    .execute()
  return rows.map(({ pupil_id }) => pupil_id)
}

/** Missing children who are reported after all: their marks end with the report. */
export const cancelExplained = (
  tx: SchoolTransaction,
  { pupilIds, date_start, date_end, now }: Days & { pupilIds: readonly number[]; now: Date },
) =>
  tx
    .updateTable('pupil_sicknote')
    .set({ cancelled_at: now.toISOString(), cancelled_as: 'explained' })
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('reason', '=', 'unexplained')
    .where('date_start', '>=', date_start)
    .where('date_end', '<=', date_end)
    .where('cancelled_at', 'is', null)
    .execute()

/** Who was marked as missing before a report that is now taken back is missing again. */
export const restoreExplained = (
  tx: SchoolTransaction,
  { pupil_id, date_start, date_end, created_at }: Days & { pupil_id: number; created_at: string },
) =>
  tx
    .updateTable('pupil_sicknote as n')
    .set({ cancelled_at: null, cancelled_as: null })
    .where('n.pupil_id', '=', pupil_id)
    .where('n.cancelled_as', '=', 'explained')
    .where('n.cancelled_at', '=', created_at)
    .where('n.date_start', '>=', date_start)
    .where('n.date_end', '<=', date_end)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pupil_sicknote as o')
            .select('o.id')
            .whereRef('o.school_id', '=', 'n.school_id')
            .whereRef('o.pupil_id', '=', 'n.pupil_id')
            .where('o.reason', '=', 'unexplained')
            .where('o.cancelled_at', 'is', null)
            .whereRef('o.date_start', '=', 'n.date_start'),
        ),
      ),
    )
    .execute()
