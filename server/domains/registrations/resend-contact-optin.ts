import { mailState } from '#contract/registrations.mail-state.ts'
import { isWithdrawn } from '#contract/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { OPTIN_MAIL_AT_ONCE } from './registration-limits.ts'
import { findContactToMail } from './registrations.optin.queries.ts'
import { isOptinUsedUp, queueOptin } from './send-optin.ts'

const TOO_SOON = 'An diese Adresse ging gerade erst eine E-Mail. Bitte warten Sie eine Minute.'

/**
 * Staff send the confirmation mail once more: to an unconfirmed address, five in all, one a minute (domain §2.3).
 * 422 when the address is missing, confirmed or used up; 409 for a withdrawn application.
 */
export async function resendContactOptin(
  tx: SchoolTransaction,
  { contactId, schoolId }: { contactId: number; schoolId: number },
  limits: Limits,
) {
  const contact = await findContactToMail(tx, contactId)
  if (!contact) throw notFound()
  if (isWithdrawn(contact)) throw conflict(REGISTRATION_TEXTS.withdrawn)
  const { mail } = contact
  if (mailState(contact) === 'verified') {
    throw invalid({ mail: [REGISTRATION_TEXTS.mailVerified] }, REGISTRATION_TEXTS.mailVerified)
  }
  if (!mail || (await isOptinUsedUp(tx, { id: contactId, mail }))) {
    throw invalid({ mail: [REGISTRATION_TEXTS.checkAddress] }, REGISTRATION_TEXTS.checkAddress)
  }
  await limits.spendIn(tx, { limit: OPTIN_MAIL_AT_ONCE, key: `${schoolId} ${contactId}`, message: TOO_SOON })
  await queueOptin(tx, schoolId, { id: contactId, mail })
  await logEvent(tx, { action: 'optin_resent', entityType: 'registration', entityId: contact.registration_id })
  return { message: REGISTRATION_TEXTS.resent }
}
