import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import { mailState, needsLink } from '#contract/registrations/registrations.mail-state.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { OPTIN_MAIL_AT_ONCE, OPTIN_MAIL_TOO_SOON } from '#server/domains/registrations/registration-limits.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { findContactToMail } from './registrations.optin.queries.ts'
import { isOptinUsedUp, queueOptin } from './send-optin.ts'

interface ContactToMail {
  id: number
  registration_id: number
  mail: string | null
  mail_verified_at: string | null
  agreement: Agreement | null
  withdrawn_at: string | null
  pupil_id: number | null
}

/** Queues one more mail to a locked contact and logs it; throws the refusal with its German text. */
async function sendOptinAgain(
  tx: SchoolTransaction,
  { contact, schoolId }: { contact: ContactToMail; schoolId: number },
  limits: Limits,
) {
  if (isWithdrawn(contact)) throw conflict(REGISTRATION_TEXTS.withdrawn)
  const { id, mail, mail_verified_at } = contact
  if (mailState(contact) === 'verified' && !needsLink(contact, contact)) {
    throw invalid({ mail: [REGISTRATION_TEXTS.mailVerified] }, REGISTRATION_TEXTS.mailVerified)
  }
  if (!mail || (await isOptinUsedUp(tx, id))) {
    throw invalid({ mail: [REGISTRATION_TEXTS.checkAddress] }, REGISTRATION_TEXTS.checkAddress)
  }
  await limits.spendIn(tx, { limit: OPTIN_MAIL_AT_ONCE, key: `${schoolId} ${id}`, message: OPTIN_MAIL_TOO_SOON })
  await queueOptin(tx, { id, mail, mail_verified_at })
  await logEvent(tx, { action: 'optin_resent', entityType: 'registration', entityId: contact.registration_id })
}

/**
 * Staff send the link once more: to an unconfirmed address, or to a second person who has not agreed, five times in
 * all, once a minute (domain §2.3). 422 when the address is missing or had all its mails, or when it is confirmed and
 * nothing is to be answered; 409 for a withdrawn application.
 */
export async function resendContactOptin(
  tx: SchoolTransaction,
  { contactId, schoolId }: { contactId: number; schoolId: number },
  limits: Limits,
) {
  const contact = await findContactToMail(tx, contactId)
  if (!contact) throw notFound()
  await sendOptinAgain(tx, { contact: { id: contactId, ...contact }, schoolId }, limits)
  return { message: REGISTRATION_TEXTS.resent }
}
