import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Lets one of several identical applications go first; the others then see what it wrote. */
export const lockPayload = (tx: SchoolTransaction, payloadHash: Buffer) =>
  sql`select pg_advisory_xact_lock(${payloadHash.readBigInt64BE().toString()}::bigint)`.execute(tx)

/** The same application sent since then (ISO 8601), if it still stands. */
export const findByPayload = (tx: SchoolTransaction, payloadHash: Buffer, since: string) =>
  tx
    .selectFrom('registration')
    .select(['id', 'number'])
    .where('payload_hash', '=', payloadHash)
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
