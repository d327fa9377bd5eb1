import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Erases the confidential entries of these pupils, and their consents except for those that were withdrawn. */
export async function eraseConfidential(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const ids = sql`any(${[...pupilIds]}::bigint[])`
  await sql`delete from pupil_sensitive where pupil_id = ${ids}`.execute(tx)
  await sql`delete from consent where pupil_id = ${ids} and withdrawn_at is null`.execute(tx)
}

/** Consents that were withdrawn before the year, by the calendar of Berlin, of pupils who are not on hold. */
export async function listConsentProofs(tx: SchoolTransaction, year: number) {
  const { rows } = await sql<{ id: number; withdrawn_at: string }>`
    select id, withdrawn_at from consent
    where extract(year from withdrawn_at at time zone 'Europe/Berlin') < ${year}
      and not exists (select from retention_hold h where h.pupil_id = consent.pupil_id) order by id`.execute(tx)
  return rows
}

export const deleteConsents = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`delete from consent where id = any(${[...ids]}::bigint[])`.execute(tx)

/** Locks consents in the order of their ids. */
export const lockConsents = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`select id from consent where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx)
