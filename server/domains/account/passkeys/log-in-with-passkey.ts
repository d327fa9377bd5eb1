import type { PasskeyAnswer } from '#contract/account/account.passkeys.forms.ts'
import { PASSKEY_REFUSED } from '#contract/account/account.passkeys.ts'
import type { Queries } from '#server/db/database.ts'
import { type Arrival, beginSession, type LoginProof } from '#server/domains/account/begin-session.shared.ts'
import { findKnownDevice, rememberDevice } from '#server/domains/account/known-device.ts'
import { logFailure, type Tools } from '#server/domains/account/log-in.ts'
import { LOGIN_FAILURES, LOGIN_FAILURES_OF_DEVICE, TOO_MANY_TRIES } from '#server/domains/account/login-limits.ts'
import { invalid } from '#server/http/api-error.ts'
import type { CookieJar } from '#server/http/session.ts'
import { PASSKEY_COOKIE, provePasskey, takeChallenge } from './answer-passkey.ts'
import { findPasskeyOwner } from './passkeys.queries.ts'

/** The device has it, and checked who holds it. */
const BY_PASSKEY: LoginProof = { way: 'passkey', hasSecondFactor: true }

interface Attempt {
  form: { answer: PasskeyAnswer; remember: boolean }
  arrival: Arrival
  cookies: CookieJar
}

/** A passkey cannot be guessed; the limits of passwords keep somebody from trying without end. */
const counterOf = (household: string, device: string | undefined, email = '') =>
  device === undefined
    ? { limit: LOGIN_FAILURES, key: household }
    : { limit: LOGIN_FAILURES_OF_DEVICE, key: `${email}|${device}` }

/** Returns the token of a new session; one and the same 422 for whatever is wrong, and 429 after many failures. */
export async function logInWithPasskey({ form, arrival, cookies }: Attempt, { platform, inTransaction }: Tools) {
  const { keys, limits } = platform
  const { answer, remember } = form
  const owner = await inTransaction((tx) => findPasskeyOwner(tx, Buffer.from(answer.id, 'base64url')))
  const { limit, key } = counterOf(arrival.household, findKnownDevice(keys, cookies, owner), owner?.email)
  await limits.use(limit, key, TOO_MANY_TRIES)
  const prove = async (tx: Queries) => {
    const challenge = await takeChallenge(tx, platform, {
      kind: 'passkey_login',
      token: cookies.get(PASSKEY_COOKIE),
      userId: null,
    })
    return challenge === undefined ? 'wrong' : provePasskey(tx, platform, { answer, challenge })
  }
  // Commits when it is refused, too: the challenge is used up.
  const begun = await inTransaction(async (tx) => {
    const passkey = await prove(tx)
    if (passkey === 'wrong') await logFailure(tx, { action: 'passkey_failed', userId: owner?.id ?? null })
    if (typeof passkey === 'string') return undefined
    const { user_id: userId, password_hash } = passkey
    const token = await beginSession(tx, { userId, remember, arrival, proof: BY_PASSKEY })
    return { token, account: { id: userId, password_hash } }
  })
  if (!begun) throw invalid({}, PASSKEY_REFUSED)
  await limits.giveBack(limit, key)
  rememberDevice(keys, cookies, begun.account)
  return begun.token
}
