import type { Updateable } from 'kysely'
import type { PupilContactPerson, PupilGuardian } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import type { listContactPersons } from './families.shared.queries.ts'

export const brothersAndSisters = (tx: SchoolTransaction, guardianId: number) =>
  tx.selectFrom('pupil_guardian').select('pupil_id').where('guardian_id', '=', guardianId).execute()

/** The relations of a child's guardians, in their order. */
export const listRelations = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian')
    .selectAll()
    .where('pupil_id', '=', pupilId)
    .orderBy('position')
    .orderBy('guardian_id')
    .execute()
export type Relation = Awaited<ReturnType<typeof listRelations>>[number]

/** Also a restricted child keeps its guardians. */
export async function hasChildren(tx: SchoolTransaction, guardianId: number) {
  const child = await withRestricted(tx, () =>
    tx.selectFrom('pupil_guardian').select('id').where('guardian_id', '=', guardianId).limit(1).executeTakeFirst(),
  )
  return child !== undefined
}

export const updateRelation = (tx: SchoolTransaction, id: number, change: Updateable<PupilGuardian>) =>
  tx.updateTable('pupil_guardian').set(change).where('id', '=', id).execute()

export const deleteRelation = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_guardian').where('id', '=', id).execute()

export type ContactPersonRow = Awaited<ReturnType<typeof listContactPersons>>[number]

export const updateContactPerson = (tx: SchoolTransaction, id: number, change: Updateable<PupilContactPerson>) =>
  tx.updateTable('pupil_contact_person').set(change).where('id', '=', id).execute()

export const deleteContactPerson = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_contact_person').where('id', '=', id).execute()
