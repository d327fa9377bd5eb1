import { addDays } from '#contract/dates.ts'
import { PRODUCT_WORDING_VERSION } from '#contract/mailwordings/mailwordings.texts.ts'
import { hasCustody } from '#contract/registrations/registrations.custody.ts'
import type { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import { OPTIN_SENDS_MAX } from '#contract/registrations/registrations.mail-state.ts'
import { type Decided, minutesAfter } from './decisions.ts'
import { asksByLink } from './fill-school.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A contact of an application, with the history of its confirmation mails. */
export interface DemoContact {
  number: string
  /** When the application arrived. */
  created_at: string
  position: number
  answers: RegistrationAnswers['contacts'][number]
  has_custody: boolean
  verified_at: string | null
  agreement: DemoAgreement
  /** When each confirmation mail was handed over, oldest first. */
  sent: string[]
}

/** Whether a second person is asked by a link, and when that person answered. */
interface DemoAgreement {
  agreement_wanted: boolean
  agreed_at: string | null
  declined_at: string | null
}

const NOT_ASKED: DemoAgreement = { agreement_wanted: false, agreed_at: null, declined_at: null }

/** Most agree right after confirming; a few have not answered, and one in nine declines. */
const agreementOf = (application: Decided, verifiedAt: string | null): DemoAgreement => {
  const at = verifiedAt && minutesAfter(verifiedAt, 2)
  const running = Number(application.number.slice(-4))
  if (running % 9 === 6) return { ...NOT_ASKED, agreement_wanted: true, declined_at: at }
  return { ...NOT_ASKED, agreement_wanted: true, agreed_at: running % 3 === 0 ? null : at }
}

/** domain §2.3 */
const OPTIN_VALID_DAYS = 14
export const optinExpiry = (sentAt: string) => `${addDays(sentAt.slice(0, 10), OPTIN_VALID_DAYS)}${sentAt.slice(10)}`

/** The mail leaves at once; a second one was asked for three days later. */
const sendingsOf = (application: Decided, hasMail: boolean) => {
  if (!hasMail || application.mail_state === 'none') return []
  const first = minutesAfter(application.created_at, 1)
  const count = Math.min(application.optin_sent_count, OPTIN_SENDS_MAX)
  return Array.from({ length: count }, (_, index) => minutesAfter(first, index * 3 * 24 * 60))
}

const contactOf = (
  { application, answers }: ApplicationWithAnswers,
  index: number,
  random: SeededRandom,
): DemoContact | undefined => {
  const contact = answers.contacts[index]
  if (!contact) return undefined
  const sent = sendingsOf(application, contact.mail !== null)
  const last = sent.at(-1)
  const isVerified = application.mail_state === 'verified' && (index === 0 || random.isHit(0.6))
  const verified_at = isVerified && last ? minutesAfter(last, random.int(2, 150)) : null
  const isAsked = index === 1 && asksByLink(application) && answers.meta.custody === 'joint' && contact.mail !== null
  return {
    number: application.number,
    created_at: application.created_at,
    position: index + 1,
    answers: contact,
    has_custody: hasCustody(answers.meta.custody, index + 1),
    verified_at,
    agreement: isAsked ? agreementOf(application, verified_at) : NOT_ASKED,
    sent,
  }
}

export interface ApplicationWithAnswers {
  application: Decided
  answers: RegistrationAnswers
}

/** The one or two contacts of an application, position 1 first. */
export const contactsOf = (one: ApplicationWithAnswers, random: SeededRandom): DemoContact[] =>
  one.answers.contacts.flatMap((_, index) => contactOf(one, index, random) ?? [])

const PROOF = { template_version: PRODUCT_WORDING_VERSION, user_agent_family: 'Firefox' }

/** The columns of a contact's row, without the ids of school and application. */
export const contactRow = ({ answers, position, has_custody, verified_at, agreement, sent }: DemoContact) => {
  const last = sent.at(-1)
  const answered_at = agreement.agreed_at ?? agreement.declined_at
  return {
    ...answers,
    ...agreement,
    position,
    has_custody,
    mail_verified_at: verified_at,
    optin_sent_at: last ?? null,
    optin_first_sent_at: sent[0] ?? null,
    optin_sent_count: sent.length,
    optin_expires_at: last ? optinExpiry(last) : null,
    // Proofs contain no network address (domain DP-03).
    optin_proof: verified_at ? ({ ...PROOF, sent_at: last, confirmed_at: verified_at } as never) : null,
    agreement_proof: answered_at ? ({ ...PROOF, sent_at: last, answered_at } as never) : null,
  }
}
