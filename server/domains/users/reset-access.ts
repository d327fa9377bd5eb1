import { USER_TEXTS } from '#contract/users/users.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { deleteSecondFactors, deleteSessions } from '#server/domains/account/account.shared.queries.ts'
import { attempted, forbidden, invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { lockReachable, outranks, refuseUnlessEditable } from './account-reach.ts'
import { countMails } from './user-limits.ts'
import type { Account } from './users.shared.queries.ts'

interface Choice {
  viewer: SchoolViewer
  id: number
}

/** Signs an account out everywhere. */
export async function endSessionsOfUser(tx: SchoolTransaction, { viewer, id }: Choice) {
  const { actor, target } = await lockReachable(tx, { viewer, id })
  refuseUnlessEditable(actor, target)
  await deleteSessions(tx, id)
  await logAccountEvent(tx, { action: 'user_sessions_ended', userId: id })
  return { message: `${target.name} ist auf allen Geräten abgemeldet.` }
}

/** What was taken away, in words. */
const resetText = ({ name, has_two_factor_secret, has_two_factor, has_passkey, has_link }: Account) =>
  [
    ...(has_two_factor_secret || has_two_factor ? [`Die Zwei-Faktor-Anmeldung von ${name} ist zurückgesetzt.`] : []),
    ...(has_passkey ? [`Die Passkeys von ${name} sind entfernt.`] : []),
    ...(has_link ? [`Verbindungen von ${name} mit Anmeldediensten sind gelöst.`] : []),
  ].join(' ')

/**
 * For users who lost the device: the next login needs only the password. Passkeys and links to services that the owner
 * made are gone, and sessions that the device may have end.
 */
export async function resetTwoFactor(
  tx: SchoolTransaction,
  { viewer, id }: Choice,
  { keys, limits }: Pick<Platform, 'keys' | 'limits'>,
) {
  const { actor, target } = await lockReachable(tx, { viewer, id })
  refuseUnlessEditable(actor, target)
  if (target.id === actor.id) throw invalid({}, USER_TEXTS.ownTwoFactor)
  if (outranks(target, actor))
    throw attempted(forbidden(USER_TEXTS.accountTooHigh), { action: 'higher_account_refused', userId: target.id })
  if (!target.has_two_factor_secret && !target.has_passkey && !target.has_link)
    return { message: `Bei ${target.name} gibt es nichts zurückzusetzen.` }
  // A factor that was only begun is deleted as well; nothing changes for its owner.
  const wasOn = target.has_two_factor || target.has_passkey || target.has_link
  if (wasOn) await countMails(tx, limits, [target.email])
  // First whatever waits for an answer of a device, so that no passkey is added after this.
  await deleteSessions(tx, id)
  await deleteSecondFactors(tx, id)
  await logAccountEvent(tx, { action: 'two_factor_reset', userId: id })
  if (wasOn)
    await queueAccountMail(tx, keys, {
      userId: id,
      template: 'two_factor_changed',
      recipient: target.email,
      event: 'reset',
    })
  return { message: resetText(target) }
}
