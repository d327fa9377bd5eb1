import { PROVIDER_LOGIN_TEXTS, type ProviderAnswer } from '#contract/account/account.providers.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { Queries } from '#server/db/database.ts'
import { isTwoFactorRequired } from '#server/domains/account/account.two-factor.queries.ts'
import { beginLogin } from '#server/domains/account/begin-login.ts'
import type { Arrival } from '#server/domains/account/begin-session.shared.ts'
import { logFailure, type Tools } from '#server/domains/account/log-in.ts'
import { type AttemptKind, beginAttempt, takeAttempt } from '#server/domains/account/sign-in-attempt.ts'
import {
  type ActiveProvider,
  findActiveProvider,
  noteProviderOutcome,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { ProviderError } from '#server/domains/identityproviders/provider-client.shared.ts'
import { invalid } from '#server/http/api-error.ts'
import { type LinkedAccount, noteIdentityUse } from './account.providers.queries.ts'
import type { Person } from './claims.ts'
import { findAccount } from './find-account.ts'
import { askProvider, ProviderAttempt, redeemCode } from './redeem-code.ts'

/** The cookie of the browser that was sent to a provider. */
export const PROVIDER_COOKIE = 'provider_attempt'

export const refusal = (fault: ProviderFault) => invalid({}, PROVIDER_FAULTS[fault].user)

export async function getProvider(tx: Queries, id: number) {
  const provider = await findActiveProvider(tx, id)
  if (!provider) throw invalid({}, PROVIDER_LOGIN_TEXTS.unknown)
  return provider
}

/** What failed at the provider is kept for the admin and told to the person in plain words. */
export async function askedWell<T>({ inTransaction }: Tools, providerId: number, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await inTransaction(async (tx) => {
      await noteProviderOutcome(tx, providerId, error.fault)
      await logFailure(tx, { action: 'provider_login_failed', userId: null })
    })
    throw refusal(error.fault)
  }
}

interface Sending {
  provider: ActiveProvider
  kind: AttemptKind & ('provider_login' | 'provider_link')
  userId: number | null
  remember: boolean
  isStepUp?: boolean
}

/** Sends the browser to a provider: the address, and the token for its cookie. */
export async function sendToProvider({ provider, kind, userId, remember, isStepUp = false }: Sending, tools: Tools) {
  const { platform, inTransaction } = tools
  const { url, attempt } = await askedWell(tools, provider.id, () =>
    askProvider(provider, platform, { isLink: kind === 'provider_link', remember, isStepUp }),
  )
  const token = await inTransaction((tx) => beginAttempt(tx, platform.keys, { kind, userId, content: attempt }))
  return { url, token }
}

interface Return {
  kind: AttemptKind & ('provider_login' | 'provider_link')
  token: string | undefined
  answer: ProviderAnswer
}

/** The person who comes back from a provider, if this browser was sent there and has not come back before. */
export async function welcomeBack({ kind, token, answer }: Return, tools: Tools) {
  const { platform, inTransaction } = tools
  const taken = await inTransaction((tx) => takeAttempt(tx, platform.keys, { kind, token }))
  const attempt = taken && ProviderAttempt.parse(taken.content)
  if (!attempt || attempt.providerId !== answer.provider_id) {
    await inTransaction((tx) => logFailure(tx, { action: 'provider_login_failed', userId: null }))
    throw refusal('over')
  }
  const provider = await inTransaction((tx) => getProvider(tx, attempt.providerId))
  const person = await askedWell(tools, provider.id, () =>
    redeemCode(provider, platform, { attempt, search: answer.search }),
  )
  return { attempt, provider, person, userId: taken.userId }
}

/** A school asks for a second factor that neither the provider nor the account has proved: the provider is asked once more. */
async function needsStepUp(tx: Queries, { account, person, provider }: Checked) {
  if (person.hasSecondFactor || account.has_second_factor || provider.second_factor_acr === null) return false
  return isTwoFactorRequired(tx, { user_id: account.id, role: account.role, school_id: account.school_id })
}

interface Checked {
  account: LinkedAccount
  person: Person
  provider: ActiveProvider
}

interface Attempt {
  token: string | undefined
  answer: ProviderAnswer
  arrival: Arrival
}

/** The way back of a login: a session, the second step, or once more to the provider. Refuses with 422. */
export async function answerProviderLogin({ token, answer, arrival }: Attempt, tools: Tools) {
  const { platform, inTransaction } = tools
  const { attempt, provider, person } = await welcomeBack({ kind: 'provider_login', token, answer }, tools)
  const { remember } = attempt
  const outcome = await inTransaction(async (tx) => {
    const found = await findAccount(tx, { provider, person }, platform.keys)
    if ('fault' in found) {
      await logFailure(tx, { action: 'provider_login_failed', userId: found.userId })
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
    const sent = await sendToProvider(
      { provider, kind: 'provider_login', userId: null, remember, isStepUp: true },
      tools,
    )
    return { sent, remember }
  }
  if ('fault' in outcome) throw refusal(outcome.fault)
  return { begun: outcome, remember }
}
