import { USER_TEXTS } from '#contract/users.ts'
import { logAccountEvent, type SchoolTransaction, type SchoolViewer } from '#server/db/in-school.ts'
import { forbidden, invalid } from '#server/http/api-error.ts'
import { holdAccount, reachOf } from './account-reach.ts'
import type { Account } from './users.queries.ts'
import { updateUserSchools } from './users.schools.queries.ts'

const firstOf = (ids: readonly number[], ...wanted: (number | null)[]) =>
  wanted.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null

const withoutSchool = ({ id, school_ids, school_id, home_school_id }: Account, schoolId: number) => {
  const kept = school_ids.filter((one) => one !== schoolId)
  return {
    userId: id,
    added: [],
    removed: [schoolId],
    activeId: firstOf(kept, school_id, home_school_id),
    homeId: firstOf(kept, home_school_id),
  }
}

/** Takes an account off the active school; without any school it may still sign in. */
export async function detachUser(tx: SchoolTransaction, { viewer, id }: { viewer: SchoolViewer; id: number }) {
  const { actor, target } = await holdAccount(tx, { viewer, id })
  if (target.id === actor.id) throw invalid({}, USER_TEXTS.ownSchool)
  if (target.role === 'admin' && actor.role !== 'admin') throw forbidden()
  if (!target.school_ids.includes(viewer.school_id) || reachOf(actor, target) === 'read')
    throw invalid({}, USER_TEXTS.notHere)
  // While it is still attached: the school it leaves is told, too.
  await logAccountEvent(tx, { action: 'user_detached', userId: id, fields: ['schools'] })
  await updateUserSchools(tx, withoutSchool(target, viewer.school_id))
  return { message: `${target.name} gehört nicht mehr zu dieser Schule.` }
}
