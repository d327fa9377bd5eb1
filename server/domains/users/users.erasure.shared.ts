import { USER_TEXTS } from '#contract/users/users.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { findActor, isVisible, outranks, reachOf } from './account-reach.ts'
import { countOtherAdmins } from './users.queries.ts'
import { findAccount, lockAccounts } from './users.shared.queries.ts'

interface Choice {
  viewer: SchoolViewer
  id: number
}

/** An account that the viewer may see, deactivated or not, and why it cannot be erased now; 404 for all others. */
export async function readErasableAccount(tx: SchoolTransaction, { viewer, id }: Choice) {
  const actor = await findActor(tx, viewer)
  const target = await findAccount(tx, id)
  if (!target || !isVisible(actor, target)) throw notFound()
  const refusalOf = async () => {
    if (target.id === actor.id) return USER_TEXTS.ownAccount
    if (reachOf(actor, target) !== 'edit') return USER_TEXTS.otherSchools
    if (outranks(target, actor)) return USER_TEXTS.accountTooHigh
    if (target.role === 'admin' && (await countOtherAdmins(tx, target.id)) === 0) return USER_TEXTS.lastAdmin
    return null
  }
  return { name: target.name, refusal: await refusalOf() }
}

/** The same with the account locked until the transaction ends. */
export async function lockErasableAccount(tx: SchoolTransaction, choice: Choice) {
  await readErasableAccount(tx, choice)
  await lockAccounts(tx, [choice.id, choice.viewer.user_id], { withAdmins: true })
  return readErasableAccount(tx, choice)
}
