import type { z } from 'zod'
import type { ResetPasswordForm } from '#contract/account/account.forms.ts'
import { LINK_IS_OVER } from '#contract/account/account.passwords.ts'
import { COMMON_PASSWORD } from '#contract/account/password-rules.ts'
import { isEasilyGuessed } from '#server/common-passwords.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { findPasswordOwner, listSchoolWords, takePasswordLink, updatePassword } from './account.passwords.queries.ts'
import { deleteOwnIdentities, deleteSessions } from './account.shared.queries.ts'
import type { Tools } from './log-in.ts'
import { LINK_TRIES, TOO_MANY_TRIES } from './login-limits.ts'

interface Reset {
  form: z.output<typeof ResetPasswordForm>
  household: string
}

const refuseCommon = () => invalid({ password: [COMMON_PASSWORD] })

/**
 * Sets the password of the account to which a link belongs, an invitation or a reset, and ends all its sessions. All
 * links that do not work get the same answer; the password is hashed first, so that all take the same time.
 */
export async function resetPassword(
  { form: { email, password, token }, household }: Reset,
  { platform: { keys, limits, passwords }, inTransaction }: Tools,
) {
  await limits.use(LINK_TRIES, household, TOO_MANY_TRIES)
  if (await isEasilyGuessed(password, { email })) throw refuseCommon()
  const password_hash = await passwords.hash(password)
  await inTransaction(async (tx) => {
    const link = await takePasswordLink(tx, { token, email })
    if (!link) throw invalid({ email: [LINK_IS_OVER] }, LINK_IS_OVER)
    const userId = link.user_id
    const owner = await findPasswordOwner(tx, userId)
    const schools = await listSchoolWords(tx, userId)
    // Only now the account is known. A refusal rolls back, so it does not use up the link.
    if (await isEasilyGuessed(password, { ...owner, schools })) throw refuseCommon()
    await updatePassword(tx, userId, { password_hash, formerHash: owner.password_hash })
    await deleteSessions(tx, userId)
    // Somebody else who knew the old password may have linked an own account of a provider.
    await deleteOwnIdentities(tx, userId)
    await bindUser(tx, userId)
    await logAccountEvent(tx, { action: link.kind === 'invitation' ? 'password_set' : 'password_reset', userId })
    await queueAccountMail(tx, keys, { userId, template: 'password_changed', recipient: owner.email })
  })
}
