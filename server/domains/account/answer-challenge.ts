import type { z } from 'zod'
import { CHALLENGE_OVER, type TwoFactorAnswer, WRONG_CODE } from '#contract/account.ts'
import { bindUser, logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { invalid } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  deleteLoginChallenge,
  findTwoFactor,
  listRecoveryCodes,
  takeStep,
  tryLoginChallenge,
  useRecoveryCode,
} from './account.two-factor.queries.ts'
import { type Arrival, beginSession } from './begin-session.ts'
import type { Tools } from './log-in.ts'
import { CHALLENGE_TRIES, CODE_FAILURES, TOO_MANY_TRIES } from './login-limits.ts'
import { findRecoveryHash, stepOf } from './two-factor-codes.ts'

type Answer = z.output<typeof TwoFactorAnswer>

interface Attempt {
  answer: Answer
  /** Of the challenge's cookie. */
  challengeToken: string | undefined
  arrival: Arrival
}

interface Asked {
  userId: number
  secret: Buffer
  answer: Answer
}

/** Whether the answer is right; it is used up by that, so that it is right only once. */
async function isRight(tx: SchoolTransaction, keys: SecretRing, { userId, secret, answer }: Asked) {
  if (answer.recovery_code) {
    const hashes = await listRecoveryCodes(tx, userId)
    const hash = findRecoveryHash(keys, { userId, code: answer.recovery_code, hashes })
    return hash !== undefined && (await useRecoveryCode(tx, userId, hash))
  }
  const step = stepOf(keys, secret, answer.code ?? '')
  return step !== undefined && (await takeStep(tx, userId, step))
}

/** Over: unknown, too late, tried too often, or the account has no second factor any more. */
async function openChallenge(tx: SchoolTransaction, token: string) {
  const challenge = await tryLoginChallenge(tx, token, CHALLENGE_TRIES)
  const user = challenge && (await findTwoFactor(tx, challenge.user_id))
  if (!challenge || !user?.two_factor_secret || user.two_factor_enabled_at === null) return undefined
  return { userId: challenge.user_id, remember: challenge.remember, secret: user.two_factor_secret }
}

/** The second step of a login. Returns the session's token and whether it lasts; 422 or 429 otherwise. */
export async function answerChallenge(
  { answer, challengeToken, arrival }: Attempt,
  { platform: { keys, limits }, inTransaction }: Tools,
) {
  const field = answer.recovery_code ? 'recovery_code' : 'code'
  // One transaction, which commits also when the code is wrong: the try counts, and the same code at once is told apart.
  const outcome = await inTransaction(async (tx) => {
    const challenge = challengeToken === undefined ? undefined : await openChallenge(tx, challengeToken)
    if (!challenge || challengeToken === undefined) return 'over'
    const { userId, secret, remember } = challenge
    await limits.spendIn(tx, { limit: CODE_FAILURES, key: String(userId), message: TOO_MANY_TRIES })
    await bindUser(tx, userId)
    if (!(await isRight(tx, keys, { userId, secret, answer }))) {
      await logEvent(tx, { action: 'two_factor_failed', entityType: 'user', entityId: userId, result: 'denied' })
      return 'wrong'
    }
    await deleteLoginChallenge(tx, challengeToken)
    return { userId, remember, token: await beginSession(tx, { userId, remember, arrival }) }
  })
  if (outcome === 'over') throw invalid({ [field]: [CHALLENGE_OVER] }, CHALLENGE_OVER)
  if (outcome === 'wrong') throw invalid({ [field]: [WRONG_CODE] }, WRONG_CODE)
  await limits.forget(CODE_FAILURES, String(outcome.userId))
  return { token: outcome.token, remember: outcome.remember }
}
