import { randomUUID } from 'node:crypto'
import { berlinToday, DAY_MS, formatDate } from '#contract/dates.ts'
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

const linkEnd = async (tx: SchoolTransaction, now: Date) => {
  const { optin_valid_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  return new Date(now.getTime() + optin_valid_days * DAY_MS)
}

/** Somebody who has confirmed needs no further mail, and nobody is reminded after a decision. */
const isWanted = (template: string, { mail_verified_at, status }: MailedContact) =>
  mail_verified_at === null && (template === OPTIN_TEMPLATE || status === 'new')

/** The confirmation mail or its reminder; each has its own uuid, of which only the hash is stored (domain §2.3). */
const confirmationMail = (
  appUrl: string,
  template: typeof OPTIN_TEMPLATE | typeof REMINDER_TEMPLATE,
): MailTemplate => ({
  async compose(tx, { mailId, relatedId, recipientHash, now }) {
    const contact = await findMailedContact(tx, relatedId)
    if (!hasAddress(contact) || !isWanted(template, contact)) return null
    // Only one of several mails that waited for the mail server is sent.
    if (await hasLaterOptin(tx, { mailId, contactId: relatedId, recipientHash })) return null
    const expiresAt = await linkEnd(tx, now)
    const validUntil = formatDate(berlinToday(expiresAt))
    const { composed, version } = await wordFor(tx, contact, { key: template, validUntil })
    const uuid = randomUUID()
    await insertContactLink(tx, {
      contact_id: contact.id,
      uuid_hash: hashToken(uuid),
      mail: contact.mail,
      template_version: template === OPTIN_TEMPLATE ? version : `Erinnerung ${version}`,
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

export const optinMail = (appUrl: string) => confirmationMail(appUrl, OPTIN_TEMPLATE)
export const reminderMail = (appUrl: string) => confirmationMail(appUrl, REMINDER_TEMPLATE)
