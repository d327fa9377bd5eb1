import { randomUUID } from 'node:crypto'
import { berlinToday, formatDate } from '#contract/dates.ts'
import { OPTIN_TEXTS } from '#contract/registrations.public-texts.ts'
import { hashToken } from '#server/db/in-school.ts'
import { getSetting } from '#server/domains/schools/schools.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import type { ComposedMail } from '#server/mail/send-mail.ts'
import {
  findMailedContact,
  insertContactLink,
  type MailedContact,
  updateOptinSent,
} from './registrations.optin.queries.ts'

export const OPTIN_TEMPLATE = 'registration_optin'
/** Kept in the proof: which wording was confirmed. Changes with the text below. */
export const OPTIN_TEMPLATE_VERSION = '2026.1'

const DAY_MS = 24 * 60 * 60 * 1000

const textOf = (contact: MailedContact, url: string, expiresAt: Date) => ({
  subject: `Bitte bestätigen Sie Ihre E-Mail-Adresse – Bewerbung ${contact.number}`,
  schoolName: contact.school_name,
  greeting: 'Guten Tag,',
  paragraphs: [
    `bei uns ist die Bewerbung ${contact.number} für ${nameInMail(contact.child_firstname)} eingegangen. Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Dann können wir Ihnen antworten.`,
  ],
  action: { label: OPTIN_TEXTS.button, url },
  closing: [
    `Der Link ist bis zum ${formatDate(berlinToday(expiresAt))} gültig.`,
    'Wenn Sie diese Bewerbung nicht gestellt haben, ignorieren Sie diese E-Mail.',
  ],
})

/** The confirmation mail; each one carries a uuid of its own, of which only the hash is kept (domain §2.3). */
export const optinMail = (appUrl: string): MailTemplate => ({
  async compose(tx, { relatedId, schoolId, now }): Promise<ComposedMail | null> {
    const contact = await findMailedContact(tx, relatedId)
    if (!contact?.mail || contact.mail_verified_at !== null) return null
    const { optin_valid_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
    const expiresAt = new Date(now.getTime() + optin_valid_days * DAY_MS)
    const uuid = randomUUID()
    await insertContactLink(tx, {
      school_id: schoolId,
      contact_id: contact.id,
      uuid_hash: hashToken(uuid),
      mail: contact.mail,
      created_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    const url = `${appUrl}/app/registration_contact_optin/${contact.short}/${contact.id}/${uuid}`
    return {
      to: contact.mail,
      fromName: contact.school_name,
      replyTo: contact.school_mail,
      ...renderMail(textOf(contact, url, expiresAt)),
    }
  },

  async delivered(tx, { relatedId, now }) {
    const { optin_valid_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
    const expiresAt = new Date(now.getTime() + optin_valid_days * DAY_MS).toISOString()
    await updateOptinSent(tx, relatedId, { at: now.toISOString(), expiresAt })
  },
})
