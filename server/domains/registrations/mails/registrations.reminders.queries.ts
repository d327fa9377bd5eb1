import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Locks contacts that may be due for a reminder: unconfirmed, or confirmed without a word on whether they agree, of new
 * applications, whose first confirmation mail left by this time (ISO 8601) and who have not had all reminders (domain
 * §2.3, ADR 0066).
 */
export const lockUnanswered = (
  tx: SchoolTransaction,
  { sentBefore, reminders }: { sentBefore: string; reminders: number },
) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.id', 'c.mail', 'c.mail_verified_at', 'c.optin_first_sent_at', 'c.reminders_sent'])
    .where('c.mail', 'is not', null)
    .where((eb) => eb.or([eb('c.mail_verified_at', 'is', null), eb('c.agreement', '=', sql.lit('open'))]))
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

/** How many reminders of each contact are finished, either sent or not needed. */
export const updateReminders = (tx: SchoolTransaction, contacts: readonly { id: number; due: number }[]) =>
  sql`update registration_contact c set reminders_sent = d.due, updated_at = now()
    from unnest(${contacts.map(({ id }) => id)}::bigint[], ${contacts.map(({ due }) => due)}::int[]) as d (id, due)
    where c.id = d.id`.execute(tx)
