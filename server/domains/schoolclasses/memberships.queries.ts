import { type Insertable, sql } from 'kysely'
import { logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import type { PupilSchoolclass } from '#server/db/schema.generated.ts'

/** Holds pupils in the order of their ids, so that two who move the same ones never wait for each other; without the bin. */
export const lockPupils = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'lastname_prefix', 'status', 'date_entry', 'date_exit'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
export type LockedPupil = Awaited<ReturnType<typeof lockPupils>>[number]

/** All memberships of the pupils, oldest first; the pupils are held. */
export const listMembershipsOf = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .select(['m.id', 'm.pupil_id', 'm.school_year_id', 'm.schoolgrade_id', 'm.schoolclass_id', 'g.grade'])
    .select(['m.date_start', 'm.date_end', 'm.reason'])
    .where((eb) => eb('m.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .orderBy('m.date_start')
    .execute()
export type Membership = Awaited<ReturnType<typeof listMembershipsOf>>[number]

export const endMembership = (tx: SchoolTransaction, id: number, lastDay: string | null) =>
  tx
    .updateTable('pupil_schoolclass')
    .set({ date_end: lastDay, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const replaceMembership = (
  tx: SchoolTransaction,
  id: number,
  place: { schoolclass_id: number | null; schoolgrade_id: number; school_year_id: number },
) =>
  tx
    .updateTable('pupil_schoolclass')
    .set({ ...place, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const deleteMembership = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_schoolclass').where('id', '=', id).execute()

export const insertMemberships = (tx: SchoolTransaction, rows: Insertable<PupilSchoolclass>[]) =>
  tx.insertInto('pupil_schoolclass').values(rows).execute()

export const logMove = (tx: SchoolTransaction, pupilId: number) =>
  logEvent(tx, { action: 'class_changed', entityType: 'pupil', entityId: pupilId, fields: ['schoolclass_id'] })
