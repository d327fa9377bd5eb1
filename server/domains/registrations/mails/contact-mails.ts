import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { STATUS_MAIL_TEXTS } from '#contract/registrations/registrations.mails.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import type { listMailsAbout } from '#server/mail/mail-log.queries.ts'
import { troubleOf } from '#server/mail/mail-trouble.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { LINK_TEMPLATES } from './optin-mail.ts'
import { WITHDRAWN_TEMPLATE } from './withdrawn-mail.ts'

type LoggedMail = Awaited<ReturnType<typeof listMailsAbout>>[number]
type ContactMail = RegistrationDetails['contacts'][number]['mails'][number]

interface Contact {
  id: number
  mail: string | null
  mail_verified_at: string | null
  isWithdrawn: boolean
  /** Whether another confirmation mail may be sent to it. */
  mayConfirm: boolean
}

const isConfirmation = ({ template }: LoggedMail) => LINK_TEMPLATES.some((one) => one === template)

/** Whether a later mail of the same kind to the same address was queued and not dropped: then that one counts. */
const isFollowed = (mail: LoggedMail, own: readonly LoggedMail[]) =>
  own.some(
    (later) =>
      later.id > mail.id &&
      later.state !== 'dropped' &&
      later.recipient_hash.equals(mail.recipient_hash) &&
      (later.template === mail.template || (isConfirmation(later) && isConfirmation(mail))),
  )

/**
 * The reason, in words for staff, why a mail to a contact cannot be sent again; null when it can. The button and the
 * call use the same rule. `own`: all mails to that contact.
 */
export const resendRefusal = (mail: LoggedMail, contact: Contact, own: readonly LoggedMail[]) => {
  if (contact.isWithdrawn && mail.template !== WITHDRAWN_TEMPLATE) return REGISTRATION_TEXTS.withdrawn
  if (mail.state !== 'failed') return STATUS_MAIL_TEXTS.notFailed
  if (contact.mail === null || !hashMail(contact.mail).equals(mail.recipient_hash))
    return STATUS_MAIL_TEXTS.addressChanged
  if (isFollowed(mail, own)) return STATUS_MAIL_TEXTS.newerMail
  if (!isConfirmation(mail) || contact.mayConfirm) return null
  return contact.mail_verified_at === null ? REGISTRATION_TEXTS.checkAddress : REGISTRATION_TEXTS.mailVerified
}

/** The mails about the application to a contact as staff see them, newest first; `senders` by the id of a status mail. */
export const contactMails = (
  contact: Contact,
  logged: readonly LoggedMail[],
  senders: ReadonlyMap<number, string>,
): ContactMail[] => {
  // A circular has a page of its own.
  const own = logged.filter(({ related_id, template }) => related_id === contact.id && template !== 'circular')
  return own.map((mail) => ({
    id: mail.id,
    template: mail.template,
    state: mail.state as ContactMail['state'],
    created_at: mail.created_at,
    sent_at: mail.sent_at,
    trouble: troubleOf(mail.state, mail.error),
    may_resend: resendRefusal(mail, contact, own) === null,
    by: senders.get(mail.related_ids[0] ?? 0) ?? null,
  }))
}
