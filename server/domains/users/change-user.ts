import type { Role } from '#contract/permissions.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { transition } from '#contract/userlog/userlog.fields.ts'
import { PERSONAL_RIGHTS, USER_TEXTS, type UserChange } from '#contract/users/users.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { deleteSessions, deleteUnprovenIdentities } from '#server/domains/account/account.shared.queries.ts'
import { provePassword } from '#server/domains/account/account.shared.ts'
import { refuseUnmetDemand } from '#server/domains/account/refuse-unmet-demand.shared.ts'
import { attempted, invalid } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import type { Platform } from '#server/http/platform.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { deletePasswordLink } from '#server/mail/account-mail.queries.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import {
  type Actor,
  lockReachable,
  outranks,
  refuseEmergency,
  refuseHigherRole,
  refuseLastAdmin,
  refuseMissingRight,
  refuseUnlessEditable,
} from './account-reach.ts'
import { refusingBadMail } from './refuse-bad-mail.ts'
import { ADDRESSES_CHANGED, countMails, countWork, INVITATIONS_OF_ACCOUNT } from './user-limits.ts'
import { updateInvitedAt, updateUser } from './users.queries.ts'
import type { Account, UserFields } from './users.shared.queries.ts'

/** The additional rights exist only for the role Schulleitung. */
export const effectiveFields = ({ name, email, role, ...rights }: UserFields): UserFields => ({
  name,
  email,
  role,
  may_view_sensitive: role === 'schooladmin' && rights.may_view_sensitive,
  may_manage_users: role === 'schooladmin' && rights.may_manage_users,
})

/** The sent fields as columns. */
const wantedFields = ({ roles, email, version: _version, current_password: _proof, ...form }: UserChange) => ({
  ...form,
  email: email?.toLowerCase(),
  role: roles && (roles[0] ?? null),
})

interface ActorAndTarget {
  actor: Actor
  target: Account
}

const refuseOwnRole = (actor: Actor, target: Account, change: Partial<UserFields>) => {
  const isAboutRights = change.role !== undefined || PERSONAL_RIGHTS.some((right) => change[right] !== undefined)
  if (actor.id !== target.id || !isAboutRights) return
  const refusal = invalid({ roles: [USER_TEXTS.ownRole] }, USER_TEXTS.ownRole)
  throw attempted(refusal, { action: 'own_role_refused', userId: target.id })
}

const refuseRights = ({ actor, target }: ActorAndTarget, role: Role | null, { form, change }: Wish) => {
  for (const right of PERSONAL_RIGHTS) {
    if (form[right] && role !== 'schooladmin') throw invalid({ [right]: [USER_TEXTS.headsOnly] })
    if (change[right] !== undefined && role === 'schooladmin') refuseMissingRight(actor, right, target.id)
  }
}

interface Wish {
  form: UserChange
  /** The columns that differ from the stored values. */
  change: Partial<UserFields>
}

async function refuseChange(tx: SchoolTransaction, { actor, target }: ActorAndTarget, { form, change }: Wish) {
  if (change.role !== undefined) await refuseLastAdmin(tx, target, 'roles')
  refuseOwnRole(actor, target, change)
  const { role, may_manage_users } = { ...target, ...withRightsOfRole(change) }
  const mayLift = role === 'admin' || (role === 'schooladmin' && may_manage_users)
  const isAboutIt = change.role !== undefined || change.may_manage_users !== undefined
  if (isAboutIt && !mayLift) await refuseEmergency(tx, target.id)
  if (change.role !== undefined) refuseHigherRole(actor, change.role, target.id)
  refuseRights({ actor, target }, change.role === undefined ? target.role : change.role, { form, change })
  if (change.email !== undefined && outranks(target, actor))
    throw attempted(invalid({ email: [USER_TEXTS.accountTooHigh] }), {
      action: 'higher_account_refused',
      userId: target.id,
    })
}

/** A new role starts without the additional rights of the former one. */
const withRightsOfRole = (change: Partial<UserFields>): Partial<UserFields> =>
  change.role === undefined ? change : { may_view_sensitive: false, may_manage_users: false, ...change }

type Tools = Pick<Platform, 'keys' | 'limits'>

/**
 * After a change of the address the old one gets a mail, all sessions end and links become invalid; an open invitation
 * goes to the new address.
 */
