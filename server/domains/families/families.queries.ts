import { type Insertable, sql, type Updateable } from 'kysely'
import type { Guardian, PupilGuardian } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'

const brothersAndSisters = (tx: SchoolTransaction, guardianId: number) =>
  tx.selectFrom('pupil_guardian').select('pupil_id').where('guardian_id', '=', guardianId).execute()

/** One change of families after the other within a school: a person of several children is shown at all of them. */
export const lockFamilies = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'family', current_school()), 0))`.execute(tx)

/** Holds a family until the end of the transaction. 404 for who is unknown or in the bin. */
export async function lockFamily(tx: SchoolTransaction, pupilId: number, guardianId?: number) {
  await lockFamilies(tx)
  const others = guardianId === undefined ? [] : await brothersAndSisters(tx, guardianId)
  const pupils = await lockPupils(tx, [...new Set([pupilId, ...others.map(({ pupil_id }) => pupil_id)])])
  const pupil = pupils.find(({ id }) => id === pupilId)
  if (!pupil || pupil.deleted_at !== null) throw notFound()
}

/** Held, so that who is linked meanwhile does not go with the last child; also one who was taken away. */
export const lockGuardian = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('guardian').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
export type LockedGuardian = NonNullable<Awaited<ReturnType<typeof lockGuardian>>>

/** What the guardians of a child are for it, in their order. */
export const listRelations = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian')
    .selectAll()
    .where('pupil_id', '=', pupilId)
    .orderBy('position')
    .orderBy('guardian_id')
    .execute()
export type Relation = Awaited<ReturnType<typeof listRelations>>[number]

export async function hasChildren(tx: SchoolTransaction, guardianId: number) {
  const child = await tx
    .selectFrom('pupil_guardian')
    .select('id')
    .where('guardian_id', '=', guardianId)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined
}

export async function insertGuardian(tx: SchoolTransaction, guardian: Insertable<Guardian>) {
  const { id } = await tx.insertInto('guardian').values(guardian).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateGuardian = (tx: SchoolTransaction, id: number, change: Updateable<Guardian>) =>
  tx.updateTable('guardian').set(change).where('id', '=', id).execute()

export const insertRelation = (tx: SchoolTransaction, relation: Insertable<PupilGuardian>) =>
  tx.insertInto('pupil_guardian').values(relation).execute()

export const updateRelation = (tx: SchoolTransaction, id: number, change: Updateable<PupilGuardian>) =>
  tx.updateTable('pupil_guardian').set(change).where('id', '=', id).execute()

export const deleteRelation = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_guardian').where('id', '=', id).execute()

/** Guardians whose last child was taken away before that instant (ISO 8601), for good. */
export const deleteOldGuardians = (tx: SchoolTransaction, before: string) =>
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
    .execute()
