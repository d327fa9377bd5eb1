import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'

/**
 * Contacts that may be due for a reminder, held for it: unconfirmed, of new applications, whose first confirmation mail
 * left by the instant (ISO 8601) and who had fewer reminders than there are (domain §2.3).
 */
export const lockUnconfirmed = (
  tx: SchoolTransaction,
  { sentBefore, reminders }: { sentBefore: string; reminders: number },
) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.id', 'c.mail', 'c.optin_first_sent_at', 'c.reminders_sent'])
    .where('c.mail', 'is not', null)
    .where('c.mail_verified_at', 'is', null)
    .where('c.optin_first_sent_at', '<=', sentBefore)
    .where('c.reminders_sent', '<', reminders)
    .where('r.status', '=', 'new')
    .where('r.withdrawn_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .orderBy('c.id')
    .forUpdate('c')
    .skipLocked()
    .execute()

/** How many reminders are done with, sent or not needed. */
export const updateReminders = (tx: SchoolTransaction, contactId: number, reminders_sent: number) =>
  tx
    .updateTable('registration_contact')
    .set({ reminders_sent, updated_at: sql`now()` })
    .where('id', '=', contactId)
    .execute()
