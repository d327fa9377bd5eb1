import type { Insertable, Updateable } from 'kysely'
import type { Schoolclass } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { type LockedClass, selectClass } from '#server/domains/memberships/memberships.classes.shared.queries.ts'

/** Locks a class against every other change, including new pupils; undefined when there is no such class. */
export const lockClass = (tx: SchoolTransaction, id: number): Promise<LockedClass | undefined> =>
  selectClass(tx, id).forUpdate().executeTakeFirst()

/** Returns the id. */
export async function insertSchoolclass(tx: SchoolTransaction, schoolclass: Insertable<Schoolclass>) {
  const { id } = await tx.insertInto('schoolclass').values(schoolclass).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateSchoolclass = (tx: SchoolTransaction, id: number, change: Updateable<Schoolclass>) =>
  tx.updateTable('schoolclass').set(change).where('id', '=', id).execute()

/** Deletes a class with its functions; the caller has locked the class. */
export const deleteSchoolclass = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('schoolclass').where('id', '=', id).execute()

/** Whether a pupil was, is or will be in the class. */
export const hasMemberships = async (tx: SchoolTransaction, id: number) => {
  const found = await withRestricted(tx, () =>
    tx.selectFrom('pupil_schoolclass').select('id').where('schoolclass_id', '=', id).limit(1).execute(),
  )
  return found.length > 0
}

/** Whether somebody is in the class on the day or later with a grade outside these two. */
export async function hasOtherGrades(
  tx: SchoolTransaction,
  { id, day, from, to }: { id: number; day: string; from: number; to: number },
) {
  const found = await withRestricted(tx, () =>
    tx
      .selectFrom('pupil_schoolclass as m')
      .innerJoin('schoolgrade as g', (join) =>
        join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
      )
      .select('m.id')
      .where('m.schoolclass_id', '=', id)
      .where((eb) => eb.or([eb('m.date_end', 'is', null), eb('m.date_end', '>=', day)]))
      .where((eb) => eb.or([eb('g.grade', '<', from), eb('g.grade', '>', to)]))
      .limit(1)
      .execute(),
  )
  return found.length > 0
}
