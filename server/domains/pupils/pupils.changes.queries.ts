import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { membershipsOn } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { lockPupil } from './pupils.shared.queries.ts'

export type PupilRecord = NonNullable<Awaited<ReturnType<typeof lockPupil>>>

/** The earliest membership with the days of its school year; the pupil is held. */
export const findFirstMembership = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'm.school_id').onRef('y.id', '=', 'm.school_year_id'),
    )
    .select(['m.id', 'm.date_start', 'm.date_end', 'y.date_start as year_start', 'y.date_end as year_end'])
    .where('m.pupil_id', '=', pupilId)
    .orderBy('m.date_start')
    .limit(1)
    .executeTakeFirst()

export const moveMembershipStart = (tx: SchoolTransaction, id: number, day: string) =>
  tx.updateTable('pupil_schoolclass').set({ date_start: day }).where('id', '=', id).execute()

/** The school year a day lies in. */
export const findYearOf = (tx: SchoolTransaction, day: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name', 'state', 'date_start', 'date_end'])
    .where('date_start', '<=', day)
    .where('date_end', '>=', day)
    .executeTakeFirst()

/** Into the bin at the instant; null: out of it. The parents' link stays stored and opens nothing in the meantime. */
export const setDeleted = (tx: SchoolTransaction, ids: readonly number[], at: string | null) =>
  tx
    .updateTable('pupil')
    .set({ deleted_at: at })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

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
