import { sql } from 'kysely'
import type { ContactAnswers } from '#contract/registrations/registrations.form.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { deleteStatusLinks } from '#server/domains/registrations/family/registrations.family.queries.ts'
import { NO_LINK_ANSWER } from '#server/domains/registrations/mails/registrations.agreement.queries.ts'

/** All fields of a contact except the mail address, which is changed separately. */
export const updateContact = (
  tx: SchoolTransaction,
  id: number,
  { mail: _mail, ...contact }: ContactAnswers & { has_custody: boolean; agreement_wanted: boolean },
) =>
  tx
    .updateTable('registration_contact')
    .set({ ...contact, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** A contact without a mail address: nothing is confirmed, and sent links stop working. */
export async function removeContactMail(tx: SchoolTransaction, id: number) {
  await tx.deleteFrom('registration_contact_link').where('contact_id', '=', id).execute()
  await deleteStatusLinks(tx, [id])
  await tx
    .updateTable('registration_contact')
    .set({
      mail: null,
      mail_verified_at: null,
      optin_proof: null,
      optin_sent_at: null,
      optin_first_sent_at: null,
      optin_expires_at: null,
      reminders_sent: 0,
      ...NO_LINK_ANSWER,
    })
    .where('id', '=', id)
    .execute()
}
