import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Holds pupils in the order of their ids, so that two who change the memberships of the same ones never wait for each
 * other; with those in the bin.
 */
export const lockPupils = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'lastname_prefix', 'status', 'date_entry', 'date_exit', 'deleted_at'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
export type LockedPupil = Awaited<ReturnType<typeof lockPupils>>[number]
