import { randomUUID } from 'node:crypto'
import { berlinToday, DAY_MS, formatDate } from '#contract/dates.ts'
import { isUnconfirmed, needsLink } from '#contract/registrations/registrations.mail-state.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { hasLaterOptin } from './registrations.mails.queries.ts'
import {
  findMailedContact,
  insertContactLink,
  type MailedContact,
  updateOptinSent,
} from './registrations.optin.queries.ts'
import { hasAddress, mailTo, wordFor } from './worded-mail.ts'

export const OPTIN_TEMPLATE = 'registration_optin'
export const REMINDER_TEMPLATE = 'registration_reminder'
/** For a confirmed address whose owner has not said whether they agree; also the reminder of that (ADR 0066). */
export const AGREEMENT_TEMPLATE = 'registration_agreement'

/** The mails that carry a link to confirm or to agree; they share their limit (domain §2.3). */
export const LINK_TEMPLATES = [OPTIN_TEMPLATE, REMINDER_TEMPLATE, AGREEMENT_TEMPLATE] as const
type LinkTemplate = (typeof LINK_TEMPLATES)[number]

/** How a proof names the mail before its wording. */
const VERSION_PREFIX: Record<LinkTemplate, string> = {
  [OPTIN_TEMPLATE]: '',
  [REMINDER_TEMPLATE]: 'Erinnerung ',
  [AGREEMENT_TEMPLATE]: 'Zustimmung ',
}

const linkEnd = async (tx: SchoolTransaction, now: Date) => {
  const { optin_valid_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  return new Date(now.getTime() + optin_valid_days * DAY_MS)
}

/** Somebody who has confirmed needs no further mail, and nobody is reminded after a decision. */
const isWanted = (template: LinkTemplate, contact: MailedContact) => {
  if (template === AGREEMENT_TEMPLATE) return !isUnconfirmed(contact) && needsLink(contact, contact)
  return contact.mail_verified_at === null && (template === OPTIN_TEMPLATE || contact.status === 'new')
}

/** The confirmation mail, its reminder or the question to the second person; each has its own uuid, of which only the hash is stored (domain §2.3). */
export const linkMail = (appUrl: string, template: LinkTemplate): MailTemplate => ({
  async compose(tx, { mailId, relatedId, recipientHash, now }) {
    const contact = await findMailedContact(tx, relatedId)
    if (!hasAddress(contact) || !isWanted(template, contact)) return null
    // Only one of several mails that waited for the mail server is sent.
    if (await hasLaterOptin(tx, { mailId, contactId: relatedId, recipientHash })) return null
    const expiresAt = await linkEnd(tx, now)
    const validUntil = formatDate(berlinToday(expiresAt))
    const { composed, version } = await wordFor(tx, contact, {
      key: template,
      validUntil,
      asksAgreement: contact.agreement !== null,
    })
    const uuid = randomUUID()
    await insertContactLink(tx, {
      contact_id: contact.id,
      uuid_hash: hashToken(uuid),
      mail: contact.mail,
      template_version: VERSION_PREFIX[template] + version,
      created_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    const url = `${appUrl}/app/registration_contact_optin/${contact.short}/${contact.id}/${uuid}`
    return mailTo(contact, composed, url)
  },

  async delivered(tx, { relatedId, recipientHash, now }) {
    const expiresAt = (await linkEnd(tx, now)).toISOString()
    await updateOptinSent(tx, relatedId, { at: now.toISOString(), expiresAt, recipientHash })
  },
})

/** The mails with a link, by their names in the outbox. */
export const linkMails = (appUrl: string): Record<string, MailTemplate> =>
  Object.fromEntries(LINK_TEMPLATES.map((template) => [template, linkMail(appUrl, template)]))
