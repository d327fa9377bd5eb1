import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'

/** Instants (ISO 8601) before which something may go. */
interface Limits {
  now: string
  draftsBefore: string
  linksBefore: string
  binBefore: string
}

/** What the bound school need not keep any more: old drafts, spent receipts, links long expired, the bin. */
export async function deleteOutdated(tx: SchoolTransaction, { now, draftsBefore, linksBefore, binBefore }: Limits) {
  await tx.deleteFrom('registration_draft').where('updated_at', '<=', draftsBefore).execute()
  await tx.deleteFrom('registration_receipt').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('registration').where('deleted_at', '<=', binBefore).execute()
  await tx.deleteFrom('registration_contact_link').where('expires_at', '<=', linksBefore).execute()
}

/** What belongs to no school: expired sessions, idempotency keys after 48 hours, spent counters. */
export const tidyInstallation = (tx: Queries, now: string) =>
  sql`select tidy_installation(${now}::timestamptz)`.execute(tx)
