import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { type NewUserForm, PERSONAL_RIGHTS, USER_TEXTS } from '#contract/users/users.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { deleteSessions, mayEnterSchool } from '#server/domains/account/account.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { deletePasswordLink } from '#server/mail/account-mail.queries.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import {
  type Actor,
  findActor,
  findManager,
  isEmergency,
  outranks,
  reachOf,
  refuseHigherRole,
  refuseMissingRight,
} from './account-reach.ts'
import { refusingBadMail } from './refuse-bad-mail.ts'
import { ACCOUNTS_MADE, countMails, countWork } from './user-limits.ts'
import {
  countHeads,
  countOtherAdmins,
  insertInvitedUser,
  updateDeactivated,
  updateUserSchools,
} from './users.queries.ts'
import { type Account, findAccount, lockAccounts } from './users.shared.queries.ts'

/**
 * An account, and the user who ends it at a school: the viewer of a request, or whoever decided it on an earlier day.
 */
export interface Closing {
  id: number
  byId: number
  schoolId: number
}

/** The user, if they may manage accounts at that school now, signed in or not. */
async function findCloser(tx: SchoolTransaction, { byId, schoolId }: Closing) {
  const actor = await findManager(tx, { userId: byId, schoolId })
  if (!actor || (actor.role !== 'admin' && !actor.schoolIds.includes(schoolId))) return undefined
  return (await mayEnterSchool(tx, actor, schoolId)) ? actor : undefined
}

const mayDelete = (actor: Actor, target: Account) =>
  target.id !== actor.id && reachOf(actor, target) !== 'read' && !outranks(target, actor)

/**
 * Whether the account could be deleted, or removed from the school if it has others: the rules of the user page, for
 * use cases that end an account along with something else. Locks the account until the transaction ends.
 */
export async function mayCloseAccount(tx: SchoolTransaction, closing: Closing) {
  // Read before anything is locked: users who manage no accounts make nobody wait.
  if (!(await findCloser(tx, closing))) return false
  await lockAccounts(tx, [closing.id, closing.byId], { withAdmins: true })
  const actor = await findCloser(tx, closing)
  const target = await findAccount(tx, closing.id)
  if (!actor || !target || !isOpenAt(target, closing.schoolId) || !mayDelete(actor, target)) return false
  return !(await isLastAdmin(tx, target)) && !(await isEmergency(tx, target.id, [closing.schoolId]))
}

/** Whether this is the account of the only admin. */
export const isLastAdmin = async (tx: Queries, { id, role }: Pick<Account, 'id' | 'role'>) =>
  role === 'admin' && (await countOtherAdmins(tx, id)) === 0

/** Whether the account is active at this school. */
export const isOpenAt = ({ deactivated_at, school_ids }: Account, schoolId: number) =>
  deactivated_at === null && school_ids.includes(schoolId)

/**
 * Ends the account with its sessions and links, and logs it at every school of the account; the row is deleted after 6
 * months.
 */
export async function deactivateAccount(tx: Queries, id: number) {
  await updateDeactivated(tx, id, true)
  await deleteSessions(tx, id)
  await deletePasswordLink(tx, id)
  await logAccountEvent(tx, { action: 'user_deleted', userId: id })
}

const firstOf = (ids: readonly number[], ...wanted: (number | null)[]) =>
  wanted.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null

/** Removes the school from the account, which stays; a user in this school is in another one at the next request. */
export async function detachAccount(
  tx: Queries,
  { id, school_ids, school_id, home_school_id }: Account,
  schoolId: number,
) {
  // Logged while it is still attached, so that this school's log has the line, too.
  await logAccountEvent(tx, { action: 'user_detached', userId: id, fields: ['schools'] })
  const remaining = school_ids.filter((one) => one !== schoolId)
  await updateUserSchools(tx, {
    userId: id,
    added: [],
    removed: [schoolId],
    activeId: firstOf(remaining, school_id, home_school_id),
    homeId: firstOf(remaining, home_school_id),
  })
}

/** Ends the account, or removes it from this school when it has others, too; false when that is not allowed. */
export async function closeAccount(tx: SchoolTransaction, closing: Closing) {
  if (!(await mayCloseAccount(tx, closing))) return false
  const account = await findAccount(tx, closing.id)
  if (!account) return false
  if (account.school_ids.length === 1) await deactivateAccount(tx, account.id)
  else await detachAccount(tx, account, closing.schoolId)
  return true
}

const refuseRights = (actor: Actor, form: NewUserForm) => {
  for (const right of PERSONAL_RIGHTS.filter((name) => form[name])) {
    if (form.roles[0] !== 'schooladmin') throw invalid({ [right]: [USER_TEXTS.headsOnly] })
    refuseMissingRight(actor, right, null)
  }
}

/** Creates an account at the active school and invites its owner to set a password. */
export async function createUser(
  tx: SchoolTransaction,
  { viewer, form }: { viewer: SchoolViewer; form: NewUserForm },
  { keys, limits, hasMailServer }: Pick<Platform, 'keys' | 'limits' | 'hasMailServer'>,
) {
  const actor = await findActor(tx, viewer)
  const role = form.roles[0] ?? null
  refuseHigherRole(actor, role, null)
  refuseRights(actor, form)
  const email = form.email.toLowerCase()
  await countWork(tx, limits, { limit: ACCOUNTS_MADE, actorId: actor.id })
  await countMails(tx, limits, [email])
  const isFirstHead = role === 'schooladmin' && (await countHeads(tx, viewer.school_id)) === 0
  const { may_view_sensitive = isFirstHead, may_manage_users = isFirstHead } = form
  const user = { name: form.name, email, role, may_view_sensitive, may_manage_users, school_id: viewer.school_id }
  const id = await refusingBadMail(insertInvitedUser(tx, user))
  await queueAccountMail(tx, keys, { userId: id, template: 'invitation', recipient: email })
  await logAccountEvent(tx, { action: 'user_created', userId: id })
  const news = hasMailServer
    ? `${form.name} erhält eine E-Mail und hat ${PASSWORD_LINK_MINUTES} Minuten Zeit, ein Passwort zu setzen.`
    : `Die Einladung an ${form.name} wartet, bis ein Mailserver eingerichtet ist. Die ${PASSWORD_LINK_MINUTES} Minuten des Links beginnen erst mit dem Versand.`
  return { id, message: `Konto angelegt. ${news}` }
}
