import { needsLink } from '#contract/registrations/registrations.mail-state.ts'
import type { OptinForm } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { OPTIN_MAIL_AT_ONCE, OPTIN_MAILS_OF_CONTACT } from '#server/domains/registrations/registration-limits.ts'
import { conflict } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { userAgentFamily } from '#server/http/user-agent-family.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { readQuestion } from './agreement-question.ts'
import { findOptinLink, isExpired, type OptinLink } from './find-optin-link.ts'
import { RECEIPT_TEMPLATE } from './receipt-mail.ts'
import { updateVerified } from './registrations.optin.queries.ts'
import { ABOUT_CONTACT, isOptinUsedUp, queueOptin } from './send-optin.ts'

/** The address behind the link is confirmed; somebody may still have to answer whether they agree. */
const already = async (tx: SchoolTransaction, link: OptinLink & { mail_verified_at: string }, now: Date) => ({
  state: 'already' as const,
  confirmed_at: link.mail_verified_at,
  number: link.number,
  agreement: await readQuestion(tx, link, now),
})

/** What can be done with a link, without doing it. Undefined when it is not valid. */
export async function findOptinState(tx: Queries, { form, now }: { form: OptinForm; now: Date }) {
  const found = await findOptinLink(tx, form)
  if (!found) return undefined
  const { link, tx: inside } = found
  if (link.mail_verified_at !== null) return already(inside, { ...link, mail_verified_at: link.mail_verified_at }, now)
  return { state: isExpired(link, now) ? ('expired' as const) : ('open' as const) }
}

interface Confirming {
  form: OptinForm
  userAgent: string
  now: Date
}

/**
 * Confirms the address to which a link was sent. Undefined when the link is not valid; 409 when it is valid but has
 * expired. A repeated call keeps the first confirmation.
 */
export async function confirmOptin(tx: Queries, { form, userAgent, now }: Confirming) {
  const found = await findOptinLink(tx, form)
  if (!found) return undefined
  const { link, tx: inside } = found
  if (link.mail_verified_at !== null) return already(inside, { ...link, mail_verified_at: link.mail_verified_at }, now)
  if (isExpired(link, now)) throw conflict(OPTIN_TEXTS.expired)
  const confirmed_at = now.toISOString()
  await nameAction(inside, 'registration_contact', 'registration_contact_confirmed')
  await updateVerified(inside, link.id, {
    template_version: link.template_version,
    sent_at: link.sent_at,
    confirmed_at,
    user_agent_family: userAgentFamily(userAgent),
  })
  await queueMail(inside, {
    template: RECEIPT_TEMPLATE,
    recipient: link.mail,
    relatedType: ABOUT_CONTACT,
    relatedId: link.id,
  })
  return {
    state: 'confirmed' as const,
    confirmed_at,
    number: link.number,
    agreement: await readQuestion(inside, link, now),
  }
}

/**
 * Sends another link to the owner of the former one. False when there is no such link. 429 for more than one a minute
 * or three a day, 409 once five were sent: only the holder of the right uuid learns that.
 */
export async function requestNewOptin(tx: Queries, form: OptinForm, limits: Limits) {
  const found = await findOptinLink(tx, form)
  if (!found) return false
  const { link, tx: inside } = found
  if (!needsLink(link, link)) return true
  if (await isOptinUsedUp(inside, link.id)) throw conflict(PUBLIC_REGISTRATION_TEXTS.optinUsedUp)
  const key = `${link.school_id} ${link.id}`
  await limits.spendIn(inside, { limit: OPTIN_MAIL_AT_ONCE, key })
  await limits.spendIn(inside, { limit: OPTIN_MAILS_OF_CONTACT, key })
  await queueOptin(inside, link)
  return true
}
