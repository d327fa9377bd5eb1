import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Erases the confidential entries of these pupils, and their consents except for those that were withdrawn. */
export async function eraseConfidential(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const ids = sql`any(${[...pupilIds]}::bigint[])`
  await sql`delete from pupil_sensitive where pupil_id = ${ids}`.execute(tx)
  await sql`delete from consent where pupil_id = ${ids} and withdrawn_at is null`.execute(tx)
}

/** Deletes proofs of consents that were withdrawn before the year, at most so many; answers their ids. */
export async function deleteConsentProofs(
  tx: SchoolTransaction,
  { beforeYear, limit }: { beforeYear: number; limit: number },
) {
  const { rows } = await sql<{ id: number }>`
    delete from consent where id in (
      select id from consent
      where extract(year from withdrawn_at at time zone 'Europe/Berlin') < ${beforeYear}
      order by id limit ${limit} for update)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
