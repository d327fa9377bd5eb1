import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/in-school.ts'
import { deleteSessions } from '#server/domains/account/account.sessions.queries.ts'
import { deletePasswordLink } from '#server/mail/account-mail.queries.ts'
import { type Account, updateDeactivated } from './users.queries.ts'
import { updateUserSchools } from './users.schools.queries.ts'

/** Ends the account with its sessions and links, told to every school it belongs to; the row goes after 6 months. */
export async function deactivateAccount(tx: Queries, id: number) {
  await updateDeactivated(tx, id, true)
  await deleteSessions(tx, id)
  await deletePasswordLink(tx, id)
  await logAccountEvent(tx, { action: 'user_deleted', userId: id })
}

const firstOf = (ids: readonly number[], ...wanted: (number | null)[]) =>
  wanted.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null

/** Takes the school away from the account, which stays; who stands in it stands in another at the next request. */
export async function detachAccount(
  tx: Queries,
  { id, school_ids, school_id, home_school_id }: Account,
  schoolId: number,
) {
  // While it is still attached: the school it leaves is told, too.
  await logAccountEvent(tx, { action: 'user_detached', userId: id, fields: ['schools'] })
  const kept = school_ids.filter((one) => one !== schoolId)
  await updateUserSchools(tx, {
    userId: id,
    added: [],
    removed: [schoolId],
    activeId: firstOf(kept, school_id, home_school_id),
    homeId: firstOf(kept, home_school_id),
  })
}
