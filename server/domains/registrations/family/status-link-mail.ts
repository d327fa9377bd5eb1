import { STATUS_LINK_LABEL } from '#contract/mailwordings/mailwordings.compose.ts'
import { STATUS_LINK_DAYS } from '#contract/registrations/registrations.family.ts'
import { isStatusLinkOver } from '#contract/registrations/registrations.family-stage.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { findConfirmedContact, type LinkedRegistration } from './registrations.family.queries.ts'
import { type LinkMaking, makeStatusLink } from './status-link.ts'

export const STATUS_LINK_TEMPLATE = 'registration_status_link'

const textOf = (contact: LinkedRegistration, url: string) => ({
  subject: `Link zu Ihrer Bewerbung ${contact.number}`,
  schoolName: contact.name,
  greeting: 'Guten Tag,',
  paragraphs: [
    `mit diesem Link sehen Sie, wie weit die Bewerbung ${contact.number} für ${nameInMail(contact.child_firstname)} ist, und können sie zurückziehen.`,
  ],
  action: { label: STATUS_LINK_LABEL, url },
  closing: [
    'Der Link ist nur für Sie: Wer ihn hat, kann die Bewerbung zurückziehen. Bitte geben Sie ihn nicht weiter.',
    `Er gilt bis ${STATUS_LINK_DAYS} Tage, nachdem wir Ihnen die Entscheidung mitgeteilt haben.`,
    `Fragen? Bitte nennen Sie die Nummer: ${contact.school_mail}, ${contact.phone}.`,
  ],
})

/** The mail with the status link, for a family that has lost it. */
export const statusLinkMail = (making: LinkMaking): MailTemplate => ({
  async compose(tx, { mailId, relatedId, now }) {
    const contact = await findConfirmedContact(tx, relatedId)
    if (!contact || contact.withdrawn_at !== null || isStatusLinkOver(contact, now)) return null
    const linked = { id: contact.contact_id, mail: contact.mail }
    const url = await makeStatusLink(tx, { contact: linked, mailId, now }, making)
    return {
      to: contact.mail,
      fromName: contact.name,
      replyTo: contact.school_mail,
      ...renderMail(textOf(contact, url)),
    }
  },
})
