import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { isStatusLinkOver } from '#contract/registrations/registrations.family-stage.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findContactToMail } from '#server/domains/registrations/mails/registrations.optin.queries.ts'
import { ABOUT_CONTACT } from '#server/domains/registrations/mails/send-optin.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { DAY_SECONDS, type Limit, type Limits, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { findConfirmedContact } from './registrations.family.queries.ts'
import { STATUS_LINK_TEMPLATE } from './status-link-mail.ts'

const STATUS_LINK_AT_ONCE: Limit = { name: 'statusLinkOfContactAtOnce', points: 1, seconds: MINUTE_SECONDS }
const STATUS_LINKS_OF_CONTACT: Limit = { name: 'statusLinksOfContact', points: 5, seconds: DAY_SECONDS }

/**
 * Staff send the status link once more: only to a confirmed address, once a minute, five times a day. 422 for any other
 * address; 409 once the application is withdrawn or the link would no longer work.
 */
export async function resendStatusLink(
  tx: SchoolTransaction,
  { contactId, schoolId, now }: { contactId: number; schoolId: number; now: Date },
  limits: Limits,
) {
  const contact = await findContactToMail(tx, contactId)
  if (!contact) throw notFound()
  if (isWithdrawn(contact)) throw conflict(REGISTRATION_TEXTS.withdrawn)
  const confirmed = await findConfirmedContact(tx, contactId)
  const { linkNeedsMail, linkOver, linkTooSoon, linkTooMany, linkSent } = FAMILY_STATUS_TEXTS
  if (!confirmed) throw invalid({ mail: [linkNeedsMail] }, linkNeedsMail)
  if (isStatusLinkOver(confirmed, now)) throw conflict(linkOver)
  const key = `${schoolId} ${contactId}`
  await limits.spendIn(tx, { limit: STATUS_LINK_AT_ONCE, key, message: linkTooSoon })
  await limits.spendIn(tx, { limit: STATUS_LINKS_OF_CONTACT, key, message: linkTooMany })
  await queueMail(tx, {
    template: STATUS_LINK_TEMPLATE,
    recipient: confirmed.mail,
    relatedType: ABOUT_CONTACT,
    relatedId: contactId,
  })
  await logEvent(tx, { action: 'status_link_sent', entityType: 'registration', entityId: confirmed.registration_id })
  return { message: linkSent }
}
