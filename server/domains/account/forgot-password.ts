import { z } from 'zod'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { inTransaction as inPoolTransaction } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { decrypt, encrypt } from '#server/secret-keys.ts'
import { findLinkOwner } from './account.passwords.queries.ts'
import type { Tools } from './log-in.ts'
import { LINK_MAILS, LINK_REQUESTS, TOO_MANY_TRIES } from './login-limits.ts'

export const FORGOT_TASK = 'forgot_password'
export const FORGOT_PURPOSE = 'forgotten password'

interface ForgotInput {
  email: string
  household: string
}

/**
 * Accepts the request for a link. A job looks up whether there is such an account: the request does the same work for
 * every address, so that its time reveals nothing either (domain DP-15).
 */
export async function forgotPassword(
  { email, household }: ForgotInput,
  { platform: { keys, limits }, inTransaction }: Tools,
) {
  await limits.use(LINK_REQUESTS, household, TOO_MANY_TRIES)
  const address = email.toLowerCase()
  if ((await limits.note(LINK_MAILS, address)) > LINK_MAILS.points) return
  const sealed = encrypt(keys, FORGOT_PURPOSE, address).toString('base64url')
  await inTransaction((tx) => enqueue(tx, FORGOT_TASK, { sealed, asked_at: Date.now() }))
}

const Payload = z.object({ sealed: z.string(), asked_at: z.number() })

/** The job behind it: sends the mail to the account, whose older link is invalid from then on. */
export const forgottenPassword =
  ({ pool, keys }: Pick<Platform, 'pool' | 'keys'>): Task =>
  async (input) => {
    const { sealed, asked_at } = Payload.parse(input)
    if (Date.now() - asked_at > PASSWORD_LINK_MINUTES * 60_000) return
    const email = decrypt(keys, FORGOT_PURPOSE, Buffer.from(sealed, 'base64url'))
    await inPoolTransaction(pool, async (tx) => {
      const user = await findLinkOwner(tx, email)
      if (!user) return
      await queueAccountMail(tx, keys, { userId: user.id, template: 'password_reset', recipient: user.email })
      // Nobody knows who asked, only that somebody did.
      await logAccountEvent(tx, { action: 'password_reset_requested', userId: user.id })
    })
  }
