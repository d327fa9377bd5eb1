import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Claims a key for this transaction; null when it is the first, else what the first one answered. Waits for one under way. */
export async function claimIdempotencyKey<T>(tx: Queries, keyHash: Buffer) {
  const { rows } = await sql<{ reply: T | null }>`select claim_idempotency_key(${keyHash}) as reply`.execute(tx)
  return rows[0]?.reply ?? null
}

export const keepIdempotentReply = (tx: Queries, keyHash: Buffer, reply: unknown) =>
  sql`select keep_idempotent_reply(${keyHash}, ${JSON.stringify(reply)}::jsonb)`.execute(tx)
