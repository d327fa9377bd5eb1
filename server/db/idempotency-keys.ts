import { sql } from 'kysely'
import type { Queries } from './database.ts'

interface Claim {
  keyHash: Buffer
  bodyHash: Buffer
}

/**
 * Claims a key for this transaction; undefined when this is the first call, otherwise the first answer and whether its
 * body was a different one. Waits for a call that is under way.
 */
export async function claimIdempotencyKey<T>(tx: Queries, { keyHash, bodyHash }: Claim) {
  const { rows } = await sql<{ reply: T; is_other: boolean }>`
    select reply, is_other from claim_idempotency_key(${keyHash}, ${bodyHash})`.execute(tx)
  return rows[0]
}

/** Forgets a call that was undone later: its answer is no longer true. */
export const forgetIdempotentReply = (tx: Queries, keyHash: Buffer) =>
  sql`select forget_idempotent_reply(${keyHash})`.execute(tx)

export const storeIdempotentReply = (tx: Queries, keyHash: Buffer, reply: string) =>
  sql`select keep_idempotent_reply(${keyHash}, ${JSON.stringify(reply)}::jsonb)`.execute(tx)
