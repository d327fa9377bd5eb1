import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { claimIdempotencyKey, storeIdempotentReply } from '#server/db/idempotency-keys.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'
import { conflict } from './api-error.ts'

/** The scope of a key: one endpoint, one session or browser, one school. */
export interface KeyRoom {
  session: string | undefined
  schoolId: number | null
}

const hash = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** A file is represented by its hash. */
const bodyOf = ({ body }: FastifyRequest) =>
  Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('base64url') : (body ?? null)

const cookiesOf = ({ cookies }: FastifyRequest) =>
  // The CSRF cookie changes by itself; all others distinguish browsers.
  Object.entries(cookies).filter(([name]) => name !== 'XSRF-TOKEN')

/** The hash of the client's key, otherwise of the body. */
const keyHash = (request: FastifyRequest, { session, schoolId }: KeyRoom) => {
  const { method, url, headers } = request
  const key = headers['idempotency-key'] ?? JSON.stringify(bodyOf(request))
  return hash([method, url, key, session ?? cookiesOf(request), schoolId])
}

/**
 * Replies contain personal data, and the table has no school and outlives the records: so they are stored encrypted.
 */
export const replyPurpose = (key: Buffer) => ({ name: 'idempotent reply', place: key.toString('base64url') })
const seal = (keys: SecretRing, key: Buffer, reply: unknown) =>
  encrypt(keys, replyPurpose(key), JSON.stringify(reply)).toString('base64url')

/** Replies from before encryption was introduced are stored as they are. */
const open = <T>(keys: SecretRing, key: Buffer, kept: string | T): T =>
  typeof kept === 'string' ? JSON.parse(decrypt(keys, replyPurpose(key), Buffer.from(kept, 'base64url'))) : kept

interface OnceContext {
  tx: Queries
  keys: SecretRing
  request: FastifyRequest
  room: KeyRoom
}

/** Work that is done once; with the key it can later have its answer forgotten (`forgetIdempotentReply`). */
export type OnceWork<T> = (replyKey: Buffer) => Promise<T>
/** Whether a stored answer is still true; otherwise the work is done again. */
export type IsValid<T> = (reply: T) => Promise<boolean>

/**
 * Runs `work` once: a repeat waits for the first call and gets its answer. A refusal frees the key again. 409 when the
 * key comes back with another body.
 */
export async function once<T>(
  { tx, keys, request, room }: OnceContext,
  work: OnceWork<T>,
  isValid: IsValid<T> = async () => true,
): Promise<T> {
  const claim = { keyHash: keyHash(request, room), bodyHash: hash(bodyOf(request)) }
  const former = await claimIdempotencyKey<string | T>(tx, claim)
  if (former?.is_other) throw conflict(ERROR_TEXTS.otherBody)
  const storedReply = former && open(keys, claim.keyHash, former.reply)
  if (storedReply && (await isValid(storedReply))) return storedReply
  const reply = await work(claim.keyHash)
  await storeIdempotentReply(tx, claim.keyHash, seal(keys, claim.keyHash, reply))
  return reply
}
