import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import type { ComposedMail } from '#server/mail/send-mail.ts'
import { findMailedContact, type MailedContact } from './registrations.optin.queries.ts'

export const RECEIPT_TEMPLATE = 'registration_receipt'

const textOf = (contact: MailedContact) => ({
  subject: `Ihre Bewerbung ${contact.number} ist bestätigt`,
  schoolName: contact.school_name,
  greeting: 'Guten Tag,',
  paragraphs: [
    `vielen Dank, Ihre E-Mail-Adresse ist bestätigt. Die Bewerbung für ${nameInMail(contact.child_firstname)} hat bei uns die Nummer ${contact.number}.`,
    'So geht es weiter: Wir lesen die Bewerbung und melden uns bei Ihnen, um Sie kennenzulernen. Danach entscheiden wir und schreiben Ihnen, ob wir einen Platz anbieten können.',
    'Unterlagen brauchen wir jetzt noch nicht. Was Sie zum Gespräch mitbringen, steht in der Einladung.',
  ],
  closing: [
    `Bitte nennen Sie die Nummer, wenn Sie uns schreiben oder anrufen: ${contact.school_mail}, ${contact.school_phone}.`,
  ],
})

/** The receipt after confirming: number and next steps (domain §2.3). */
export const receiptMail: MailTemplate = {
  async compose(tx, { relatedId }): Promise<ComposedMail | null> {
    const contact = await findMailedContact(tx, relatedId)
    if (!contact?.mail || contact.mail_verified_at === null) return null
    return {
      to: contact.mail,
      fromName: contact.school_name,
      replyTo: contact.school_mail,
      ...renderMail(textOf(contact)),
    }
  },
}
