import { fullName } from '#contract/person-names.ts'
import { BULK_TEXTS, type ResendOutcome, type ResendResult } from '#contract/registrations.bulk.ts'
import { isUnconfirmed } from '#contract/registrations.mail-state.ts'
import { isWithdrawn } from '#contract/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { listNamed, lockContactsToMail } from '#server/domains/registrations/decision/registrations.bulk.queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { sendOptinAgain } from './resend-contact-optin.ts'

type Named = Awaited<ReturnType<typeof listNamed>>[number]
type Contact = Awaited<ReturnType<typeof lockContactsToMail>>[number]

interface Sending {
  tx: SchoolTransaction
  schoolId: number
  limits: Limits
}

/** Why this address gets no mail, or undefined: it got one. */
const refusalOf = async ({ tx, schoolId, limits }: Sending, contact: Contact) => {
  try {
    await sendOptinAgain(tx, { contact: { ...contact, withdrawn_at: null }, schoolId }, limits)
    return undefined
  } catch (refusal) {
    if (refusal instanceof ApiError) return refusal.message
    throw refusal
  }
}

const notSent = (outcome: ResendOutcome, message: string) => ({ outcome, sent: 0, message })

/** To both parents: each address is confirmed by itself. */
const sendFor = async (sending: Sending, named: Named, contacts: readonly Contact[]) => {
  if (isWithdrawn(named)) return notSent('left_out', REGISTRATION_TEXTS.withdrawn)
  if (named.status === 'rejected') return notSent('left_out', BULK_TEXTS.rejected)
  const mailable = contacts.filter(({ mail }) => mail !== null)
  if (mailable.length === 0) return notSent('no_address', BULK_TEXTS.noAddress)
  const open = mailable.filter(isUnconfirmed)
  if (open.length === 0) return notSent('verified', REGISTRATION_TEXTS.mailVerified)
  const reached: string[] = []
  const refusals: string[] = []
  for (const contact of open) {
    const refusal = await refusalOf(sending, contact)
    if (refusal === undefined) reached.push(fullName(contact))
    else refusals.push(`${fullName(contact)}: ${refusal}`)
  }
  const sentText = reached.length > 0 ? [`E-Mail an ${reached.join(' und ')}.`] : []
  const outcome: ResendOutcome = reached.length > 0 ? 'sent' : 'failed'
  return { outcome, sent: reached.length, message: [...sentText, ...refusals].join(' ') }
}

/** The confirmation mail once more to all unconfirmed addresses of these applications; says of each what became of it. */
export async function resendOptins(tx: SchoolTransaction, ids: readonly number[], sending: Omit<Sending, 'tx'>) {
  const named = new Map((await listNamed(tx, ids)).map((one) => [one.id, one]))
  const contacts = await lockContactsToMail(tx, ids)
  const results: ResendResult[] = []
  for (const id of ids) {
    const one = named.get(id)
    if (!one) {
      results.push({ id, number: null, child: null, ok: false, ...notSent('failed', BULK_TEXTS.notFound) })
      continue
    }
    const own = contacts.filter(({ registration_id }) => registration_id === id)
    const told = await sendFor({ tx, ...sending }, one, own)
    const child = fullName({ firstname: one.child_firstname, lastname: one.child_lastname })
    results.push({ id, number: one.number, child, ok: told.sent > 0, ...told })
  }
  return { results }
}
