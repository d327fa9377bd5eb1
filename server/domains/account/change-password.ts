import type { z } from 'zod'
import type { ChangePasswordForm } from '#contract/account/account.forms.ts'
import { WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { COMMON_PASSWORD } from '#contract/account/password-rules.ts'
import { isEasilyGuessed } from '#server/common-passwords.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { invalid } from '#server/http/api-error.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { listSchoolWords, updatePassword } from './account.passwords.queries.ts'
import { deleteSessions } from './account.shared.queries.ts'
import { provePassword } from './account.shared.ts'
import type { Tools } from './log-in.ts'

interface Change {
  userId: number
  form: z.output<typeof ChangePasswordForm>
  /** The session that stays. */
  token: string | undefined
}

/**
 * Sets a new password for somebody who knows the old one, and returns the account as it is now. All other sessions end,
 * and the owner gets a mail (domain DP-15).
 */
export async function changePassword({ userId, form, token }: Change, tools: Tools) {
  const owner = await provePassword({ userId, password: form.current_password, field: 'current_password' }, tools)
  const schools = await tools.inTransaction((tx) => listSchoolWords(tx, userId))
  if (await isEasilyGuessed(form.password, { ...owner, schools })) throw invalid({ password: [COMMON_PASSWORD] })
  const password_hash = await tools.platform.passwords.hash(form.password)
  await tools.inTransaction(async (tx) => {
    // A reset may have replaced the old password while the new one was hashed.
    const isChanged = await updatePassword(tx, userId, { password_hash, formerHash: owner.password_hash })
    if (!isChanged) throw invalid({ current_password: [WRONG_PASSWORD] })
    await deleteSessions(tx, userId, { currentToken: token })
    await logAccountEvent(tx, { action: 'password_changed', userId })
    await queueAccountMail(tx, tools.platform.keys, { userId, template: 'password_changed', recipient: owner.email })
  })
  return { id: userId, password_hash }
}
