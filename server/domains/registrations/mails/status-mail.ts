import { berlinToday } from '#contract/dates.ts'
import type { ComposedWording } from '#contract/mailwordings/mailwordings.compose.ts'
import { wordingBlocks } from '#contract/mailwordings/mailwordings.texts.ts'
import { type StatusMailKind, statusTemplate } from '#contract/registrations/registrations.mail-labels.ts'
import { STATUS_MAIL_TEXTS } from '#contract/registrations/registrations.mails.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type LinkMaking, makeStatusLink } from '#server/domains/registrations/family/status-link.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { findMailedContact, type MailedContact } from './registrations.optin.queries.ts'
import { deleteAddition, findStatusMail, updateInformedAt } from './registrations.statusmails.queries.ts'
import { hasAddress, mailTo, wordFor } from './worded-mail.ts'

/** The text for a contact, with the staff's personal lines below the school's; or what prevents it, in German. */
export async function wordStatus(
  tx: SchoolTransaction,
  contact: MailedContact,
  { kind, addition, now }: { kind: StatusMailKind; addition: string | null; now: Date },
) {
  const { composed, missing } = await wordFor(tx, contact, { key: statusTemplate(kind) })
  const due = contact.place_confirm_due_at
  const isOver = kind === 'accepted' && due !== null && due < berlinToday(now)
  const mail: ComposedWording = {
    ...composed,
    paragraphs: [...composed.paragraphs, ...wordingBlocks(addition ?? '')],
  }
  return {
    mail,
    refusal: missing.includes('Frist') ? STATUS_MAIL_TEXTS.noDeadline : null,
    hints: isOver ? [STATUS_MAIL_TEXTS.deadlineOver] : [],
  }
}

/**
 * The decision at the time the mail leaves: it is not sent when the application has another status by then or the
 * address is no longer confirmed (domain §2.3).
 */
export const statusMail = (making: LinkMaking, kind: StatusMailKind): MailTemplate => ({
  async compose(tx, { mailId, relatedId, relatedIds: [statusMailId = 0], now }) {
    const contact = await findMailedContact(tx, relatedId)
    if (!hasAddress(contact) || contact.mail_verified_at === null || contact.status !== kind) return null
    const found = await findStatusMail(tx, statusMailId)
    if (found?.registration_id !== contact.registration_id || found.kind !== kind) return null
    const { mail, refusal } = await wordStatus(tx, contact, { kind, addition: found.addition, now })
    if (refusal !== null) return null
    if (mail.link === null) return mailTo(contact, mail)
    const url = await makeStatusLink(tx, { contact, mailId, now }, making)
    return mailTo(contact, mail, url)
  },

  async delivered(tx, { relatedIds: [statusMailId = 0], now }) {
    await updateInformedAt(tx, statusMailId, now.toISOString())
    await deleteAddition(tx, statusMailId)
  },
})
