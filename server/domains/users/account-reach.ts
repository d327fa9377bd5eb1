import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type Permission, permissionsOf, type Role } from '#contract/permissions.ts'
import { LOGIN_WAY_TEXTS } from '#contract/users/login-ways.ts'
import {
  mayGiveRight,
  mayGiveRole,
  PERSONAL_RIGHTS,
  type PersonalRight,
  USER_TEXTS,
  type User,
} from '#contract/users/users.ts'
import type { Queries } from '#server/db/database.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { mayEnterSchool } from '#server/domains/account/account.shared.queries.ts'
import { listEmergencySchools } from '#server/domains/identityproviders/logindemands.shared.queries.ts'
import { attempted, conflict, forbidden, invalid, notFound } from '#server/http/api-error.ts'
import { countOtherAdmins, type SeenSchools } from './users.queries.ts'
import { type Account, findAccount, lockAccounts } from './users.shared.queries.ts'

/** A user who manages accounts, in the present state of the database. */
export interface Actor {
  id: number
  role: Role | null
  permissions: readonly Permission[]
  has_two_factor: boolean
  /** The schools for which the user may act. */
  schoolIds: readonly number[]
  activeSchoolId: number | null
}

type Reachable = Pick<Account, 'id' | 'role' | 'school_ids'>

/** Without the second factor or the way to sign in that a school requires, it is not among them, whichever is active. */
async function withoutGuarded(tx: Queries, account: Account) {
  const open: number[] = []
  for (const schoolId of account.school_ids) if (await mayEnterSchool(tx, account, schoolId)) open.push(schoolId)
  return open
}

interface Manager {
  userId: number
  schoolId: number | null
}

/** The user, if they may manage accounts with this school as the active one; otherwise undefined. */
export async function findManager(tx: Queries, { userId, schoolId }: Manager): Promise<Actor | undefined> {
  const account = await findAccount(tx, userId)
  if (!account || account.deactivated_at !== null) return undefined
  const permissions = permissionsOf(account.role, account)
  if (!permissions.includes('manage users')) return undefined
  const mayLackSchools = account.role !== 'admin' && account.school_ids.length > 1
  return {
    id: account.id,
    role: account.role,
    permissions,
    has_two_factor: account.has_two_factor,
    schoolIds: mayLackSchools && schoolId !== null ? await withoutGuarded(tx, account) : account.school_ids,
    activeSchoolId: schoolId,
  }
}

export async function findActor(tx: Queries, viewer: Viewer): Promise<Actor> {
  const actor = await findManager(tx, { userId: viewer.user_id, schoolId: viewer.school_id })
  // The right was taken away while this request waited for its turn.
  if (!actor || actor.role !== viewer.role) throw forbidden()
  return actor
}

/** Domain §4: heads see users with a common school, admins see all. */
export const seenSchoolsOf = (actor: Actor): SeenSchools => (actor.role === 'admin' ? 'all' : actor.schoolIds)

/**
 * Domain §4: an admin edits everybody. A head edits users who belong only to the head's own school, removes others from
 * the active school, and cannot change an admin.
 */
export function reachOf(actor: Actor, { id, role, school_ids }: Reachable): User['reach'] {
  if (actor.role === 'admin' || id === actor.id) return 'edit'
  if (role === 'admin') return 'read'
  if (school_ids.every((schoolId) => actor.schoolIds.includes(schoolId))) return 'edit'
  return actor.activeSchoolId !== null && school_ids.includes(actor.activeSchoolId) ? 'detach' : 'read'
}

export const refuseUnlessEditable = (actor: Actor, target: Account) => {
  if (reachOf(actor, target) === 'edit') return
  throw target.role === 'admin'
    ? attempted(forbidden(), { action: 'higher_account_refused', userId: target.id })
    : attempted(invalid({}, USER_TEXTS.otherSchools), { action: 'shared_account_refused', userId: target.id })
}

/** Whether the user sees the account at all (domain §4). */
export const isVisible = (actor: Actor, { id, school_ids }: Reachable) =>
  actor.role === 'admin' || id === actor.id || school_ids.some((schoolId) => actor.schoolIds.includes(schoolId))

interface Hold {
  isDeactivated?: boolean
  /** The use case may create an admin or take the role away, whatever the account is now. */
  isAboutAdmins?: boolean
}

/**
 * The account of a use case, locked until the transaction ends, and the user who acts. 404 for an account the user may
 * not see; with `isDeactivated` also for active ones.
 */
export async function lockReachable(
  tx: Queries,
  { viewer, id }: { viewer: Viewer; id: number },
  { isDeactivated = false, isAboutAdmins = false }: Hold = {},
) {
  const find = async () => {
    const actor = await findActor(tx, viewer)
    const target = await findAccount(tx, id)
    if (!target || (target.deactivated_at !== null) !== isDeactivated || !isVisible(actor, target))
      throw attempted(notFound(), { action: 'unknown_account_refused', userId: null })
    return { actor, target }
  }
  // Read before anything is locked: a call for an invisible account makes nobody wait.
  const { role } = (await find()).target
  const withAdmins = isAboutAdmins || role === 'admin'
  await lockAccounts(tx, [id, viewer.user_id], { withAdmins })
  const locked = await find()
  if (locked.target.role === 'admin' && !withAdmins) throw conflict(ERROR_TEXTS.stale)
  return locked
}

/** `userId`: the account that would get the role, null for one that would be created. */
export const refuseHigherRole = (actor: Actor, role: Role | null, userId: number | null) => {
  if (mayGiveRole(actor.role, role)) return
  const refusal = invalid({ roles: [USER_TEXTS.roleTooHigh] }, USER_TEXTS.roleTooHigh)
  throw attempted(refusal, { action: 'role_refused', userId })
}

/** `userId`: like for a role. */
export const refuseMissingRight = (actor: Actor, right: PersonalRight, userId: number | null) => {
  if (mayGiveRight(actor, right)) return
  throw attempted(invalid({ [right]: [USER_TEXTS.rightTooHigh] }), { action: 'right_refused', userId })
}

/**
 * Whether the account has a right that its editor lacks: reading its mail or taking over its second factor would then
 * give the editor that right.
 */
export const outranks = (target: Account, actor: Actor) =>
  target.id !== actor.id &&
  target.role === 'schooladmin' &&
  PERSONAL_RIGHTS.some((right) => target[right] && !mayGiveRight(actor, right))

/** The installation always keeps one admin, whoever acts (security case 7). `lockReachable` has locked the admins. */
export const refuseLastAdmin = async (tx: Queries, target: Account, field?: string) => {
  if (target.role !== 'admin' || (await countOtherAdmins(tx, target.id)) > 0) return
  const refusal = invalid(field ? { [field]: [USER_TEXTS.lastAdmin] } : {}, USER_TEXTS.lastAdmin)
  throw attempted(refusal, { action: 'last_admin_refused', userId: target.id })
}

/** Whether the account is the emergency account of one of these schools (ADR 0077); without a list, of any. */
export async function isEmergency(tx: Queries, userId: number, schoolIds?: readonly number[]) {
  const schools = await listEmergencySchools(tx, userId)
  return schools.some((id) => schoolIds === undefined || schoolIds.includes(id))
}

/** The emergency account of a school stays one that can work there, until another is chosen. */
export async function refuseEmergency(tx: Queries, userId: number, schoolIds?: readonly number[]) {
  if (await isEmergency(tx, userId, schoolIds)) throw invalid({}, LOGIN_WAY_TEXTS.emergency)
}
