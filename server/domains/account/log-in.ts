import { randomBytes } from 'node:crypto'
import type { LoginForm } from '#contract/account.ts'
import { bindUser, logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { SESSION_SECONDS } from '#server/http/session.ts'
import { isPassword } from '#server/passwords.ts'
import { deleteSession, findLogin, insertSession } from './account.queries.ts'
import { LOGIN_FAILURES, LOGIN_FAILURES_OF_ACCOUNT } from './login-limits.ts'

/** One answer for an unknown address and a wrong password (domain DP-15). */
export const WRONG_LOGIN = 'Diese Kombination aus E-Mail und Passwort ist nicht bekannt.'
const TOO_MANY = 'Zu viele Versuche. Bitte warten Sie einen Augenblick oder setzen Sie Ihr Passwort zurück.'

/** 192 bits, as the cookie holds them. */
const makeToken = () => randomBytes(24).toString('base64url')

interface Attempt {
  form: LoginForm
  /** The network address as limits count it. */
  household: string
  /** A session the browser still has: it ends, so that no one else's token survives a login. */
  formerToken: string | undefined
}

interface Tools {
  platform: Platform
  inTransaction<T>(work: (tx: SchoolTransaction) => Promise<T>): Promise<T>
}

/** Under the account it was tried for, in its active school; an unknown address leaves no trace. */
const logFailure = async (tx: SchoolTransaction, userId: number) => {
  await bindUser(tx, userId)
  await logEvent(tx, { action: 'login_failed', entityType: 'user', entityId: userId, result: 'denied' })
}

/** Checks the password outside any transaction and returns the token of a new session; 422 or 429 otherwise. */
export async function logIn({ form, household, formerToken }: Attempt, { platform: { limits }, inTransaction }: Tools) {
  const accountKey = `${form.email.toLowerCase()}|${household}`
  // Used up before the password is looked at: attempts at the same moment count, too.
  await limits.use(LOGIN_FAILURES, household, TOO_MANY)
  await limits.use(LOGIN_FAILURES_OF_ACCOUNT, accountKey, TOO_MANY)
  const user = await inTransaction((tx) => findLogin(tx, form.email))
  if (!(await isPassword(user?.password_hash ?? null, form.password)) || !user) {
    if (user) await inTransaction((tx) => logFailure(tx, user.id))
    throw invalid({ email: [WRONG_LOGIN] }, WRONG_LOGIN)
  }
  await Promise.all([limits.giveBack(LOGIN_FAILURES, household), limits.forget(LOGIN_FAILURES_OF_ACCOUNT, accountKey)])
  const token = makeToken()
  await inTransaction(async (tx) => {
    if (formerToken) await deleteSession(tx, formerToken)
    const seconds = form.remember ? SESSION_SECONDS.remember : SESSION_SECONDS.short
    // Real time: the database asks its own clock, and that of a demo may stand on another day.
    const expiresAt = new Date(Date.now() + seconds * 1000)
    await insertSession(tx, { token, userId: user.id, remember: form.remember, expiresAt })
    await bindUser(tx, user.id)
    await logEvent(tx, { action: 'login', entityType: 'user', entityId: user.id })
  })
  return token
}
