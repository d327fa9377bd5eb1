import { type Insertable, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import type { RegistrationReceipt } from '#server/db/schema.generated.ts'

export const insertReceipt = (tx: SchoolTransaction, receipt: Insertable<RegistrationReceipt>) =>
  tx.insertInto('registration_receipt').values(receipt).execute()

/** The visitor's newest receipt that has not run out at the instant (ISO 8601); locked, for its corrections. */
export const findReceipt = (tx: SchoolTransaction, visitorHash: Buffer, now: string) =>
  tx
    .selectFrom('registration_receipt as e')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'e.school_id').onRef('r.id', '=', 'e.registration_id'),
    )
    .select(['e.id', 'e.corrections', 'e.registration_id', 'r.number', 'r.created_at', 'r.meta'])
    .where('e.visitor_hash', '=', visitorHash)
    .where('e.expires_at', '>', now)
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('e.id', 'desc')
    .limit(1)
    .forUpdate('e')
    .executeTakeFirst()
export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

export const countCorrection = (tx: SchoolTransaction, id: number) =>
  tx.updateTable('registration_receipt').set({ corrections: sql`corrections + 1` }).where('id', '=', id).execute()

export const listContacts = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_contact')
    .select(['id', 'position', 'firstname', 'lastname', 'relationship', 'mail', 'phone', 'mail_verified_at'])
    .select(['same_address', 'street', 'house_number', 'zip', 'city'])
    .where('registration_id', '=', registrationId)
    .orderBy('position')
    .execute()
