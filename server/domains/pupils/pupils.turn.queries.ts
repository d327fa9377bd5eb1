import { sql } from 'kysely'
import { BIN_DAYS } from '#contract/bin.ts'
import { addDays } from '#contract/dates.ts'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { membershipsOn } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** From the day of their entry pupils are active (domain §3.4). */
export const startPupilsOfDay = async (tx: SchoolTransaction, today: string) => {
  await tx
    .updateTable('pupil')
    .set({ status: 'active' })
    .where('status', '=', 'upcoming')
    .where('date_entry', '<=', today)
    .where((eb) => eb.or([eb('date_exit', 'is', null), eb('date_exit', '>=', today)]))
    .where('deleted_at', 'is', null)
    .execute()
}

/** Days for which an exit that is taken back brings the old parents' link back, too. */
const LINK_KEPT_DAYS = BIN_DAYS

/**
 * From the day after their exit pupils have left or graduated, belong to no class any more, and their parents' links
 * open nothing (domain §4, security §7). The links are deleted once nobody is likely to take the exit back.
 */
export async function endPupilsAfterExit(tx: SchoolTransaction, today: string) {
  await sql`select revoke_pupil_links(array(select id from pupil where date_exit < ${addDays(today, -LINK_KEPT_DAYS)}::date))`.execute(
    tx,
  )
  await tx
    .updateTable('pupil')
    .set({ status: sql<string>`case when exit_reason = 'graduated' then 'graduated' else 'left' end` })
    .where('status', 'not in', LEFT_STATUSES)
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

/** The class a past exit ended goes on: open, or to the end of its school year where that is over. */
export const reopenMembership = (
  tx: SchoolTransaction,
  { id, date_exit, today }: { id: number; date_exit: string; today: string },
) =>
  sql`update pupil_schoolclass m set updated_at = now(), date_end = case when y.date_end < ${today}::date then y.date_end end
    from schoolyear y where y.school_id = m.school_id and y.id = m.school_year_id
      and m.pupil_id = ${id} and m.date_end = ${date_exit}::date`.execute(tx)

export const hasMembershipOn = async (tx: SchoolTransaction, id: number, day: string) =>
  (await membershipsOn(tx, day).select('m.id').where('m.pupil_id', '=', id).executeTakeFirst()) !== undefined

/** One number for each status instead of the many that changed it; right again, should one ever have been missed. */
export const recountPupils = async (tx: SchoolTransaction) => {
  await sql`select count_pupils_anew()`.execute(tx)
}
