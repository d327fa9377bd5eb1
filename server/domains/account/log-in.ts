import { setTimeout as pause } from 'node:timers/promises'
import type { LoginForm } from '#contract/account/account.forms.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Limit, Limits } from '#server/http/rate-limit.ts'
import type { CookieJar } from '#server/http/session.ts'
import { findLogin, lockLogin } from './account.queries.ts'
import { insertLoginChallenge } from './account.two-factor.queries.ts'
import { type Arrival, beginSession, inSeconds, makeToken } from './begin-session.ts'
import { findKnownDevice, rememberDevice } from './known-device.ts'
import {
  LOGIN_FAILURES,
  LOGIN_FAILURES_EVERYWHERE,
  LOGIN_FAILURES_OF_ACCOUNT,
  LOGIN_FAILURES_OF_DEVICE,
  loginPauseMs,
} from './login-limits.ts'

/** One answer for an unknown address and a wrong password (domain DP-15). */
export const WRONG_LOGIN = 'Diese Kombination aus E-Mail und Passwort ist nicht bekannt.'
const TOO_MANY = 'Zu viele Versuche. Bitte warten Sie einen Augenblick oder setzen Sie Ihr Passwort zurück.'

/** How long a login may wait for its second factor. */
export const CHALLENGE_SECONDS = 5 * 60

/** How handlers of this domain reach the database and the limits. */
export interface Tools {
  platform: Platform
  inTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
}

interface Attempt {
  form: LoginForm
  arrival: Arrival
  cookies: CookieJar
}

/**
 * Under the account it was tried for, in its active school. An unknown address leaves a row of no account and no school:
 * both take the same time, and nothing of what was typed is kept.
 */
const logFailure = async (tx: Queries, userId: number | null) => {
  await bindUser(tx, userId ?? 0)
  await logEvent(tx, { action: 'login_failed', entityType: 'user', entityId: userId, result: 'denied' })
}

/** A rule and what it counts under. */
interface Counter {
  limit: Limit
  key: string
}

interface Counters {
  /** Every attempt from this network address; a device that the account has signed in with is not stopped by it. */
  address: Counter | undefined
  /** Attempts for this account from here: the network address, or the known device. */
  here: Counter
}

const countersOf = (account: string, household: string, device: string | undefined): Counters =>
  device === undefined
    ? {
        address: { limit: LOGIN_FAILURES, key: household },
        here: { limit: LOGIN_FAILURES_OF_ACCOUNT, key: `${account}|${household}` },
      }
    : { address: undefined, here: { limit: LOGIN_FAILURES_OF_DEVICE, key: `${account}|${device}` } }

/** Uses up one point of each before the password is looked at, so that attempts at the same moment count, too. */
const openAttempt = async (limits: Limits, { address, here }: Counters) => {
  if (address) await limits.use(address.limit, address.key, TOO_MANY)
  await limits.use(here.limit, here.key, TOO_MANY)
  const giveBackAddress = async () => address && limits.giveBack(address.limit, address.key)
  return {
    /** Nothing was tried. */
    undo: () => Promise.all([giveBackAddress(), limits.giveBack(here.limit, here.key)]),
    succeed: () => Promise.all([giveBackAddress(), limits.forget(here.limit, here.key)]),
  }
}

/** Slower after many failures from other addresses, whether there is such an account or not. */
const holdUp = async (limits: Limits, account: string, { limit, key }: Counter) => {
  const everywhere = await limits.count(LOGIN_FAILURES_EVERYWHERE, account)
  // The attempt under way is counted already.
  const here = (await limits.count(limit, key)) - 1
  await pause(loginPauseMs(everywhere - here))
}

/**
 * Checks the password outside any transaction; 422 or 429 when it is not to be. Returns the token of a new session, or of
 * a challenge when the account asks for a second factor.
 */
export async function logIn({ form, arrival, cookies }: Attempt, { platform, inTransaction }: Tools) {
  const { keys, limits, passwords } = platform
  const account = form.email.toLowerCase()
  const user = await inTransaction((tx) => findLogin(tx, form.email))
  const counters = countersOf(account, arrival.household, findKnownDevice(keys, cookies, user))
  const attempt = await openAttempt(limits, counters)
  await holdUp(limits, account, counters.here)
  const refuse = async (userId: number | null) => {
    await limits.note(LOGIN_FAILURES_EVERYWHERE, account)
    await inTransaction((tx) => logFailure(tx, userId))
    return invalid({ email: [WRONG_LOGIN] }, WRONG_LOGIN)
  }
  const isRight = await passwords.isRight(user?.password_hash ?? null, form.password).catch(async (busy: unknown) => {
    await attempt.undo()
    throw busy
  })
  if (!isRight || !user) throw await refuse(user?.id ?? null)
  await attempt.succeed()
  const { remember } = form
  const begun = await inTransaction(async (tx) => {
    // While the password was checked, it may have been changed, or the account deleted (security case 13).
    if (!(await lockLogin(tx, user))) return undefined
    if (user.two_factor_enabled_at === null)
      return { token: await beginSession(tx, { userId: user.id, remember, arrival }), isChallenge: false }
    const token = makeToken()
    await insertLoginChallenge(tx, { token, userId: user.id, remember, expiresAt: inSeconds(CHALLENGE_SECONDS) })
    return { token, isChallenge: true }
  })
  if (!begun) throw await refuse(user.id)
  if (!begun.isChallenge) rememberDevice(keys, cookies, user)
  return begun
}
