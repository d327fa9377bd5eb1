import type { z } from 'zod'
import { PASSKEY_REFUSED } from '#contract/account/account.passkeys.ts'
import {
  CHALLENGE_OVER,
  CODE_UNREADABLE,
  type TwoFactorAnswer,
  WRONG_CODE,
  WRONG_RECOVERY_CODE,
} from '#contract/account/account.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent, logEvent } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { CookieJar } from '#server/http/session.ts'
import {
  countLoginTry,
  deleteLoginChallenge,
  findFirstStep,
  findTwoFactor,
  listRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './account.two-factor.queries.ts'
import { type Arrival, BY_PASSWORD, beginSession } from './begin-session.shared.ts'
import { rememberDevice } from './known-device.ts'
import type { Tools } from './log-in.ts'
import { ANSWER_FAILURES, CHALLENGE_TRIES, TOO_MANY_TRIES } from './login-limits.ts'
import { PASSKEY_COOKIE, provePasskey, takeChallenge } from './passkeys/answer-passkey.ts'
import { findRecoveryHash, openSecret, stepOf } from './two-factor-codes.ts'

type Answer = z.output<typeof TwoFactorAnswer>

interface Attempt {
  answer: Answer
  /** The token from the challenge's cookie. */
  challengeToken: string | undefined
  arrival: Arrival
  cookies: CookieJar
}

type Field = keyof typeof ANSWER_FAILURES

interface Challenge {
  token: string
  userId: number
  passwordHash: string | null
  remember: boolean
  /** Null without codes of an app. */
  secret: Buffer | null
  /** The key under which wrong answers are counted; a new password starts a new count. */
  countedAs: string
}

interface Given extends Challenge {
  answer: Answer
  /** From the cookie of the request to the device. */
  attemptToken: string | undefined
}

async function checkPasskey(tx: Queries, platform: Platform, { userId, answer, attemptToken }: Given) {
  const challenge = await takeChallenge(tx, platform, { kind: 'passkey_proof', token: attemptToken, userId })
  if (challenge === undefined || !answer.passkey) return 'refused'
  const passkey = await provePasskey(tx, platform, { answer: answer.passkey, challenge })
  if (passkey === 'copied') return 'copied'
  return passkey !== 'wrong' && passkey.user_id === userId ? 'right' : 'refused'
}

/** Checks the answer and uses it up, so that it is correct only once. */
async function checkAnswer(tx: Queries, platform: Platform, given: Given) {
  const { keys } = platform
  const { userId, secret, answer } = given
  if (answer.recovery_code) {
    const hashes = await listRecoveryCodes(tx, userId)
    const hash = findRecoveryHash(keys, { userId, code: answer.recovery_code, hashes })
    return hash !== undefined && (await takeRecoveryCode(tx, userId, hash)) ? 'right' : 'wrong'
  }
  if (answer.passkey) return checkPasskey(tx, platform, given)
  if (secret === null) return 'wrong'
  const opened = openSecret(keys, secret)
  if (opened === undefined) return 'unreadable'
  const step = stepOf(opened, answer.code ?? '')
  return step !== undefined && (await takeStep(tx, userId, step)) ? 'right' : 'wrong'
}

/** The login is over: unknown, too late, tried too often, or the account has no second factor any more. */
async function openChallenge(tx: Queries, token: string | undefined): Promise<Challenge | undefined> {
  if (token === undefined) return undefined
  const challenge = await countLoginTry(tx, token, CHALLENGE_TRIES)
  const user = challenge && (await findTwoFactor(tx, challenge.user_id))
  if (!challenge || !user?.has_second_factor) return undefined
  const { user_id, remember } = challenge
  return {
    token,
    userId: user_id,
    passwordHash: user.password_hash,
    remember,
    secret: user.two_factor_enabled_at === null ? null : user.two_factor_secret,
    countedAs: `${user_id} ${user.password_changed_at}`,
  }
}

const REFUSALS = { over: CHALLENGE_OVER, wrong: WRONG_CODE, unreadable: CODE_UNREADABLE, refused: PASSKEY_REFUSED }

const refusalOf = (outcome: keyof typeof REFUSALS, field: Field) =>
  outcome === 'wrong' && field === 'recovery_code' ? WRONG_RECOVERY_CODE : REFUSALS[outcome]

const fieldOf = ({ recovery_code, passkey }: Answer): Field => {
  if (recovery_code) return 'recovery_code'
  return passkey ? 'passkey' : 'code'
}

/** The second step of a login. Returns the session's token, whether it lasts and how many recovery codes are left if one was used; 422 or 429 otherwise. */
export async function answerChallenge(
  { answer, challengeToken, arrival, cookies }: Attempt,
  { platform, inTransaction }: Tools,
) {
  const { keys, limits } = platform
  const field = fieldOf(answer)
  const { here, everywhere } = ANSWER_FAILURES[field]
  const hereKey = (countedAs: string) => `${countedAs} ${arrival.household}`
  // One transaction, which also commits when the code is wrong: the try counts, and a parallel call with the same code
  // sees that it is used.
  const outcome = await inTransaction(async (tx) => {
    const challenge = await openChallenge(tx, challengeToken)
    if (!challenge) return 'over'
    const { userId, passwordHash, remember, countedAs } = challenge
    await limits.spendIn(tx, { limit: here, key: hereKey(countedAs), message: TOO_MANY_TRIES })
    await limits.spendIn(tx, { limit: everywhere, key: countedAs, message: TOO_MANY_TRIES })
    await bindUser(tx, userId)
    const answered = await checkAnswer(tx, platform, {
      ...challenge,
      answer,
      attemptToken: cookies.get(PASSKEY_COOKIE),
    })
    if (answered === 'copied') return 'refused'
    if (answered !== 'right') {
      await logEvent(tx, { action: 'two_factor_failed', entityType: 'user', entityId: userId, result: 'denied' })
      return answered
    }
    const proof = (await findFirstStep(tx, challenge.token)) ?? BY_PASSWORD
    await deleteLoginChallenge(tx, challenge.token)
    const token = await beginSession(tx, { userId, remember, arrival, proof })
    const codesLeft = field === 'recovery_code' ? (await listRecoveryCodes(tx, userId)).length : null
    // The log gets this event instead of the login.
    if (codesLeft !== null) await logAccountEvent(tx, { action: 'recovery_code_used', userId })
    return { countedAs, remember, token, codesLeft, account: { id: userId, password_hash: passwordHash } }
  })
  if (typeof outcome === 'string') {
    const refusal = refusalOf(outcome, field)
    throw invalid({ [field]: [refusal] }, refusal)
  }
  await limits.forget(here, hereKey(outcome.countedAs))
  await limits.forget(everywhere, outcome.countedAs)
  const { token, remember, codesLeft, account } = outcome
  rememberDevice(keys, cookies, account)
  return { token, remember, codesLeft }
}
