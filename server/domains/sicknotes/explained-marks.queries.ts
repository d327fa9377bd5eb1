import { sql } from 'kysely'
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

/** Another note of the child that covers all days of the mark `n`: a mark that stands, or a report that explains it. */
const COVERED = sql<boolean>`exists (select from pupil_sicknote o
  where o.school_id = n.school_id and o.pupil_id = n.pupil_id and o.id <> n.id
    and o.date_start <= n.date_start and o.date_end >= n.date_end and ${isAbsentNote('o')}
    -- Who was marked as missing after a report of hours is missing all the same.
    and (not o.partial or (o.reason <> 'unexplained' and o.created_at >= n.created_at)))`

/** The same mark was set again later: one of them comes back (index pupil_sicknote_once). */
const SET_AGAIN = sql<boolean>`exists (select from pupil_sicknote o
  where o.school_id = n.school_id and o.pupil_id = n.pupil_id and o.id > n.id and o.cancelled_as = 'explained'
    and (o.date_start, o.date_end, o.partial, o.time_start, o.time_end, o.lessons)
      is not distinct from (n.date_start, n.date_end, n.partial, n.time_start, n.time_end, n.lessons))`

/** Who was marked as missing on these days is missing again, unless another report explains it. */
export const restoreExplained = (
  tx: SchoolTransaction,
  { pupil_id, date_start, date_end }: Days & { pupil_id: number },
) =>
  tx
    .updateTable('pupil_sicknote as n')
    .set({ cancelled_at: null, cancelled_as: null })
    .where('n.pupil_id', '=', pupil_id)
    .where('n.cancelled_as', '=', 'explained')
    .where('n.date_start', '>=', date_start)
    .where('n.date_end', '<=', date_end)
    .where(({ not }) => not(COVERED))
    .where(({ not }) => not(SET_AGAIN))
    .execute()
