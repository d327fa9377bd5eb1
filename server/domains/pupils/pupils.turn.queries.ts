import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'

const counted = { version: sql<number>`version + 1`, updated_at: sql<string>`now()` }

/** From the day of their entry pupils are active (domain §3.4). */
export const startPupilsOfDay = async (tx: SchoolTransaction, today: string) => {
  await tx
    .updateTable('pupil')
    .set({ status: 'active', ...counted })
    .where('status', '=', 'upcoming')
    .where('date_entry', '<=', today)
    .where((eb) => eb.or([eb('date_exit', 'is', null), eb('date_exit', '>=', today)]))
    .where('deleted_at', 'is', null)
    .execute()
}

/** From the day after their exit pupils have left or graduated, and belong to no class any more (domain §4). */
export async function endPupilsAfterExit(tx: SchoolTransaction, today: string) {
  await tx
    .updateTable('pupil')
    .set({ status: sql<string>`case when exit_reason = 'graduated' then 'graduated' else 'left' end`, ...counted })
    .where('status', 'not in', ['left', 'graduated'])
    .where('date_exit', '<', today)
    .where('deleted_at', 'is', null)
    .execute()
  // A class somebody would have come to after the exit is none of theirs.
  await sql`delete from pupil_schoolclass m using pupil p
    where p.school_id = m.school_id and p.id = m.pupil_id and p.deleted_at is null
      and p.date_exit < ${today}::date and m.date_start > p.date_exit`.execute(tx)
  await sql`update pupil_schoolclass m set date_end = p.date_exit, updated_at = now() from pupil p
    where p.school_id = m.school_id and p.id = m.pupil_id and p.deleted_at is null
      and p.date_exit < ${today}::date and m.date_start <= p.date_exit and (m.date_end is null or m.date_end > p.date_exit)`.execute(
    tx,
  )
}
