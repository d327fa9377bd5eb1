import { sql } from 'kysely'
import type { LoginWay, Session } from '#contract/account/account.sessions.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'

interface NewSession {
  token: string
  userId: number
  remember: boolean
  expiresAt: Date
  device: string
  ipTrunc: string
  way: LoginWay
  hasSecondFactor: boolean
}

/** Starts a session; only the token's hash is stored. */
export const insertSession = (tx: Queries, session: NewSession) => {
  const { token, userId, remember, expiresAt, device, ipTrunc, way, hasSecondFactor } = session
  return sql`select start_session(${hashToken(token)}, ${userId}, ${remember}, ${expiresAt.toISOString()}, ${device}, ${ipTrunc},
    ${way}, ${hasSecondFactor})`.execute(tx)
}

/** Remembers through which account at a provider a session began, so that it ends with it. */
export const bindSessionToIdentity = (
  tx: Queries,
  token: string,
  { id, providerSession }: { id: number; providerSession: string | null },
) => sql`select bind_session_to_identity(${hashToken(token)}, ${id}, ${providerSession})`.execute(tx)

/** The account at a provider through which a session began, or null. */
export async function findSessionIdentity(tx: Queries, token: string) {
  const { rows } = await sql<{ id: number | null }>`select identity_of_session(${hashToken(token)}) as id`.execute(tx)
  return rows[0]?.id ?? null
}

export const deleteSession = (tx: Queries, token: string) => sql`select end_session(${hashToken(token)})`.execute(tx)

/** The account's current sessions: first the one of the token, then the newest. */
export const listSessions = async (tx: Queries, userId: number, token: string) => {
  const { rows } = await sql<Session>`select * from sessions_of(${userId}, ${hashToken(token)})`.execute(tx)
  return rows
}
