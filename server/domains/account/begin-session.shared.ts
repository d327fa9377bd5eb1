import { randomBytes } from 'node:crypto'
import type { LoginWay } from '#contract/account/account.sessions.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import type { Visitor } from '#server/http/route.ts'
import { SESSION_SECONDS } from '#server/http/session.ts'
import { deviceOf } from '#server/http/user-agent-family.ts'
import { bindSessionToIdentity, deleteSession, insertSession } from './account.sessions.queries.ts'
import { findIdentityProvider } from './providers/account.providers.queries.ts'

/** 192 bits, written for a cookie. */
export const makeToken = () => randomBytes(24).toString('base64url')

/** Real time: the database compares with its own clock, and the clock of a demo may show another day. */
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** What a login knows about its browser. */
export type Arrival = Pick<Visitor, 'household' | 'ipTrunc' | 'userAgent' | 'sessionToken'>

/** What a login has proved. */
export interface LoginProof {
  way: LoginWay
  /** Two factors at once: a passkey that checked who holds it, or a provider that says so. */
  hasSecondFactor: boolean
  /** The account at a provider that signed in, and the provider's own name of its session. */
  identity?: { id: number; providerSession: string | null }
}

/** What the log says about each way. */
const LOGGED: Record<LoginWay, string> = { password: 'login', passkey: 'login_passkey', provider: 'login_provider' }

export const BY_PASSWORD: LoginProof = { way: 'password', hasSecondFactor: false }

interface Beginning {
  userId: number
  remember: boolean
  arrival: Arrival
  proof?: LoginProof
}

/** The service that the log names. */
const listServiceFields = async (tx: Queries, identityId: number) => {
  const provider = await findIdentityProvider(tx, identityId)
  return provider ? [serviceField(provider.name)] : []
}

/** Starts a session and ends the one that the browser still had, so that nobody else's token survives a login. */
export async function beginSession(tx: Queries, { userId, remember, arrival, proof = BY_PASSWORD }: Beginning) {
  const token = makeToken()
  if (arrival.sessionToken) await deleteSession(tx, arrival.sessionToken)
  await insertSession(tx, {
    token,
    userId,
    remember,
    expiresAt: inSeconds(remember ? SESSION_SECONDS.remember : SESSION_SECONDS.short),
    device: deviceOf(arrival.userAgent),
    ipTrunc: arrival.ipTrunc,
    way: proof.way,
    hasSecondFactor: proof.hasSecondFactor,
  })
  if (proof.identity) await bindSessionToIdentity(tx, token, proof.identity)
  await bindUser(tx, userId)
  const fields = proof.identity ? await listServiceFields(tx, proof.identity.id) : []
  await logEvent(tx, { action: LOGGED[proof.way], entityType: 'user', entityId: userId, fields })
  return token
}
