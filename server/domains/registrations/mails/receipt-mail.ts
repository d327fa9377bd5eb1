import { type LinkMaking, makeStatusLink } from '#server/domains/registrations/family/status-link.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { findMailedContact } from './registrations.optin.queries.ts'
import { hasAddress, mailTo, wordFor } from './worded-mail.ts'

export const RECEIPT_TEMPLATE = 'registration_receipt'

/** The receipt after the confirmation: number, next steps, and a link to status and withdrawal (domain §2.3). */
export const receiptMail = (making: LinkMaking): MailTemplate => ({
  async compose(tx, { mailId, relatedId, now }) {
    const contact = await findMailedContact(tx, relatedId)
    if (!hasAddress(contact) || contact.mail_verified_at === null) return null
    const { composed } = await wordFor(tx, contact, { key: RECEIPT_TEMPLATE })
    const url = await makeStatusLink(tx, { contact, mailId, now }, making)
    return mailTo(contact, composed, url)
  },
})
