import { fullName } from '#contract/person-names.ts'
import { BULK_TEXTS, type ResendOutcome, type ResendResult } from '#contract/registrations/registrations.bulk.ts'
import { mayResendOptin, needsLink } from '#contract/registrations/registrations.mail-state.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { logEvents } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listNamed, lockContactsToMail } from '#server/domains/registrations/decision/registrations.bulk.queries.ts'
import { OPTIN_MAIL_AT_ONCE, OPTIN_MAIL_TOO_SOON } from '#server/domains/registrations/registration-limits.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { countOptins, queueOptins } from './send-optin.ts'

type Named = Awaited<ReturnType<typeof listNamed>>[number]
type Contact = Awaited<ReturnType<typeof lockContactsToMail>>[number]

interface Sending {
  schoolId: number
  limits: Limits
  /** Mails that this call queues stay in the outbox. */
  isWaiting: boolean
}

/** Queues a mail to each of these locked contacts that may get one; returns the reasons for the others by their ids. */
async function sendToAll(tx: SchoolTransaction, contacts: readonly Contact[], sending: Sending) {
  const { schoolId, limits } = sending
  const counts = await countOptins(
    tx,
    contacts.map(({ id }) => id),
  )
  const mayGet = contacts.filter((contact) =>
    mayResendOptin({ withdrawn_at: null, pupil_id: null }, contact, counts.get(contact.id) ?? 0),
  )
  const keyOf = ({ id }: Contact) => `${schoolId} ${id}`
  const tooSoon = await limits.spendAllIn(tx, { limit: OPTIN_MAIL_AT_ONCE, keys: mayGet.map(keyOf) })
  const reached = mayGet.filter((contact) => !tooSoon.has(keyOf(contact)))
  await queueOptins(
    tx,
    reached.flatMap(({ id, mail, mail_verified_at }) => (mail === null ? [] : [{ id, mail, mail_verified_at }])),
  )
  await logEvents(tx, {
    action: 'optin_resent',
    entityType: 'registration',
    entityIds: [...new Set(reached.map(({ registration_id }) => registration_id))],
  })
  const refused = contacts.filter((contact) => !reached.includes(contact))
  return new Map(
    refused.map((contact) => [
      contact.id,
      tooSoon.has(keyOf(contact)) ? OPTIN_MAIL_TOO_SOON : REGISTRATION_TEXTS.checkAddress,
    ]),
  )
}

const notSent = (outcome: ResendOutcome, message: string) => ({ outcome, sent: 0, message })

/** The reason why nobody gets a mail about an application; undefined when somebody may. */
const leftOut = (named: Named, contacts: readonly Contact[]) => {
  if (isWithdrawn(named)) return notSent('left_out', REGISTRATION_TEXTS.withdrawn)
  if (named.status === 'rejected') return notSent('left_out', BULK_TEXTS.rejected)
  if (contacts.every(({ mail }) => mail === null)) return notSent('no_address', BULK_TEXTS.noAddress)
  if (!contacts.some((contact) => needsLink(named, contact)))
    return notSent('verified', REGISTRATION_TEXTS.mailVerified)
  return undefined
}

/** The result for an application: both parents get a mail, because each confirms their own address. */
const resultOf = (open: readonly Contact[], refusals: ReadonlyMap<number, string>) => {
  const reached = open.filter(({ id }) => !refusals.has(id)).map(fullName)
  const refused = open.flatMap((contact) => {
    const refusal = refusals.get(contact.id)
    return refusal === undefined ? [] : [`${fullName(contact)}: ${refusal}`]
  })
  const sentText = reached.length > 0 ? [`E-Mail an ${reached.join(' und ')}.`] : []
  const outcome: ResendOutcome = reached.length > 0 ? 'sent' : 'failed'
  return { outcome, sent: reached.length, message: [...sentText, ...refused].join(' ') }
}

/**
 * Sends the confirmation mail again to all unconfirmed addresses of these applications, and the question to second
 * people who have not agreed, with the same few statements
 * for any number; returns the result for each.
 */
export async function resendOptins(tx: SchoolTransaction, ids: readonly number[], sending: Sending) {
  const named = new Map((await listNamed(tx, ids)).map((one) => [one.id, one]))
  const contacts = Map.groupBy(await lockContactsToMail(tx, ids), (contact) => contact.registration_id)
  const openOf = (one: Named) => (contacts.get(one.id) ?? []).filter((contact) => needsLink(one, contact))
  const open = [...named.values()].flatMap((one) => (leftOut(one, contacts.get(one.id) ?? []) ? [] : openOf(one)))
  const refusals = await sendToAll(tx, open, sending)
  const is_waiting = sending.isWaiting
  const results = ids.map((id): ResendResult => {
    const one = named.get(id)
    if (!one) return { id, number: null, child: null, ok: false, is_waiting, ...notSent('failed', BULK_TEXTS.notFound) }
    const result = leftOut(one, contacts.get(id) ?? []) ?? resultOf(openOf(one), refusals)
    const child = fullName({ firstname: one.child_firstname, lastname: one.child_lastname })
    return { id, number: one.number, child, ok: result.sent > 0, is_waiting, ...result }
  })
  return { results }
}
