import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'
import { inSeconds, makeToken } from './begin-session.shared.ts'

/** What is being waited for: the answer of a device (WebAuthn) or the way back from a provider (OpenID Connect). */
export type AttemptKind = 'passkey_login' | 'passkey_added' | 'passkey_proof' | 'provider_login' | 'provider_link'

/** How long a device or a provider may take. */
export const ATTEMPT_SECONDS = 10 * 60

/** Only together with the cookie of the browser that began it can it be opened. */
const purposeOf = (token: string) => ({ name: 'sign-in attempt', place: token })

interface NewAttempt {
  kind: AttemptKind
  /** Who is signed in already and adds a way to sign in; null while nobody is known. */
  userId: number | null
  /** What the answer is checked against. */
  content: object
}

/** Stores an attempt and returns the token for the cookie of the browser that began it. */
export async function beginAttempt(tx: Queries, keys: SecretRing, { kind, userId, content }: NewAttempt) {
  const token = makeToken()
  const sealed = encrypt(keys, purposeOf(token), JSON.stringify(content))
  await sql`select begin_sign_in_attempt(${hashToken(token)}, ${kind}, ${userId}, ${sealed}, ${inSeconds(ATTEMPT_SECONDS).toISOString()})`.execute(
    tx,
  )
  return token
}

interface Waiting {
  kind: AttemptKind
  token: string | undefined
}

/** Uses the attempt of this browser up; undefined when there is none, or it is over or was answered before. */
export async function takeAttempt(tx: Queries, keys: SecretRing, { kind, token }: Waiting) {
  if (token === undefined) return undefined
  const { rows } = await sql<{
    user_id: number | null
    content_encrypted: Buffer
  }>`select * from take_sign_in_attempt(${hashToken(token)}, ${kind})`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const content: unknown = JSON.parse(decrypt(keys, purposeOf(token), row.content_encrypted))
  return { userId: row.user_id, content }
}
