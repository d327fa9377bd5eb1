import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import { mayResendOptin, needsLink, OPTIN_SENDS_MAX } from '#contract/registrations/registrations.mail-state.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { countMailsAbout, listMailsAbout } from '#server/mail/mail-log.queries.ts'
import { queueMail, queueMails } from '#server/mail/outbox.ts'
import { AGREEMENT_TEMPLATE, LINK_TEMPLATES, OPTIN_TEMPLATE } from './optin-mail.ts'

interface Recipient {
  id: number
  mail: string
  /** Once it is confirmed, the mail asks for the agreement instead. */
  mail_verified_at?: string | null
}

/** The subject under which the mail log stores all mails to a contact. */
export const ABOUT_CONTACT = 'registration_contact'

const optinTo = ({ id, mail, mail_verified_at }: Recipient) => ({
  template: mail_verified_at ? AGREEMENT_TEMPLATE : OPTIN_TEMPLATE,
  recipient: mail,
  relatedType: ABOUT_CONTACT,
  relatedId: id,
})

/** Puts a confirmation mail, or the question of a confirmed contact, into the outbox; its link and text are made when it is sent. */
export const queueOptin = (tx: SchoolTransaction, recipient: Recipient) => queueMail(tx, optinTo(recipient))

/** The same for many at once. */
export const queueOptins = (tx: SchoolTransaction, recipients: readonly Recipient[]) =>
  queueMails(tx, recipients.map(optinTo))

/**
 * Counts the confirmation mails and reminders of each contact that got any (`related_id`), and how many of them are
 * waiting.
 */
export const tallyOptins = (tx: SchoolTransaction, contactIds: readonly number[]) =>
  countMailsAbout(tx, {
    templates: [...LINK_TEMPLATES],
    relatedType: ABOUT_CONTACT,
    relatedIds: [...contactIds],
  })

/**
 * How many confirmation mails and reminders each contact got, including waiting ones and those to former addresses, so
 * that correcting the address over and over gives nobody more mails (domain §2.3).
 */
export async function countOptins(tx: SchoolTransaction, contactIds: readonly number[]) {
  const tallies = contactIds.length === 0 ? [] : await tallyOptins(tx, contactIds)
  return new Map(tallies.map(({ related_id, count }) => [related_id, count]))
}

/** The newest confirmation mail to each of these contacts, by the contact's id. */
export async function newestOptins(tx: SchoolTransaction, contactIds: number[]) {
  const mails = await listMailsAbout(tx, ABOUT_CONTACT, contactIds)
  const optins = mails.filter(({ template }) => template === OPTIN_TEMPLATE)
  return new Map(optins.toReversed().map((mail) => [mail.related_id, mail]))
}

/** Whether this contact got the highest number of confirmation mails (domain §2.3). */
export const isOptinUsedUp = async (tx: SchoolTransaction, contactId: number) =>
  ((await countOptins(tx, [contactId])).get(contactId) ?? 0) >= OPTIN_SENDS_MAX

interface Mailable {
  id: number
  mail: string | null
  mail_verified_at: string | null
  agreement: Agreement | null
  withdrawn_at: string | null
  pupil_id: number | null
}

/** The ids of those contacts to whom staff may send another mail with a link. */
export async function flagResendable(
  tx: SchoolTransaction,
  contacts: readonly Mailable[],
): Promise<ReadonlySet<number>> {
  const open = contacts.filter((contact) => needsLink(contact, contact)).map(({ id }) => id)
  const counts = await countOptins(tx, open)
  const resendable = contacts.filter((contact) => mayResendOptin(contact, contact, counts.get(contact.id) ?? 0))
  return new Set(resendable.map(({ id }) => id))
}