async function moveMail(tx: SchoolTransaction, target: Account, { keys, limits, email }: Tools & { email: string }) {
  const isInvited = !target.has_password && !target.is_made_by_rule
  await countMails(tx, limits, isInvited ? [target.email, email] : [target.email])
  await queueAccountMail(tx, keys, { userId: target.id, template: 'email_changed', recipient: target.email })
  await deleteSessions(tx, target.id)
  await deletePasswordLink(tx, target.id)
  if (!isInvited) return 'Alle Sitzungen dieses Kontos wurden beendet.'
  await limits.spendIn(tx, {
    limit: INVITATIONS_OF_ACCOUNT,
    key: String(target.id),
    message: USER_TEXTS.invitedJustNow,
  })
  await updateInvitedAt(tx, target.id)
  await queueAccountMail(tx, keys, { userId: target.id, template: 'invitation', recipient: email })
  return 'Eine neue Einladung geht an die neue Adresse.'
}

interface UserChangeInput {
  viewer: SchoolViewer
  id: number
  form: UserChange
  /** The user has just proved their own password. */
  hasProof: boolean
}

async function refuseMove(
  tx: SchoolTransaction,
  { actor, target }: ActorAndTarget,
  { limits, hasProof }: Tools & { hasProof: boolean },
) {
  if (actor.id === target.id) {
    // Somebody who finds an open browser must not be able to send the next password link elsewhere.
    if (!hasProof) throw invalid({ current_password: [USER_TEXTS.ownPassword] })
    // A password link that goes elsewhere would end the links that a school demands.
    await refuseUnmetDemand(tx, { user_id: actor.id })
  }
  await countWork(tx, limits, { limit: ADDRESSES_CHANGED, actorId: actor.id })
}

/** For role and rights the log has old and new value; name and address are personal. */
const loggedFields = (change: Partial<UserFields>, before: UserFields) => {
  const logged = (['role', ...PERSONAL_RIGHTS] as const).flatMap((field) => {
    const became = change[field]
    return became === undefined ? [] : [transition(field, before[field], became)]
  })
  return [...Object.keys(change), ...logged].sort()
}

/** Changes the sent fields of an account; they take effect at the next request. */
export async function changeUser(tx: SchoolTransaction, { viewer, id, form, hasProof }: UserChangeInput, tools: Tools) {
  const isAboutAdmins = form.roles?.includes('admin') ?? false
  const { actor, target } = await lockReachable(tx, { viewer, id }, { isAboutAdmins })
  refuseUnlessEditable(actor, target)
  const change = changedFields(effectiveFields(target), wantedFields(form))
  if (Object.keys(change).length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseChange(tx, { actor, target }, { form, change })
  if (change.email !== undefined) await refuseMove(tx, { actor, target }, { ...tools, hasProof })
  const { role, ...current } = effectiveFields(target)
  await refuseStale(tx, {
    stored: target,
    fields: Object.keys(change),
    version: form.version,
    current: { roles: role ? [role] : [], ...current },
  })
  await refusingBadMail(updateUser(tx, id, { change: withRightsOfRole(change), by: actor.id }))
  if (change.role === 'admin' || change.role === 'schooladmin') await deleteUnprovenIdentities(tx, id)
  const news = change.email === undefined ? [] : [await moveMail(tx, target, { ...tools, email: change.email })]
  const action = change.role === undefined ? 'user_updated' : 'role_changed'
  await logAccountEvent(tx, { action, userId: id, fields: loggedFields(change, effectiveFields(target)) })
  return { message: [REPLY_TEXTS.saved, ...news].join(' ') }
}

interface OwnChange {
  viewer: SchoolViewer
  id: number
  form: UserChange
}

/**
 * Whether the change is about the user's own address, confirmed by the own password. Otherwise somebody who finds an
 * open browser could send the next password link elsewhere. 422 when the password is missing or wrong.
 */
export async function proveOwnMove({ viewer, id, form }: OwnChange, tools: Parameters<typeof provePassword>[1]) {
  const { email, current_password: password } = form
  if (id !== viewer.user_id || email === undefined || email.toLowerCase() === viewer.email) return false
  const field = 'current_password'
  if (password === undefined) throw invalid({ [field]: [USER_TEXTS.ownPassword] })
  await provePassword({ userId: id, password, field }, tools)
  return true
}
