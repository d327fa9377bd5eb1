import type { Insertable, Updateable } from 'kysely'
import type { PupilContactPerson } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Other people to call or who may fetch the child, in the order they were entered. */
export const listContactPersons = (tx: SchoolTransaction, pupilId: number) =>
  tx.selectFrom('pupil_contact_person').selectAll().where('pupil_id', '=', pupilId).orderBy('id').execute()
export type ContactPersonRow = Awaited<ReturnType<typeof listContactPersons>>[number]

export async function insertContactPerson(tx: SchoolTransaction, person: Insertable<PupilContactPerson>) {
  const { id } = await tx.insertInto('pupil_contact_person').values(person).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateContactPerson = (tx: SchoolTransaction, id: number, change: Updateable<PupilContactPerson>) =>
  tx.updateTable('pupil_contact_person').set(change).where('id', '=', id).execute()

export const deleteContactPerson = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_contact_person').where('id', '=', id).execute()
