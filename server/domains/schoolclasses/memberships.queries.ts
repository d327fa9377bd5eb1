import type { Insertable } from 'kysely'
import { logEvent } from '#server/db/log-event.ts'
import type { PupilSchoolclass } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** All memberships of the pupils, oldest first; the pupils are held. */
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

/** `at`: the instant of the move, the same for all rows that it makes and changes. */
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

export const insertMemberships = (tx: SchoolTransaction, rows: Insertable<PupilSchoolclass>[]) =>
  tx.insertInto('pupil_schoolclass').values(rows).execute()

export const logMove = (tx: SchoolTransaction, pupilId: number) =>
  logEvent(tx, { action: 'class_changed', entityType: 'pupil', entityId: pupilId, fields: ['schoolclass_id'] })
