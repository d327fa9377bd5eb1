import { isInBin } from '#contract/bin.ts'
import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { refuseToChangeDecision } from './closing-decision.ts'
import { listFunctions } from './employees.details.queries.ts'
import { lockEmployeeWhole } from './employees.queries.ts'
import { saveEmployee } from './employees.saving.shared.ts'

interface Choice {
  id: number
  now: Date
  today: string
  viewer: SchoolViewer
}

/**
 * Only people who never had a class can be deleted; for all others staff enter an exit, and the history stays complete.
 */
async function refuseWithClasses(tx: SchoolTransaction, choice: { id: number; today: string }) {
  const functions = await listFunctions(tx, choice)
  if (functions.length === 0) return
  const open = functions.filter(({ date_end }) => date_end === null || date_end >= choice.today)
  const names = [...new Set(open.map(({ schoolclass }) => schoolclass.classgradePlain))]
  throw invalid({}, names.length > 0 ? EMPLOYEE_TEXTS.hasClasses(names.join(', ')) : EMPLOYEE_TEXTS.hadClasses)
}

export async function removeEmployee(tx: SchoolTransaction, { id, now, today, viewer }: Choice) {
  const employee = await lockEmployeeWhole(tx, id)
  if (!employee || employee.deleted_at !== null) throw notFound()
  await refuseWithClasses(tx, { id, today })
  await refuseToChangeDecision(tx, employee, { viewer })
  await nameAction(tx, 'employee', 'employee_deleted')
  await saveEmployee(tx, id, { deleted_at: now.toISOString() })
  return { message: `${fullName(employee)} ist gelöscht.` }
}

/** Restores somebody from the bin within 30 days; 422 when the short name belongs to somebody else by now. */
export async function restoreEmployee(tx: SchoolTransaction, { id, now }: Pick<Choice, 'id' | 'now'>) {
  const employee = await lockEmployeeWhole(tx, id)
  if (!employee || !isInBin(employee.deleted_at, now)) throw notFound()
  await nameAction(tx, 'employee', 'employee_restored')
  await saveEmployee(tx, id, { deleted_at: null })
  return { message: `${fullName(employee)} ist wieder da.` }
}
