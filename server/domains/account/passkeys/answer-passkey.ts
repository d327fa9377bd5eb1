import { z } from 'zod'
import type { PasskeyAnswer } from '#contract/account/account.passkeys.forms.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { deleteSessions } from '#server/domains/account/account.shared.queries.ts'
import { type AttemptKind, beginAttempt, takeAttempt } from '#server/domains/account/sign-in-attempt.ts'
import type { Platform } from '#server/http/platform.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { listPasskeys, lockPasskey, updatePasskeyLocked, updatePasskeyUse, usableOf } from './passkeys.queries.ts'
import { checkPasskeyAnswer, passkeyRequest } from './webauthn.ts'

/** Holds the browser's attempt until the device has answered; it ends with the attempt. */
export const PASSKEY_COOKIE = 'passkey_attempt'

type Tools = Pick<Platform, 'appUrl' | 'keys'>

const Challenge = z.object({ challenge: z.string() })

/** The challenge of a request that this browser began for this account, or for none; it is used up. */
export async function takeChallenge(
  tx: Queries,
  { keys }: Tools,
  { kind, token, userId }: { kind: AttemptKind; token: string | undefined; userId: number | null },
) {
  const attempt = await takeAttempt(tx, keys, { kind, token })
  return attempt && attempt.userId === userId ? Challenge.parse(attempt.content).challenge : undefined
}

/** Asks the browser for any passkey; `token` is for its cookie. */
export async function beginPasskeyLogin(tx: Queries, { appUrl, keys }: Tools) {
  const request = await passkeyRequest(appUrl)
  const { challenge } = request
  const token = await beginAttempt(tx, keys, { kind: 'passkey_login', userId: null, content: { challenge } })
  return { request, token }
}

/** Asks the browser for one of the account's passkeys; undefined when none may answer. */
export async function beginPasskeyProof(tx: Queries, { appUrl, keys }: Tools, userId: number) {
  const usable = usableOf(await listPasskeys(tx, userId))
  if (usable.length === 0) return undefined
  const request = await passkeyRequest(appUrl, usable)
  const { challenge } = request
  const token = await beginAttempt(tx, keys, { kind: 'passkey_proof', userId, content: { challenge } })
  return { request, token }
}

/** Each use counts one up; devices that do not count stay at 0. */
const mayBeCopied = (stored: number, answered: number) => (stored > 0 || answered > 0) && answered <= stored

type Key = NonNullable<Awaited<ReturnType<typeof lockPasskey>>>

/** Somebody else may have the key: it opens nothing any more, whoever is signed in has to prove it again, and the owner learns of it. */
async function lockCopied(tx: Queries, keys: Platform['keys'], { id, user_id: userId, email }: Key) {
  await bindUser(tx, userId)
  await updatePasskeyLocked(tx, id)
  await deleteSessions(tx, userId)
  await logAccountEvent(tx, { action: 'passkey_locked', userId })
  await queueAccountMail(tx, keys, {
    userId,
    template: 'two_factor_changed',
    recipient: email,
    event: 'passkey_locked',
  })
}

/**
 * The passkey that gave the right answer, with its account locked. „wrong“ is for the caller to log; a copied key is
 * logged already, and that has to be committed.
 */
export async function provePasskey(
  tx: Queries,
  { appUrl, keys }: Tools,
  { answer, challenge }: { answer: PasskeyAnswer; challenge: string },
) {
  const passkey = await lockPasskey(tx, Buffer.from(answer.id, 'base64url'))
  const use = passkey && (await checkPasskeyAnswer(appUrl, passkey, { answer, challenge }))
  if (!passkey || !use) return 'wrong'
  if (mayBeCopied(passkey.counter, use.counter)) {
    await lockCopied(tx, keys, passkey)
    return 'copied'
  }
  await updatePasskeyUse(tx, passkey.id, use)
  return passkey
}
