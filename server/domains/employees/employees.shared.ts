import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { lockAccounts } from '#server/domains/users/users.shared.queries.ts'
import { closeAccount } from '#server/domains/users/users.shared.ts'
import { endFunctions, type Leaver, listLeaver, lockLeavers, updateAfterExit } from './employees.exit.queries.ts'

/**
 * The rights of the user who decided are checked again: the user may have lost them since, and the account may have
 * gained some (domain §4).
 */
async function endAccount(tx: SchoolTransaction, { id, user_id, closes_account_by, school_id }: Leaver) {
  if (user_id === null || closes_account_by === null) return
  if (await closeAccount(tx, { id: user_id, byId: closes_account_by, schoolId: school_id })) return
  await logEvent(tx, { action: 'employee_account_kept', entityType: 'employee', entityId: id })
}

/** Domain §1.9, for people whose last day was before today; this also carries out the decision about the account. */
async function finishExits(tx: SchoolTransaction, leavers: readonly Leaver[], today: string) {
  const deciders = leavers.flatMap(({ user_id, closes_account_by }) =>
    user_id === null || closes_account_by === null ? [] : [user_id, closes_account_by],
  )
  if (deciders.length > 0) await lockAccounts(tx, deciders, { withAdmins: true })
  for (const leaver of leavers) {
    await endFunctions(tx, leaver, today)
    await endAccount(tx, leaver)
    if (leaver.active || leaver.closes_account_by !== null) await updateAfterExit(tx, leaver.id)
  }
}

/** Ends the classes of a person whose exit is in the past and, where that was decided, the account. */
export async function finishExit(tx: SchoolTransaction, { id, today }: { id: number; today: string }) {
  await finishExits(tx, await listLeaver(tx, { id, today }), today)
}

/** The same for everybody of the bound school, once each, at the turn of the day. Returns how many there were. */
export async function closeEmployeesAfterExit(tx: SchoolTransaction, today: string) {
  const leavers = await lockLeavers(tx, today)
  await finishExits(tx, leavers, today)
  return leavers.length
}
