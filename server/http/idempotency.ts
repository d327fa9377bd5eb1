import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '#server/db/database.ts'
import { claimIdempotencyKey, keepIdempotentReply } from '#server/db/idempotency-keys.ts'

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
  const former = await claimIdempotencyKey<T>(tx, hash)
  if (former !== null) return former
  const reply = await work()
  await keepIdempotentReply(tx, hash, reply)
  return reply
}
