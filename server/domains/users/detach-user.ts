import { USER_TEXTS } from '#contract/users/users.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { attempted, forbidden, invalid } from '#server/http/api-error.ts'
import { holdAccount, reachOf } from './account-reach.ts'
import { detachAccount } from './users.shared.ts'

/** Takes an account off the active school; without any school it may still sign in. */
export async function detachUser(tx: SchoolTransaction, { viewer, id }: { viewer: SchoolViewer; id: number }) {
  const { actor, target } = await holdAccount(tx, { viewer, id })
  if (target.id === actor.id) throw invalid({}, USER_TEXTS.ownSchool)
  if (target.role === 'admin' && actor.role !== 'admin')
    throw attempted(forbidden(), { action: 'higher_account_refused', userId: target.id })
  if (!target.school_ids.includes(viewer.school_id) || reachOf(actor, target) === 'read')
    throw invalid({}, USER_TEXTS.notHere)
  await detachAccount(tx, target, viewer.school_id)
  return { message: `${target.name} gehört nicht mehr zu dieser Schule.` }
}
