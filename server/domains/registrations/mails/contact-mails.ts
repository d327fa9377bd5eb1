import type { RegistrationDetails } from '#contract/registrations.details.ts'
import type { listMailsAbout } from '#server/mail/mail-log.queries.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { OPTIN_TEMPLATE, REMINDER_TEMPLATE } from './optin-mail.ts'
import { troubleOf } from './registrations.mails.queries.ts'
import { WITHDRAWN_TEMPLATE } from './withdrawn-mail.ts'

type LoggedMail = Awaited<ReturnType<typeof listMailsAbout>>[number]
type ContactMail = RegistrationDetails['contacts'][number]['mails'][number]

interface Contact {
  id: number
  mail: string | null
  isWithdrawn: boolean
  /** Whether another confirmation mail may go to it. */
  mayConfirm: boolean
}

/** A mail that failed, went to the address that still holds, and after which none of its kind did better. */
const mayResend = (mail: LoggedMail, contact: Contact, all: readonly LoggedMail[]) => {
  if (mail.state !== 'failed' || contact.mail === null || !hashMail(contact.mail).equals(mail.recipient_hash))
    return false
  if (contact.isWithdrawn && mail.template !== WITHDRAWN_TEMPLATE) return false
  if (mail.template === OPTIN_TEMPLATE || mail.template === REMINDER_TEMPLATE) return contact.mayConfirm
  return !all.some(({ id, template, state }) => id > mail.id && template === mail.template && state !== 'dropped')
}

/** What staff see of the mails to a contact, newest first; `senders` by the id of a status mail. */
export const contactMails = (
  contact: Contact,
  logged: readonly LoggedMail[],
  senders: ReadonlyMap<number, string>,
): ContactMail[] => {
  const own = logged.filter(({ related_id }) => related_id === contact.id)
  return own.map((mail) => ({
    id: mail.id,
    template: mail.template,
    state: mail.state as ContactMail['state'],
    created_at: mail.created_at,
    sent_at: mail.sent_at,
    trouble: troubleOf(mail.state, mail.error),
    may_resend: mayResend(mail, contact, own),
    by: senders.get(mail.related_ids[0] ?? 0) ?? null,
  }))
}
