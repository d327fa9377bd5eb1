import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { findAccount } from '#server/domains/users/users.shared.queries.ts'
import { isOpenAt, mayCloseAccount } from '#server/domains/users/users.shared.ts'
import { invalid } from '#server/http/api-error.ts'
import type { LockedEmployee } from './employees.queries.ts'

type Decided = Pick<LockedEmployee, 'user_id' | 'school_id' | 'closes_account_by'>

/** Whether the viewer could end this account on the user page (domain §4): entering an exit gives no further rights. */
export const mayEndAccount = (tx: SchoolTransaction, viewer: SchoolViewer, userId: number) =>
  mayCloseAccount(tx, { id: userId, byId: viewer.user_id, schoolId: viewer.school_id })

/**
 * Once it is decided that the account ends with the exit, only users who could end it may change that. The decision has
 * no effect on an account that ended otherwise or left this school.
 */
export async function refuseToChangeDecision(
  tx: SchoolTransaction,
  { user_id, school_id, closes_account_by }: Decided,
  { viewer, field }: { viewer: SchoolViewer; field?: string },
) {
  if (closes_account_by === null || user_id === null) return
  const account = await findAccount(tx, user_id)
  if (!account || !isOpenAt(account, school_id) || (await mayEndAccount(tx, viewer, user_id))) return
  const text = EMPLOYEE_TEXTS.closingDecided
  throw invalid(field ? { [field]: [text] } : {}, text)
}
