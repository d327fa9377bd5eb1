import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listConfirmedMails } from '#server/domains/registrations/family/registrations.family.queries.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { findWithdrawnContact } from './registrations.optin.queries.ts'
import { ABOUT_CONTACT } from './send-optin.ts'
import { hasAddress, mailTo, wordFor } from './worded-mail.ts'

export const WITHDRAWN_TEMPLATE = 'registration_withdrawn'

/** Informs every contact with a confirmed address that the application is withdrawn. */
export async function queueWithdrawnMails(tx: SchoolTransaction, registrationId: number) {
  for (const { id, mail } of await listConfirmedMails(tx, registrationId)) {
    await queueMail(tx, {
      template: WITHDRAWN_TEMPLATE,
      recipient: mail,
      relatedType: ABOUT_CONTACT,
      relatedId: id,
    })
  }
}

/** The mail that an application was withdrawn; it is not sent when that was undone meanwhile. */
export const withdrawnMail: MailTemplate = {
  async compose(tx, { relatedId }) {
    const contact = await findWithdrawnContact(tx, relatedId)
    if (!hasAddress(contact) || contact.mail_verified_at === null) return null
    const { composed } = await wordFor(tx, contact, { key: WITHDRAWN_TEMPLATE })
    return mailTo(contact, composed)
  },
}
