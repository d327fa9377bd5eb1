import { type Insertable, sql } from 'kysely'
import type { AccessPackage } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * How many erasures and restrictions there were, at any school. Waits for those that are running and keeps others away until
 * the transaction ends.
 */
export async function lockRemovalCount(tx: SchoolTransaction) {
  await sql`select pg_advisory_xact_lock(hashtextextended('access packages', 0))`.execute(tx)
  // A new sequence says 1, and so does one that was used once.
  const { rows } = await sql<{ count: number }>`
    select case when is_called then last_value else 0 end::int8 as count from removal_count`.execute(tx)
  return rows[0]?.count as number
}

/** Takes an id for a row before it is written, because its encryption is bound to the id. */
export async function takePackageId(tx: SchoolTransaction) {
  const { rows } = await sql<{ id: number }>`select nextval('access_package_id_seq')::int8 as id`.execute(tx)
  return rows[0]?.id as number
}

export const insertPackage = (tx: SchoolTransaction, row: Insertable<AccessPackage>) =>
  tx.insertInto('access_package').values(row).execute()

/** The file that waits for this account, locked until the transaction ends; `now` in ISO 8601. */
export const lockWaitingPackage = (
  tx: SchoolTransaction,
  { id, userId, now }: { id: number; userId: number; now: string },
) =>
  tx
    .selectFrom('access_package')
    .selectAll()
    .where('id', '=', id)
    .where('created_by', '=', userId)
    .where('file_encrypted', 'is not', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

/** Deletes the file, because it can be downloaded only once. */
export const updateFetched = (tx: SchoolTransaction, id: number, now: string) =>
  tx
    .updateTable('access_package')
    .set({ file_encrypted: null, downloaded_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()

/** The PDF is read in the program once; the file stays for its download. */
export const updatePrinted = (tx: SchoolTransaction, id: number, now: string) =>
  tx.updateTable('access_package').set({ printed_at: now, updated_at: now }).where('id', '=', id).execute()

/** Deletes the files that nobody fetched in time. */
export const updateExpired = (tx: SchoolTransaction, now: string) =>
  tx
    .updateTable('access_package')
    .set({ file_encrypted: null, updated_at: now })
    .where('file_encrypted', 'is not', null)
    .where('expires_at', '<=', now)
    .execute()

/** Forgets who made which package. The log forgets it at the same time. */
export const deleteOldPackages = (tx: SchoolTransaction, before: string) =>
  tx.deleteFrom('access_package').where('created_at', '<', before).execute()
