import { WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { invalid } from '#server/http/api-error.ts'
import { findPasswordOwner } from './account.passwords.queries.ts'
import type { Tools } from './log-in.ts'
import { PASSWORD_PROOFS, TOO_MANY_TRIES } from './login-limits.ts'

interface Proof {
  userId: number
  password: string
  /** The field of the request's body that contains it. */
  field: string
}

/** Checks the password of a signed-in user once more: 422 when it is wrong, 429 after five wrong ones. */
export async function provePassword(
  { userId, password, field }: Proof,
  { platform: { limits, passwords }, inTransaction }: Tools,
) {
  await limits.use(PASSWORD_PROOFS, String(userId), TOO_MANY_TRIES)
  const owner = await inTransaction((tx) => findPasswordOwner(tx, userId))
  const isRight = await passwords.isRight(owner.password_hash, password).catch(async (busy: unknown) => {
    await limits.giveBack(PASSWORD_PROOFS, String(userId))
    throw busy
  })
  if (!isRight) {
    await inTransaction((tx) => logAccountEvent(tx, { action: 'password_proof_failed', userId, result: 'denied' }))
    throw invalid({ [field]: [WRONG_PASSWORD] })
  }
  await limits.forget(PASSWORD_PROOFS, String(userId))
  return owner
}
