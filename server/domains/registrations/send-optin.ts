import { OPTIN_SENDS_MAX } from '#contract/registrations.mail-state.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { countMailsAbout } from '#server/mail/mail-log.queries.ts'
import { hashMail, queueMail } from '#server/mail/outbox.ts'
import { OPTIN_TEMPLATE } from './optin-mail.ts'

interface Recipient {
  id: number
  mail: string
}

/** What all mails to a contact are about, in the mail log. */
export const ABOUT_CONTACT = 'registration_contact'

/** Puts a confirmation mail into the outbox; link and text are made when it is sent. */
export const queueOptin = (tx: SchoolTransaction, schoolId: number, { id, mail }: Recipient) =>
  queueMail(tx, schoolId, {
    template: OPTIN_TEMPLATE,
    recipient: mail,
    relatedType: ABOUT_CONTACT,
    relatedId: id,
  })

/** Whether this address got all the confirmation mails it may, those still waiting included (domain §2.3). */
export const isOptinUsedUp = async (tx: SchoolTransaction, { id, mail }: Recipient) =>
  (await countMailsAbout(tx, {
    template: OPTIN_TEMPLATE,
    relatedType: ABOUT_CONTACT,
    relatedId: id,
    recipientHash: hashMail(mail),
  })) >= OPTIN_SENDS_MAX
