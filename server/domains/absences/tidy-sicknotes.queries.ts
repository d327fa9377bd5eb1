import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Whether the deletion is on hold for this child: that keeps everything about the child (ADR 0042). */
export const isHeld = (pupilId: string): RawBuilder<SqlBool> =>
  sql`exists (select from retention_hold h where h.pupil_id = ${sql.ref(pupilId)})`

/** Whether the note still has a remark, a reporter or the reason before a change. */
export const hasReport = sql<SqlBool>`num_nonnulls(comment, reporter_name, reporter_relation, reporter_phone, reason_before) > 0`

/**
 * Empties remark, reporter and the reason before a change, in notes that ended on or before the day; each note only
 * once.
 */
export const clearReports = (tx: SchoolTransaction, until: string) =>
  tx
    .updateTable('pupil_sicknote')
    .set({ comment: null, reporter_name: null, reporter_relation: null, reporter_phone: null, reason_before: null })
    .where('date_end', '<=', until)
    .where(({ not }) => not(isHeld('pupil_sicknote.pupil_id')))
    .where(hasReport)
    .execute()

/**
 * Children who have notes on these days, with their time at the school; children in the bin are included. Who left long
 * ago and was reduced to the proof of attendance keeps no counts (ADR 0042).
 */
export const listNotedPupils = (tx: SchoolTransaction, { from, to }: { from: string; to: string }) =>
  tx
    .selectFrom('pupil as p')
    .select(['p.id', 'p.date_entry', 'p.date_exit'])
    .where('p.reduced_on', 'is', null)
    .where(({ not }) => not(isHeld('p.id')))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('pupil_sicknote as n')
          .select('n.id')
          .whereRef('n.school_id', '=', 'p.school_id')
          .whereRef('n.pupil_id', '=', 'p.id')
          .where('n.date_end', '>=', from)
          .where('n.date_start', '<=', to),
      ),
    )
    .execute()

/** Removes for good the notes that ended on the day or before it. */
export const deleteNotes = (tx: SchoolTransaction, until: string) =>
  tx
    .deleteFrom('pupil_sicknote')
    .where('date_end', '<=', until)
    .where(({ not }) => not(isHeld('pupil_sicknote.pupil_id')))
    .execute()
