import { STATUS_MAIL_TEXTS } from '#contract/registrations.mails.ts'
import { isWithdrawn } from '#contract/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { OPTIN_MAIL_AT_ONCE, OPTIN_MAIL_TOO_SOON } from '#server/domains/registrations/registration-limits.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { hashMail, requeueMail } from '#server/mail/outbox.ts'
import { OPTIN_TEMPLATE, REMINDER_TEMPLATE } from './optin-mail.ts'
import { lockMail } from './registrations.mails.queries.ts'
import { isOptinUsedUp } from './send-optin.ts'
import { WITHDRAWN_TEMPLATE } from './withdrawn-mail.ts'

const isConfirmation = (template: string) => template === OPTIN_TEMPLATE || template === REMINDER_TEMPLATE

/**
 * Sends a mail once more that the mail server refused, composed anew (ux §3.9). 404 when it is not about that
 * application; 409 when it did not fail, its address is another one now, or the application is withdrawn.
 */
export async function resendMail(
  tx: SchoolTransaction,
  { registrationId, mailId, schoolId }: { registrationId: number; mailId: number; schoolId: number },
  limits: Limits,
) {
  const found = await lockMail(tx, { registrationId, mailId })
  if (!found) throw notFound()
  const { template, mail, contact_id } = found
  if (isWithdrawn(found) && template !== WITHDRAWN_TEMPLATE) throw conflict(REGISTRATION_TEXTS.withdrawn)
  if (found.state !== 'failed') throw conflict(STATUS_MAIL_TEXTS.notFailed)
  if (!mail || !hashMail(mail).equals(found.recipient_hash)) throw conflict(STATUS_MAIL_TEXTS.addressChanged)
  if (isConfirmation(template) && (await isOptinUsedUp(tx, contact_id))) {
    throw invalid({ mail: [REGISTRATION_TEXTS.checkAddress] }, REGISTRATION_TEXTS.checkAddress)
  }
  await limits.spendIn(tx, {
    limit: OPTIN_MAIL_AT_ONCE,
    key: `${schoolId} ${contact_id}`,
    message: OPTIN_MAIL_TOO_SOON,
  })
  await requeueMail(tx, schoolId, mailId)
  await logEvent(tx, { action: 'registration_mail_resent', entityType: 'registration', entityId: registrationId })
  return { message: REGISTRATION_TEXTS.resent }
}
