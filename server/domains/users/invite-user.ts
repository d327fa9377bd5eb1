import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { USER_TEXTS } from '#contract/users/users.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { lockReachable, refuseUnlessEditable } from './account-reach.ts'
import { countMails, INVITATION_AT_ONCE, INVITATIONS_OF_ACCOUNT } from './user-limits.ts'
import { updateInvitedAt } from './users.queries.ts'

/** Sends the invitation once more, to an account without a password; the former link is invalid. */
export async function inviteUser(
  tx: SchoolTransaction,
  { viewer, id }: { viewer: SchoolViewer; id: number },
  { keys, limits, hasMailServer }: Pick<Platform, 'keys' | 'limits' | 'hasMailServer'>,
) {
  const { actor, target } = await lockReachable(tx, { viewer, id })
  refuseUnlessEditable(actor, target)
  if (target.has_password) throw invalid({}, USER_TEXTS.hasPassword)
  // With a password somebody who has left the group would still come in.
  if (target.is_made_by_rule) throw invalid({}, USER_TEXTS.madeByRule)
  for (const limit of [INVITATIONS_OF_ACCOUNT, INVITATION_AT_ONCE])
    await limits.spendIn(tx, { limit, key: String(id), message: USER_TEXTS.invitedJustNow })
  await countMails(tx, limits, [target.email])
  await updateInvitedAt(tx, id)
  await queueAccountMail(tx, keys, { userId: id, template: 'invitation', recipient: target.email })
  await logAccountEvent(tx, { action: 'user_invited', userId: id })
  // The link is made when the mail leaves, and its time begins then.
  const news = hasMailServer
    ? `Eine neue Einladung geht an ${target.email}. Der Link gilt ab dem Versand ${PASSWORD_LINK_MINUTES} Minuten.`
    : `Die neue Einladung an ${target.email} wartet, bis ein Mailserver eingerichtet ist. Die ${PASSWORD_LINK_MINUTES} Minuten des Links beginnen erst mit dem Versand.`
  return { message: news }
}
