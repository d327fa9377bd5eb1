import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/** By the client's key, else by body and cookies; always within one endpoint and one session (architecture §5). */
const keyHash = (request: FastifyRequest, session: string | undefined) => {
  const sent = request.headers['idempotency-key']
  const rest = sent
    ? ['key', String(sent), session ?? '']
    : ['body', JSON.stringify(request.body), request.headers.cookie ?? '']
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, ...rest]))
    .digest()
}

/** Runs `work` once: a repeat waits for the first and answers what that did. A refusal frees the key again. */
export async function once<T>(
  { tx, request, session }: { tx: Queries; request: FastifyRequest; session: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const hash = keyHash(request, session)
  const {
    rows: [claim],
  } = await sql<{ reply: T | null }>`select claim_idempotency_key(${hash}) as reply`.execute(tx)
  if (claim?.reply) return claim.reply
  const reply = await work()
  await sql`select keep_idempotent_reply(${hash}, ${JSON.stringify(reply)}::jsonb)`.execute(tx)
  return reply
}
