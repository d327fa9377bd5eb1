import { sql } from 'kysely'
import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Says whether the latest mail about the application `r` to the present address of one of its contacts failed to leave.
 * Circulars do not count: one that arrived does not make up for a decision that did not.
 */
export const hasFailedMail = sql<boolean>`exists (select from registration_contact c
  join mail_log m on m.school_id = c.school_id and m.related_type = 'registration_contact' and m.related_id = c.id
    and m.template like 'registration\\_%' and m.recipient_hash = sha256(convert_to(lower(c.mail), 'UTF8'))
  where c.school_id = r.school_id and c.registration_id = r.id and m.state = 'failed' and not exists (
    select from mail_log later where later.school_id = m.school_id and later.related_type = m.related_type
      and later.related_id = m.related_id and later.recipient_hash = m.recipient_hash
      and later.template like 'registration\\_%' and later.id > m.id and later.state <> 'dropped'))`

/** The contact that a mail about this application belongs to; locks the mail. Undefined when there is no such mail. */
export const lockMailOfContact = (
  tx: SchoolTransaction,
  { registrationId, mailId }: { registrationId: number; mailId: number },
) =>
  tx
    .selectFrom('mail_log as m')
    .innerJoin('registration_contact as c', (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.related_id'),
    )
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.id', 'c.mail', 'c.mail_verified_at', 'c.agreement', 'r.withdrawn_at', 'r.pupil_id'])
    .where('m.id', '=', mailId)
    .where('m.related_type', '=', 'registration_contact')
    .where('m.template', 'like', 'registration\\_%')
    .where('r.id', '=', registrationId)
    .where('r.deleted_at', 'is', null)
    .forUpdate('m')
    .$narrowType<{ agreement: Agreement | null }>()
    .executeTakeFirst()

/** Whether a later mail with a link to the same address was sent or is waiting. */
export async function hasLaterOptin(
  tx: SchoolTransaction,
  { mailId, contactId, recipientHash }: { mailId: number; contactId: number; recipientHash: Buffer },
) {
  const later = await tx
    .selectFrom('mail_log')
    .select('id')
    .where('related_type', '=', 'registration_contact')
    .where('related_id', '=', contactId)
    .where('template', 'in', ['registration_optin', 'registration_agreement'])
    .where('recipient_hash', '=', recipientHash)
    .where('state', 'in', ['queued', 'sent'])
    .where('id', '>', mailId)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
