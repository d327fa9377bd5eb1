import { OTHER_ACCOUNT, PROVIDER_LOGIN_TEXTS, type ProviderAnswer } from '#contract/account/account.providers.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import type { Queries } from '#server/db/database.ts'
import { isTwoFactorRequired } from '#server/domains/account/account.two-factor.queries.ts'
import { beginLogin } from '#server/domains/account/begin-login.ts'
import type { Arrival } from '#server/domains/account/begin-session.shared.ts'
import { logFailure, type Tools } from '#server/domains/account/log-in.ts'
import { beginAttempt, takeAttempt } from '#server/domains/account/sign-in-attempt.ts'
import {
  type ActiveProvider,
  findActiveProvider,
  noteProviderOutcome,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { ProviderError } from '#server/domains/identityproviders/provider-client.shared.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { type LinkedAccount, noteIdentityUse } from './account.providers.queries.ts'
import type { Person } from './claims.ts'
import { findAccount } from './find-account.ts'
import { askProvider, isCancelled, ProviderAttempt, redeemCode } from './redeem-code.ts'

/** The cookie of the browser that was sent to a provider. */
export const PROVIDER_COOKIE = 'provider_attempt'

/** 422 with the sentence for the person; the admin reads another one. */
export const refusal = (fault: ProviderFault) => invalid({}, PROVIDER_FAULTS[fault].user)

/** A service that is switched on; 422 when there is none with this number. */
export async function getProvider(tx: Queries, id: number) {
  const provider = await findActiveProvider(tx, id)
  if (!provider) throw invalid({}, PROVIDER_LOGIN_TEXTS.unknown)
  return provider
}

/** Why the browser is sent to a provider, and who is signed in already: nobody before a login. */
export type Journey = { kind: 'provider_login'; userId: null } | { kind: 'provider_link'; userId: number }

interface Failure {
  journey: Pick<Journey, 'kind'> & { userId: number | null }
  /** Undefined when nobody knows any more which service it was. */
  provider: Pick<ActiveProvider, 'name'> | undefined
}

/** Logs a failed login or a failed link, with the service. */
export const logProviderFailure = (tx: Queries, { journey: { kind, userId }, provider }: Failure) =>
  logFailure(tx, {
    action: kind === 'provider_link' ? 'identity_link_failed' : 'provider_login_failed',
    userId,
    fields: provider ? [serviceField(provider.name)] : [],
  })

interface ProviderCall {
  provider: ActiveProvider
  journey: Journey
}

/** A fault of the provider is stored for the admin, logged, and refused in plain words for the person. */
async function reportingFaults<T>(
  { inTransaction }: Tools,
  { provider, journey }: ProviderCall,
  work: () => Promise<T>,
) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await inTransaction(async (tx) => {
      await noteProviderOutcome(tx, provider.id, error.fault)
      await logProviderFailure(tx, { journey, provider })
    })
    if (journey.kind === 'provider_link' && isCancelled(error)) throw invalid({}, PROVIDER_LOGIN_TEXTS.cancelled)
    throw refusal(error.fault)
  }
}

interface Sending {
  provider: ActiveProvider
  journey: Journey
  remember: boolean
  isStepUp?: boolean
  choosesAccount?: boolean
}

/** Sends the browser to a provider: the address, and the token for its cookie. */
export async function sendToProvider(sending: Sending, tools: Tools) {
  const { provider, journey, remember, isStepUp = false, choosesAccount = false } = sending
  const { platform, inTransaction } = tools
  const { url, attempt } = await reportingFaults(tools, { provider, journey }, () =>
    askProvider(provider, platform, { isLink: journey.kind === 'provider_link', remember, isStepUp, choosesAccount }),
  )
  const token = await inTransaction((tx) => beginAttempt(tx, platform.keys, { ...journey, content: attempt }))
  return { url, token }
}

interface Return {
  journey: Journey
  token: string | undefined
  answer: ProviderAnswer
}

/**
 * The person who comes back from a provider, if this browser was sent there by the same person and has not come back
 * before; 422 otherwise, and 409 for a link that another account began.
 */
export async function redeemReturn({ journey, token, answer }: Return, tools: Tools) {
  const { platform, inTransaction } = tools
  const { kind, userId } = journey
  const taken = await inTransaction((tx) => takeAttempt(tx, platform.keys, { kind, token }))
  const attempt = taken && ProviderAttempt.parse(taken.content)
  if (!attempt || attempt.providerId !== answer.provider_id) {
    await inTransaction(async (tx) =>
      logProviderFailure(tx, { journey, provider: await findActiveProvider(tx, answer.provider_id) }),
    )
    throw refusal('over')
  }
  const provider = await inTransaction((tx) => getProvider(tx, attempt.providerId))
  if (taken.userId !== userId) {
    await inTransaction((tx) => logProviderFailure(tx, { journey, provider }))
    throw conflict(PROVIDER_LOGIN_TEXTS.otherUser)
  }
  const person = await reportingFaults(tools, { provider, journey }, () =>
    redeemCode(provider, platform, { attempt, search: answer.search }),
  )
  return { attempt, provider, person }
}

interface Checked {
  account: LinkedAccount
  person: Person
  provider: ActiveProvider
}

/** A school demands a second factor that neither the provider nor the account has proved: the provider is asked once more. */
async function needsStepUp(tx: Queries, { account, person, provider }: Checked) {
  if (person.hasSecondFactor || account.has_second_factor || provider.second_factor_acr === null) return false
  return isTwoFactorRequired(tx, { user_id: account.id, role: account.role, school_id: account.school_id })
}

interface Attempt {
  token: string | undefined
  answer: ProviderAnswer
  arrival: Arrival
}

/** Names the account at the service, because its owner may have several. */
const unlinked = ({ name }: ActiveProvider, { label }: Person) => {
  const text = PROVIDER_LOGIN_TEXTS.unlinked(name, label)
  return invalid({ [OTHER_ACCOUNT]: [text] }, text)
}

const LOGIN = { kind: 'provider_login', userId: null } as const

/** The way back of a login: a session, the second step, or once more to the provider. Refuses with 422. */
export async function answerProviderLogin({ token, answer, arrival }: Attempt, tools: Tools) {
  const { platform, inTransaction } = tools
  const { attempt, provider, person } = await redeemReturn({ journey: LOGIN, token, answer }, tools)
  const { remember } = attempt
  // A refusal commits, too: it is logged, and what may no longer go on ends.
  const outcome = await inTransaction(async (tx) => {
    const found = await findAccount(tx, { provider, person }, platform.keys)
    if ('fault' in found) {
      await logProviderFailure(tx, { journey: { ...LOGIN, userId: found.userId }, provider })
      await noteProviderOutcome(tx, provider.id, found.fault)
      return found
    }
    const { account } = found
    if (!attempt.isStepUp && (await needsStepUp(tx, { account, person, provider }))) return 'step up' as const
    await noteIdentityUse(tx, account.identity.id)
    await noteProviderOutcome(tx, provider.id, null)
    const identity = { id: account.identity.id, providerSession: person.providerSession }
    const proof = { way: 'provider', hasSecondFactor: person.hasSecondFactor, identity } as const
    return beginLogin(tx, platform, { account, remember, arrival, proof })
  })
  if (outcome === 'step up') {
    const sent = await sendToProvider({ provider, journey: LOGIN, remember, isStepUp: true }, tools)
    return { sent, remember }
  }
  if ('fault' in outcome) throw outcome.fault === 'unlinked' ? unlinked(provider, person) : refusal(outcome.fault)
  return { begun: outcome, remember }
}
