import { setTimeout as pause } from 'node:timers/promises'
import type { LoginForm } from '#contract/account.ts'
import { bindUser, logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { findLogin, holdLogin } from './account.queries.ts'
import { insertLoginChallenge } from './account.two-factor.queries.ts'
import { type Arrival, beginSession, inSeconds, makeToken } from './begin-session.ts'
import { LOGIN_FAILURES, LOGIN_FAILURES_EVERYWHERE, LOGIN_FAILURES_OF_ACCOUNT, loginPauseMs } from './login-limits.ts'

/** One answer for an unknown address and a wrong password (domain DP-15). */
export const WRONG_LOGIN = 'Diese Kombination aus E-Mail und Passwort ist nicht bekannt.'
const TOO_MANY = 'Zu viele Versuche. Bitte warten Sie einen Augenblick oder setzen Sie Ihr Passwort zurück.'

/** How long a login may wait for its second factor. */
export const CHALLENGE_SECONDS = 5 * 60

/** How handlers of this domain reach the database and the limits. */
export interface Tools {
  platform: Platform
  inTransaction<T>(work: (tx: SchoolTransaction) => Promise<T>): Promise<T>
}

interface Attempt {
  form: LoginForm
  arrival: Arrival
}

/**
 * Under the account it was tried for, in its active school. An unknown address leaves a row of no account and no school:
 * both take the same time, and nothing of what was typed is kept.
 */
const logFailure = async (tx: SchoolTransaction, userId: number | null) => {
  await bindUser(tx, userId ?? 0)
  await logEvent(tx, { action: 'login_failed', entityType: 'user', entityId: userId, result: 'denied' })
}

interface Keys {
  account: string
  accountHere: string
}

/** Slower after many failures from other addresses, whether there is such an account or not. */
const holdUp = async (limits: Limits, { account, accountHere }: Keys) => {
  const everywhere = await limits.count(LOGIN_FAILURES_EVERYWHERE, account)
  // The attempt under way is counted already.
  const here = (await limits.count(LOGIN_FAILURES_OF_ACCOUNT, accountHere)) - 1
  await pause(loginPauseMs(everywhere - here))
}

/**
 * Checks the password outside any transaction; 422 or 429 when it is not to be. Returns the token of a new session, or of
 * a challenge when the account asks for a second factor.
 */
export async function logIn({ form, arrival }: Attempt, { platform: { limits, passwords }, inTransaction }: Tools) {
  const account = form.email.toLowerCase()
  const accountHere = `${account}|${arrival.household}`
  // Used up before the password is looked at: attempts at the same moment count, too.
  await limits.use(LOGIN_FAILURES, arrival.household, TOO_MANY)
  await limits.use(LOGIN_FAILURES_OF_ACCOUNT, accountHere, TOO_MANY)
  await holdUp(limits, { account, accountHere })
  const refuse = async (userId: number | null) => {
    await limits.note(LOGIN_FAILURES_EVERYWHERE, account)
    await inTransaction((tx) => logFailure(tx, userId))
    return invalid({ email: [WRONG_LOGIN] }, WRONG_LOGIN)
  }
  const user = await inTransaction((tx) => findLogin(tx, form.email))
  const isRight = await passwords.isRight(user?.password_hash ?? null, form.password).catch(async (busy: unknown) => {
    // Nothing was tried.
    await limits.giveBack(LOGIN_FAILURES, arrival.household)
    await limits.giveBack(LOGIN_FAILURES_OF_ACCOUNT, accountHere)
    throw busy
  })
  if (!isRight || !user) throw await refuse(user?.id ?? null)
  await Promise.all([
    limits.giveBack(LOGIN_FAILURES, arrival.household),
    limits.forget(LOGIN_FAILURES_OF_ACCOUNT, accountHere),
  ])
  const { remember } = form
  const begun = await inTransaction(async (tx) => {
    // While the password was checked, it may have been changed, or the account deleted (security case 13).
    if (!(await holdLogin(tx, user))) return undefined
    if (user.two_factor_enabled_at === null)
      return { token: await beginSession(tx, { userId: user.id, remember, arrival }), isChallenge: false }
    const token = makeToken()
    await insertLoginChallenge(tx, { token, userId: user.id, remember, expiresAt: inSeconds(CHALLENGE_SECONDS) })
    return { token, isChallenge: true }
  })
  if (!begun) throw await refuse(user.id)
  return begun
}
