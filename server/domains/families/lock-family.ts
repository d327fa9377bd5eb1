import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { brothersAndSisters } from './families.queries.ts'
import { lockFamilies } from './families.shared.queries.ts'

/** Locks a family until the end of the transaction. 404 when the pupil is unknown or in the bin. */
export async function lockFamily(tx: SchoolTransaction, pupilId: number, guardianId?: number) {
  await lockFamilies(tx)
  const others = guardianId === undefined ? [] : await brothersAndSisters(tx, guardianId)
  const pupils = await lockPupils(tx, [...new Set([pupilId, ...others.map(({ pupil_id }) => pupil_id)])])
  const pupil = pupils.find(({ id }) => id === pupilId)
  if (!pupil || pupil.deleted_at !== null) throw notFound()
}
