import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { claimIdempotencyKey, keepIdempotentReply } from '#server/db/idempotency-keys.ts'
import { conflict } from './api-error.ts'

/** Within which a key means something: one endpoint, one session or browser, one school. */
export interface KeyRoom {
  session: string | undefined
  schoolId: number | null
}

const hash = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** A file stands for itself by its hash. */
const bodyOf = ({ body }: FastifyRequest) =>
  Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('base64url') : (body ?? null)

const cookiesOf = ({ cookies }: FastifyRequest) =>
  // The CSRF cookie changes by itself; all others tell one browser from another.
  Object.entries(cookies).filter(([name]) => name !== 'XSRF-TOKEN')

/** By the client's key, else by the body (architecture §5). */
const keyHash = (request: FastifyRequest, { session, schoolId }: KeyRoom) => {
  const { method, url, headers } = request
  const key = headers['idempotency-key'] ?? JSON.stringify(bodyOf(request))
  return hash([method, url, key, session ?? cookiesOf(request), schoolId])
}

/**
 * Runs `work` once: a repeat waits for the first and answers what that did. A refusal frees the key again. 409 when the
 * key comes back with another body.
 */
export async function once<T>(
  { tx, request, room }: { tx: Queries; request: FastifyRequest; room: KeyRoom },
  work: () => Promise<T>,
): Promise<T> {
  const claim = { keyHash: keyHash(request, room), bodyHash: hash(bodyOf(request)) }
  const former = await claimIdempotencyKey<T>(tx, claim)
  if (former?.is_other) throw conflict(ERROR_TEXTS.otherBody)
  if (former) return former.reply
  const reply = await work()
  await keepIdempotentReply(tx, claim.keyHash, reply)
  return reply
}
