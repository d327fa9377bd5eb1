import { type Insertable, sql } from 'kysely'
import { logEvent } from '#server/db/log-event.ts'
import type { PupilSchoolclass } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { membershipsOn } from './memberships.pupils.shared.queries.ts'

/** All memberships of these pupils, oldest first; the caller has locked the pupils. */
export const listMembershipsOf = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .select(['m.id', 'm.pupil_id', 'm.school_year_id', 'm.schoolgrade_id', 'm.schoolclass_id', 'g.grade'])
    .select(['m.date_start', 'm.date_end', 'm.reason', 'm.created_at', 'm.updated_at'])
    .where((eb) => eb('m.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .orderBy('m.date_start')
    .execute()
export type Membership = Awaited<ReturnType<typeof listMembershipsOf>>[number]

/** `at`: the time of the move, the same for all rows that it creates and changes. */
export const endMembership = (
  tx: SchoolTransaction,
  id: number,
  { lastDay, at }: { lastDay: string | null; at: string },
) => tx.updateTable('pupil_schoolclass').set({ date_end: lastDay, updated_at: at }).where('id', '=', id).execute()

export const replaceMembership = (
  tx: SchoolTransaction,
  id: number,
  place: { schoolclass_id: number | null; schoolgrade_id: number; school_year_id: number; updated_at: string },
) => tx.updateTable('pupil_schoolclass').set(place).where('id', '=', id).execute()

export const deleteMembership = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_schoolclass').where('id', '=', id).execute()

export const insertMembership = (tx: SchoolTransaction, membership: Insertable<PupilSchoolclass>) =>
  tx.insertInto('pupil_schoolclass').values(membership).execute()

export const logMove = (tx: SchoolTransaction, pupilId: number) =>
  logEvent(tx, { action: 'class_changed', entityType: 'pupil', entityId: pupilId, fields: ['schoolclass_id'] })

/** The earliest membership with the days of its school year; the caller has locked the pupil. */
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

/** Continues the class that a past exit ended: open, or until the end of its school year if that is over. */
export const reopenMembership = (
  tx: SchoolTransaction,
  { id, date_exit, today }: { id: number; date_exit: string; today: string },
) =>
  sql`update pupil_schoolclass m set updated_at = now(), date_end = case when y.date_end < ${today}::date then y.date_end end
    from schoolyear y where y.school_id = m.school_id and y.id = m.school_year_id
      and m.pupil_id = ${id} and m.date_end = ${date_exit}::date`.execute(tx)

export const hasMembershipOn = async (tx: SchoolTransaction, id: number, day: string) =>
  (await membershipsOn(tx, day).select('m.id').where('m.pupil_id', '=', id).executeTakeFirst()) !== undefined
