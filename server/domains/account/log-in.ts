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
import { beginLogin } from './begin-login.ts'
import { type Arrival, BY_PASSWORD } from './begin-session.shared.ts'
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

export const SIGNED_IN = 'Sie sind angemeldet.'

/** The database and the limits, for handlers of this domain. */
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
 * The failure is logged under the account that was tried, in its active school. An unknown address gets a row without
 * account and school: both take the same time, and nothing that was typed is stored.
 */
export const logFailure = async (
  tx: Queries,
  { userId, action = 'login_failed', fields = [] }: { userId: number | null; action?: string; fields?: string[] },
) => {
  await bindUser(tx, userId ?? 0)
  await logEvent(tx, { action, entityType: 'user', entityId: userId, fields, result: 'denied' })
}

/** A limit and the key under which it counts. */
interface Counter {
  limit: Limit
  key: string
}

interface Counters {
  /**
   * Counts every attempt from this network address; it does not stop a device with which the account has signed in
   * before.
   */
  address: Counter | undefined
  /** Counts attempts for this account from this network address or known device. */
  here: Counter
}

const countersOf = (account: string, household: string, device: string | undefined): Counters =>
  device === undefined
    ? {
        address: { limit: LOGIN_FAILURES, key: household },
        here: { limit: LOGIN_FAILURES_OF_ACCOUNT, key: `${account}|${household}` },
      }
    : { address: undefined, here: { limit: LOGIN_FAILURES_OF_DEVICE, key: `${account}|${device}` } }

/** Uses up one point of each limit before the password is checked, so that parallel attempts count, too. */
const openAttempt = async (limits: Limits, { address, here }: Counters) => {
  if (address) await limits.use(address.limit, address.key, TOO_MANY)
  await limits.use(here.limit, here.key, TOO_MANY)
  const giveBackAddress = async () => address && limits.giveBack(address.limit, address.key)
  return {
    /** No password was tried after all. */
    undo: () => Promise.all([giveBackAddress(), limits.giveBack(here.limit, here.key)]),
    succeed: () => Promise.all([giveBackAddress(), limits.forget(here.limit, here.key)]),
  }
}

/** Delays the answer after many failures from other addresses, whether or not the account exists. */
const holdUp = async (limits: Limits, account: string, { limit, key }: Counter) => {
  const everywhere = await limits.count(LOGIN_FAILURES_EVERYWHERE, account)
  // The current attempt is already counted.
  const here = (await limits.count(limit, key)) - 1
  await pause(loginPauseMs(everywhere - here))
}

/**
 * Checks the password outside any transaction; refuses with 422 or 429. Returns the token of a new session, or of a
 * challenge when the account has a second factor, with what may answer it.
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
    await inTransaction((tx) => logFailure(tx, { userId }))
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
    // The password may have been changed, or the account deleted, during the check (security case 13).
    if (!(await lockLogin(tx, user))) return undefined
    return beginLogin(tx, platform, { account: user, remember, arrival, proof: BY_PASSWORD })
  })
  if (!begun) throw await refuse(user.id)
  if (!begun.challenge) rememberDevice(keys, cookies, user)
  return begun
}
