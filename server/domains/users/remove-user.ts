import { USER_TEXTS } from '#contract/users/users.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import { lockReachable, refuseEmergency, refuseLastAdmin, refuseUnlessEditable } from './account-reach.ts'
import { updateDeactivated } from './users.queries.ts'
import { findAccount } from './users.shared.queries.ts'
import { deactivateAccount } from './users.shared.ts'

interface Choice {
  viewer: SchoolViewer
  id: number
}

/** Domain §4: deleting deactivates the account; the row is deleted after 6 months. */
export async function removeUser(tx: SchoolTransaction, { viewer, id }: Choice) {
  const { actor, target } = await lockReachable(tx, { viewer, id })
  refuseUnlessEditable(actor, target)
  await refuseLastAdmin(tx, target)
  await refuseEmergency(tx, id)
  if (target.id === actor.id) throw invalid({}, USER_TEXTS.ownAccount)
  await deactivateAccount(tx, id)
  return { message: `Das Konto von ${target.name} ist gelöscht.` }
}

/** Restores a deleted account with its role, schools and password; a second call changes nothing. */
export async function restoreUser(tx: SchoolTransaction, { viewer, id }: Choice) {
  const isDeactivated = (await findAccount(tx, id))?.deactivated_at !== null
  const { actor, target } = await lockReachable(tx, { viewer, id }, { isDeactivated })
  refuseUnlessEditable(actor, target)
  if (isDeactivated) {
    await updateDeactivated(tx, id, false)
    await logAccountEvent(tx, { action: 'user_restored', userId: id })
  }
  // The deletion removed the link, which was the only way to sign in.
  const news = isDeactivated && !target.has_password ? ' Die Einladung gilt nicht mehr.' : ''
  return { message: `Das Konto von ${target.name} ist wieder da.${news}` }
}
