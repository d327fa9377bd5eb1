import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import type { NewUserForm } from '#contract/users/users.ts'
import { PERSONAL_RIGHTS, USER_TEXTS } from '#contract/users/users.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { type Actor, findActor, refuseHigherRole, refuseMissingRight } from './account-reach.ts'
import { refusingBadMail } from './refuse-bad-mail.ts'
import { ACCOUNTS_MADE, countMails, countWork } from './user-limits.ts'
import { countHeads, insertInvitedUser } from './users.queries.ts'

const refuseRights = (actor: Actor, form: NewUserForm) => {
  for (const right of PERSONAL_RIGHTS.filter((name) => form[name])) {
    if (form.roles[0] !== 'schooladmin') throw invalid({ [right]: [USER_TEXTS.headsOnly] })
    refuseMissingRight(actor, right, null)
  }
}

/** Makes an account in the active school and invites its owner to set a password. */
export async function createUser(
  tx: SchoolTransaction,
  { viewer, form }: { viewer: SchoolViewer; form: NewUserForm },
  { keys, limits, mailState }: Pick<Platform, 'keys' | 'limits' | 'mailState'>,
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
  const news =
    mailState === 'sending'
      ? `${form.name} erhält eine E-Mail und hat ${PASSWORD_LINK_MINUTES} Minuten Zeit, ein Passwort zu setzen.`
      : `Die Einladung an ${form.name} geht hinaus, sobald ein Mailserver eingerichtet ist.`
  return { id, message: `Konto angelegt. ${news}` }
}
