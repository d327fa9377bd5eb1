import { mayResendOptin, OPTIN_SENDS_MAX } from '#contract/registrations.mail-state.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { countMailsByAddress } from '#server/mail/mail-log.queries.ts'
import { hashMail, queueMail } from '#server/mail/outbox.ts'
import { OPTIN_TEMPLATE, REMINDER_TEMPLATE } from './optin-mail.ts'

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

/** How many confirmation mails and reminders went to the present address of each contact, those still waiting included. */
export async function countOptins(tx: SchoolTransaction, recipients: readonly Recipient[]) {
  if (recipients.length === 0) return new Map<number, number>()
  const counts = await countMailsByAddress(tx, {
    templates: [OPTIN_TEMPLATE, REMINDER_TEMPLATE],
    relatedType: ABOUT_CONTACT,
    relatedIds: recipients.map(({ id }) => id),
  })
  const countOf = ({ id, mail }: Recipient) =>
    counts.find(({ related_id, recipient_hash }) => related_id === id && recipient_hash.equals(hashMail(mail)))?.count
  return new Map(recipients.map((recipient) => [recipient.id, countOf(recipient) ?? 0]))
}

/** Whether this address got all the confirmation mails it may (domain §2.3). */
export const isOptinUsedUp = async (tx: SchoolTransaction, recipient: Recipient) =>
  ((await countOptins(tx, [recipient])).get(recipient.id) ?? 0) >= OPTIN_SENDS_MAX

interface Mailable {
  id: number
  mail: string | null
  mail_verified_at: string | null
  withdrawn_at: string | null
}

/** The ids of those contacts to whom staff may send another confirmation mail. */
export async function flagResendable(
  tx: SchoolTransaction,
  contacts: readonly Mailable[],
): Promise<ReadonlySet<number>> {
  const open = contacts.flatMap(({ id, mail, mail_verified_at }) =>
    mail !== null && mail_verified_at === null ? [{ id, mail }] : [],
  )
  const counts = await countOptins(tx, open)
  const resendable = contacts.filter((contact) => mayResendOptin(contact, contact, counts.get(contact.id) ?? 0))
  return new Set(resendable.map(({ id }) => id))
}
