import { type Insertable, sql, type Updateable } from 'kysely'
import type { Guardian, PupilContactPerson, PupilGuardian } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

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

/** Deletes for good the guardians who lost their last child before this time (ISO 8601) and have no restricted one either. */
export const deleteOldGuardians = (tx: SchoolTransaction, before: string) =>
  withRestricted(tx, () =>
    tx
      .deleteFrom('guardian as g')
      .where('g.deleted_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('pupil_guardian as pg')
              .select('pg.id')
              .whereRef('pg.school_id', '=', 'g.school_id')
              .whereRef('pg.guardian_id', '=', 'g.id'),
          ),
        ),
      )
      .execute(),
  )

/** Other people to call or who may fetch the child, in the order they were entered. */
export const listContactPersons = (tx: SchoolTransaction, pupilId: number) =>
  tx.selectFrom('pupil_contact_person').selectAll().where('pupil_id', '=', pupilId).orderBy('id').execute()

export async function insertContactPerson(tx: SchoolTransaction, person: Insertable<PupilContactPerson>) {
  const { id } = await tx.insertInto('pupil_contact_person').values(person).returning('id').executeTakeFirstOrThrow()
  return id
}
