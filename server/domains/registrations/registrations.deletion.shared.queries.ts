import { type RawBuilder, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { isTouched } from './registrations.touched.queries.ts'

/**
 * Whether the deletion of the application `r` was ever put on hold: then even the bin keeps it until the preview has
 * shown it (ADR 0024).
 */
export const everHadHold = sql<boolean>`exists (select from registration_event w
  where w.school_id = r.school_id and w.registration_id = r.id and w.kind = 'held')`

export async function hasHadHold(tx: SchoolTransaction, id: number) {
  const row = await tx
    .selectFrom('registration as r')
    .select('r.id')
    .where('r.id', '=', id)
    .where(everHadHold)
    .executeTakeFirst()
  return row !== undefined
}

/** The log still says that mails were sent, but no longer to whom (domain DP-07). */
const updateMailsToNobody = (tx: SchoolTransaction, contacts: RawBuilder<unknown>) =>
  sql`update mail_log m set recipient_masked = '***', recipient_hash = '', error = null, bounce_reason = null,
    updated_at = now()
    from registration_contact c
    where m.related_type = 'registration_contact' and m.related_id = c.id and ${contacts}`.execute(tx)

/**
 * Empties internal notes for good; stored like any other change, so that a page that still shows a note cannot save it
 * again.
 */
export const deleteInternalNotes = (tx: SchoolTransaction, ids: readonly number[], now: Date) =>
  tx
    .updateTable('registration')
    .set({
      internal_note: null,
      field_changes: sql`field_changes || jsonb_build_object('internal_note',
        jsonb_build_object('version', version + 1, 'by', null, 'at', ${now.toISOString()}::text))`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** Removes one contact from an application, with all links sent to that person. */
export async function deleteContact(tx: SchoolTransaction, id: number) {
  await updateMailsToNobody(tx, sql`c.id = ${id}`)
  await tx.deleteFrom('registration_contact').where('id', '=', id).execute()
}

/**
 * Deletes applications for good, with contacts, links and everything that refers to them; there is no other way to
 * delete one.
 */
export async function deleteRegistrations(tx: SchoolTransaction, ids: readonly number[]) {
  if (ids.length === 0) return
  await updateMailsToNobody(tx, sql`c.registration_id = any(${[...ids]}::bigint[])`)
  await tx
    .deleteFrom('registration')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/**
 * The state of the newest confirmation mail or reminder to the present address; a mail that is no longer in the log was
 * sent.
 */
const lastOptin = sql<string>`coalesce((select m.state from mail_log m
  where m.related_type = 'registration_contact' and m.related_id = c.id
    and m.template in ('registration_optin', 'registration_reminder')
    and m.recipient_hash = sha256(convert_to(lower(c.mail), 'UTF8'))
  order by m.id desc limit 1), 'sent')`

/**
 * The one rule for applications that may be deleted because nobody confirmed an address (domain §2.3): from the form,
 * new, untouched, and the mail server accepted a mail about it. It never includes applications without an address, from
 * staff or a file, or whose mail failed.
 */
export const unverifiedPurgeable = (tx: SchoolTransaction, { createdBefore }: { createdBefore: string }) =>
  tx
    .selectFrom('registration as r')
    .where('r.source', '=', 'web')
    .where('r.status', '=', 'new')
    .where('r.created_at', '<=', createdBefore)
    .where('r.internal_note', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('registration_contact as c')
          .whereRef('c.registration_id', '=', 'r.id')
          .where('c.mail', 'is not', null)
          .where('c.optin_sent_at', 'is not', null)
          .where(lastOptin, '=', 'sent')
          .select('c.id'),
      ),
    )
    .where((eb) => eb.not(isTouched))
