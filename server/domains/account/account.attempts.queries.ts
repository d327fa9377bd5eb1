import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'

interface NewAttempt {
  token: string
  kind: string
  userId: number | null
  content: Buffer
  expiresAt: Date
}

/** Only the hash of the token is stored. */
export const insertAttempt = (tx: Queries, { token, kind, userId, content, expiresAt }: NewAttempt) =>
  sql`select begin_sign_in_attempt(${hashToken(token)}, ${kind}, ${userId}, ${content}, ${expiresAt.toISOString()})`.execute(
    tx,
  )

/** Deletes an attempt and returns it. If several calls arrive at once, only one gets the row. Undefined when the attempt has expired. */
export async function deleteAttempt(tx: Queries, { token, kind }: { token: string; kind: string }) {
  const { rows } = await sql<{
    user_id: number | null
    content_encrypted: Buffer
  }>`select * from take_sign_in_attempt(${hashToken(token)}, ${kind})`.execute(tx)
  return rows[0]
}
