import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { findAccount } from '#server/domains/users/users.shared.queries.ts'
import { isOpenAt } from '#server/domains/users/users.shared.ts'
import { attempted, invalid, notFound } from '#server/http/api-error.ts'
import { mayEndAccount, refuseToChangeDecision } from './closing-decision.ts'
import { findEmployeeOfUser, type LockedEmployee, lockEmployee } from './employees.queries.ts'
import { saveEmployee } from './employees.saving.shared.ts'

const refuse = (text: string) => invalid({ user_id: [text] }, text)

export const refuseWhoLeft = ({ active }: Pick<LockedEmployee, 'active'>) => {
  if (!active) throw refuse(EMPLOYEE_TEXTS.hasLeft)
}

/** Links the account to this person; when an exit is planned, what happens to the account is decided anew. */
export async function giveAccount(
  tx: SchoolTransaction,
  { employee, userId }: { employee: LockedEmployee; userId: number },
  viewer: SchoolViewer,
) {
  await refuseToChangeDecision(tx, employee, { viewer })
  const isEnding = employee.date_exit !== null && (await mayEndAccount(tx, viewer, userId))
  await nameAction(tx, 'employee', 'employee_linked')
  await saveEmployee(tx, employee.id, { user_id: userId, closes_account_by: isEnding ? viewer.user_id : null })
}

/**
 * An account of the active school that nobody else has here; an admin's account only for admins. A person in the bin
 * gives the account up.
 */
async function freeAccount(tx: SchoolTransaction, { userId, viewer }: { userId: number; viewer: SchoolViewer }) {
  const account = await findAccount(tx, userId)
  if (!account || !isOpenAt(account, viewer.school_id)) throw refuse(EMPLOYEE_TEXTS.accountUnknown)
  if (account.role === 'admin' && viewer.role !== 'admin')
    throw attempted(refuse(EMPLOYEE_TEXTS.accountOfAdmin), { action: 'higher_account_refused', userId })
  const holder = await findEmployeeOfUser(tx, userId)
  if (!holder) return
  if (holder.deleted_at === null) throw refuse(EMPLOYEE_TEXTS.accountTaken)
  await nameAction(tx, 'employee', 'employee_linked')
  await saveEmployee(tx, holder.id, { user_id: null, closes_account_by: null })
}

/** Links an account of the school, or unlinks the linked one; the account itself stays as it is. */
export async function linkAccount(
  tx: SchoolTransaction,
  { id, user_id: userId }: { id: number; user_id: number | null },
  viewer: SchoolViewer,
) {
  const employee = await lockEmployee(tx, id)
  if (!employee || employee.deleted_at !== null) throw notFound()
  if (employee.user_id === userId) return { message: REPLY_TEXTS.nothingToChange }
  if (userId === null) {
    await refuseToChangeDecision(tx, employee, { viewer })
    await nameAction(tx, 'employee', 'employee_linked')
    await saveEmployee(tx, id, { user_id: null, closes_account_by: null })
    return { message: `${fullName(employee)} ist mit keinem Konto mehr verknüpft. Das Konto selbst bleibt bestehen.` }
  }
  refuseWhoLeft(employee)
  await freeAccount(tx, { userId, viewer })
  await giveAccount(tx, { employee, userId }, viewer)
  return { message: `${fullName(employee)} ist jetzt mit diesem Konto verknüpft.` }
}
