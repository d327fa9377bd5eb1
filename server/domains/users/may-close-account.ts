import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import { type Actor, findActor, outranks, reachOf } from './account-reach.ts'
import { type Account, countOtherAdmins, findAccount, lockAccounts } from './users.queries.ts'

const mayDelete = (actor: Actor, target: Account) =>
  target.id !== actor.id && reachOf(actor, target) !== 'read' && !outranks(target, actor)

/**
 * Whether the viewer could delete this account, or take it off the active school where it has others: the rules of the
 * user page, for use cases that end an account with something else. Holds the account until the transaction ends.
 */
export async function mayCloseAccount(tx: SchoolTransaction, { viewer, id }: { viewer: SchoolViewer; id: number }) {
  if (!viewer.permissions.includes('manage users')) return false
  await lockAccounts(tx, [id, viewer.user_id], { withAdmins: true })
  const actor = await findActor(tx, viewer)
  const target = await findAccount(tx, id)
  if (!target || target.deactivated_at !== null || !mayDelete(actor, target)) return false
  return target.role !== 'admin' || (await countOtherAdmins(tx, target.id)) > 0
}
