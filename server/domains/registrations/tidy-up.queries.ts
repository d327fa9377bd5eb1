import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { deleteRegistrations } from './registrations.deletion.queries.ts'

/** Instants (ISO 8601) before which something may go. */
interface Limits {
  now: string
  draftsBefore: string
  linksBefore: string
  binBefore: string
}

async function deleteBinned(tx: SchoolTransaction, before: string) {
  const binned = await tx
    .selectFrom('registration')
    .select('id')
    .where('deleted_at', '<=', before)
    // What must be kept is kept in the bin too, until its hold ends (domain DP-07).
    .where('id', 'not in', tx.selectFrom('retention_hold').select('registration_id'))
    .orderBy('id')
    .forUpdate()
    .execute()
  await deleteRegistrations(
    tx,
    binned.map(({ id }) => id),
  )
}

/** What the bound school need not keep any more: old drafts, spent receipts, links long expired, the bin. */
export async function deleteOutdated(tx: SchoolTransaction, { now, draftsBefore, linksBefore, binBefore }: Limits) {
  await tx.deleteFrom('registration_draft').where('updated_at', '<=', draftsBefore).execute()
  await tx.deleteFrom('registration_receipt').where('expires_at', '<=', now).execute()
  await deleteBinned(tx, binBefore)
  await tx.deleteFrom('registration_contact_link').where('expires_at', '<=', linksBefore).execute()
}

/** What belongs to no school: expired sessions, idempotency keys after 48 hours, spent counters. */
export const tidyInstallation = (tx: Queries, now: string) =>
  sql`select tidy_installation(${now}::timestamptz)`.execute(tx)
