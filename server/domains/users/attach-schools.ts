import type { z } from 'zod'
import { MULTI_SCHOOL_KEY, USER_TEXTS, type UserSettingForm } from '#contract/users/users.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer, Viewer } from '#server/db/viewer.ts'
import { attempted, forbidden, invalid, notFound } from '#server/http/api-error.ts'
import { findActor, lockReachable, reachOf, refuseEmergency } from './account-reach.ts'
import { updateUserSchools } from './users.queries.ts'
import { type Account, findAccount, listSchools } from './users.shared.queries.ts'
import { detachAccount } from './users.shared.ts'

interface Choice {
  viewer: Viewer
  id: number
}

/** The schools that account and viewer have in common; empty unless there are several. */
export async function findSchoolsOfUser(tx: Queries, { viewer, id }: Choice) {
  const actor = await findActor(tx, viewer)
  const target = await findAccount(tx, id)
  if (!target || target.deactivated_at !== null) throw notFound()
  const shared = target.school_ids.filter((schoolId) => actor.schoolIds.includes(schoolId))
  return {
    key: MULTI_SCHOOL_KEY as typeof MULTI_SCHOOL_KEY,
    user_id: id,
    setting_value: target.school_ids.length > 1 ? shared : [],
    schools: await listSchools(tx, actor.schoolIds),
  }
}

/**
 * Gives the account exactly these of the acting user's schools; schools that the user does not have stay as they are.
 */
async function replaceSchools(
  tx: Queries,
  { actor, target }: { actor: { schoolIds: readonly number[] }; target: Account },
  wanted: readonly number[],
) {
  const removed = target.school_ids.filter((id) => actor.schoolIds.includes(id) && !wanted.includes(id))
  await refuseEmergency(tx, target.id, removed)
  const added = wanted.filter((id) => !target.school_ids.includes(id))
  const after = [...target.school_ids.filter((id) => !removed.includes(id)), ...added]
  const candidates = [target.school_id, target.home_school_id, wanted[0] ?? null]
  const homeId = target.home_school_id ?? wanted[0] ?? null
  const activeId = candidates.find((id) => id !== null && after.includes(id)) ?? after[0] ?? null
  // Logged before and after, in the schools it leaves and in those it joins.
  const log = () => logAccountEvent(tx, { action: 'schools_attached', userId: target.id, fields: ['schools'] })
  if (removed.length > 0) await log()
  await updateUserSchools(tx, { userId: target.id, added, removed, activeId, homeId })
  if (added.length > 0) await log()
}

/** Spec §9: at least two schools; each must be one of the actor's own (security case 8). */
export async function saveUserSchools(
  tx: Queries,
  { viewer, form }: { viewer: Viewer; form: z.output<typeof UserSettingForm> },
) {
  const locked = await lockReachable(tx, { viewer, id: form.user_id })
  const wanted = [...new Set(form.value)]
  if (wanted.length < 2) throw invalid({ value: [USER_TEXTS.atLeastTwoSchools] }, USER_TEXTS.atLeastTwoSchools)
  if (wanted.some((id) => !locked.actor.schoolIds.includes(id)))
    throw attempted(invalid({ value: [USER_TEXTS.schoolNotHeld] }, USER_TEXTS.schoolNotHeld), {
      action: 'school_attach_refused',
      userId: locked.target.id,
    })
  await replaceSchools(tx, locked, wanted)
  return { message: `${locked.target.name} hat jetzt Zugriff auf ${wanted.length} Schulen.` }
}

/** Domain §4: back to the home school, or to the active one if the user cannot reach that. */
export async function resetUserSchools(tx: Queries, { viewer, id }: Choice) {
  const locked = await lockReachable(tx, { viewer, id })
  const { actor, target } = locked
  const isReachable = (schoolId: number | null) =>
    schoolId !== null && (target.school_ids.includes(schoolId) || actor.schoolIds.includes(schoolId))
  const activeAfter = [target.home_school_id, target.school_id, ...target.school_ids].find(isReachable)
  if (activeAfter !== undefined && activeAfter !== null) await replaceSchools(tx, locked, [activeAfter])
  return { message: `${target.name} hat wieder Zugriff auf eine Schule.` }
}

/** Removes an account from the active school; without any school it may still sign in. */
export async function detachUser(tx: SchoolTransaction, { viewer, id }: { viewer: SchoolViewer; id: number }) {
  const { actor, target } = await lockReachable(tx, { viewer, id })
  if (target.id === actor.id) throw invalid({}, USER_TEXTS.ownSchool)
  if (target.role === 'admin' && actor.role !== 'admin')
    throw attempted(forbidden(), { action: 'higher_account_refused', userId: target.id })
  if (!target.school_ids.includes(viewer.school_id) || reachOf(actor, target) === 'read')
    throw invalid({}, USER_TEXTS.notHere)
  await refuseEmergency(tx, id, [viewer.school_id])
  await detachAccount(tx, target, viewer.school_id)
  return { message: `${target.name} gehört nicht mehr zu dieser Schule.` }
}
