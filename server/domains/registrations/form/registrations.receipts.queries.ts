import { type Insertable, sql } from 'kysely'
import { MAIL_CORRECTIONS_MAX } from '#contract/registrations/registrations.public-texts.ts'
import type { RegistrationReceipt } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export const insertReceipt = (tx: SchoolTransaction, receipt: Insertable<RegistrationReceipt>) =>
  tx.insertInto('registration_receipt').values(receipt).execute()

/** The visitor's newest receipt that has not expired at this time (ISO 8601). */
export const findReceipt = (tx: SchoolTransaction, visitorHash: Buffer, now: string) =>
  tx
    .selectFrom('registration_receipt as e')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'e.school_id').onRef('r.id', '=', 'e.registration_id'),
    )
    .select(['e.school_id', 'e.registration_id', 'r.number', 'r.created_at', 'r.meta'])
    .where('e.visitor_hash', '=', visitorHash)
    .where('e.expires_at', '>', now)
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** Whether this visitor has a receipt of the application: somebody who merely knows its answers has none. */
export async function hasReceipt(tx: SchoolTransaction, visitorHash: Buffer, registrationId: number) {
  const row = await tx
    .selectFrom('registration_receipt')
    .select('id')
    .where('visitor_hash', '=', visitorHash)
    .where('registration_id', '=', registrationId)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up one of the contact's corrections; false when none is left. */
export async function spendCorrection(tx: SchoolTransaction, contactId: number) {
  const { numUpdatedRows } = await tx
    .updateTable('registration_contact')
    .set({ mail_corrections: sql`mail_corrections + 1` })
    .where('id', '=', contactId)
    .where('mail_corrections', '<', MAIL_CORRECTIONS_MAX)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const listContacts = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_contact')
    .select([
      'id',
      'position',
      'firstname',
      'lastname',
      'relationship',
      'mail',
      'phone',
      'mail_verified_at',
      'mail_corrections',
      'agreement',
    ])
    .select(['same_address', 'street', 'house_number', 'zip', 'city'])
    .where('registration_id', '=', registrationId)
    .orderBy('position')
    .execute()

/** Lets one of several identical applications go first; the others wait and then see what it wrote. */
export const lockPayload = (tx: SchoolTransaction, payloadHash: Buffer) =>
  sql`select pg_advisory_xact_lock(${payloadHash.readBigInt64BE().toString()}::bigint)`.execute(tx)

/** The same application sent since this time (ISO 8601), if it still exists. */
export const findByPayload = (tx: SchoolTransaction, payloadHash: Buffer, since: string) =>
  tx
    .selectFrom('registration')
    .select(['id', 'number'])
    .where('payload_hash', '=', payloadHash)
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
