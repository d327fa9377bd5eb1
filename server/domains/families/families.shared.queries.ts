import { type Insertable, sql, type Updateable } from 'kysely'
import type { Guardian, PupilContactPerson, PupilGuardian } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Changes of families happen one after the other within a school: a person with several children is shown with all of
 * them.
 */
export const lockFamilies = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'family', current_school()), 0))`.execute(tx)

/**
 * Locks a guardian, so that somebody linked to another child meanwhile is not deleted with the last one; finds removed
 * guardians, too.
 */
export const lockGuardian = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('guardian').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
export type LockedGuardian = NonNullable<Awaited<ReturnType<typeof lockGuardian>>>

export async function insertGuardian(tx: SchoolTransaction, guardian: Insertable<Guardian>) {
  const { id } = await tx.insertInto('guardian').values(guardian).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateGuardian = (tx: SchoolTransaction, id: number, change: Updateable<Guardian>) =>
  tx.updateTable('guardian').set(change).where('id', '=', id).execute()

export const insertRelation = (tx: SchoolTransaction, relation: Insertable<PupilGuardian>) =>
  tx.insertInto('pupil_guardian').values(relation).execute()

/** Other people to call or who may fetch the child, in the order they were entered. */
export const listContactPersons = (tx: SchoolTransaction, pupilId: number) =>
  tx.selectFrom('pupil_contact_person').selectAll().where('pupil_id', '=', pupilId).orderBy('id').execute()

export async function insertContactPerson(tx: SchoolTransaction, person: Insertable<PupilContactPerson>) {
  const { id } = await tx.insertInto('pupil_contact_person').values(person).returning('id').executeTakeFirstOrThrow()
  return id
}
