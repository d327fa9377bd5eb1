import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { OPTIN_MAIL_AT_ONCE, OPTIN_MAIL_TOO_SOON } from '#server/domains/registrations/registration-limits.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { listMailsAbout } from '#server/mail/mail-log.queries.ts'
import { requeueMail } from '#server/mail/outbox.ts'
import { resendRefusal } from './contact-mails.ts'
import { lockMailOfContact } from './registrations.mails.queries.ts'
import { ABOUT_CONTACT, flagResendable } from './send-optin.ts'

/**
 * Sends a mail again that the mail server refused, with newly written text (ux §3.9). 404 when it is not about that
 * application; 409 when the page does not offer it.
 */
export async function resendMail(
  tx: SchoolTransaction,
  { registrationId, mailId, schoolId }: { registrationId: number; mailId: number; schoolId: number },
  limits: Limits,
) {
  const contact = await lockMailOfContact(tx, { registrationId, mailId })
  const own = contact ? await listMailsAbout(tx, ABOUT_CONTACT, [contact.id]) : []
  const mail = own.find(({ id }) => id === mailId)
  if (!contact || !mail) throw notFound()
  const mayConfirm = (await flagResendable(tx, [contact])).has(contact.id)
  const refusal = resendRefusal(mail, { ...contact, isWithdrawn: isWithdrawn(contact), mayConfirm }, own)
  if (refusal !== null) throw conflict(refusal)
  await limits.spendIn(tx, {
    limit: OPTIN_MAIL_AT_ONCE,
    key: `${schoolId} ${contact.id}`,
    message: OPTIN_MAIL_TOO_SOON,
  })
  await requeueMail(tx, schoolId, mailId)
  await logEvent(tx, { action: 'registration_mail_resent', entityType: 'registration', entityId: registrationId })
  return { message: REGISTRATION_TEXTS.resent }
}
