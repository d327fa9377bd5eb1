import { formatDate } from '#contract/dates.ts'
import { exitRefusal } from '#contract/employees/employees.exit.ts'
import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { mayEndAccount, refuseToChangeDecision } from './closing-decision.ts'
import { listFunctions } from './employees.details.queries.ts'
import { type LockedEmployee, listEmployees, lockEmployee } from './employees.queries.ts'
import { saveEmployee } from './employees.saving.shared.ts'
import { finishExit } from './employees.shared.ts'

interface Acting {
  viewer: SchoolViewer
  today: string
}

const accountStateOf = async (tx: SchoolTransaction, id: number, acting: Acting) =>
  (await listEmployees(tx, { id, ...acting }))[0]?.account.state ?? 'none'

/**
 * The user by whose decision the account ends with the exit, or null: whoever enters an exit cannot end an account that
 * the user page would refuse (domain §1.9). When somebody without that right enters the same day again, the decision
 * stays.
 */
async function decideClosing(
  tx: SchoolTransaction,
  employee: LockedEmployee,
  { day, viewer }: { day: string; viewer: SchoolViewer },
) {
  const { user_id, closes_account_by, date_exit } = employee
  if (day !== date_exit) await refuseToChangeDecision(tx, employee, { viewer, field: 'date_exit' })
  if (user_id !== null && (await mayEndAccount(tx, viewer, user_id))) return viewer.user_id
  return day === date_exit ? closes_account_by : null
}

const accountNews = ({ before, after, closes }: { before: string; after: string; closes: boolean }) => {
  if (before === 'none' || before === 'closed') return []
  if (after === 'closed') return ['Das Konto ist geschlossen.']
  return [closes ? 'Das Konto endet nach diesem Tag.' : EMPLOYEE_TEXTS.accountStays]
}

async function refuseDay(
  tx: SchoolTransaction,
  { id, date_entry }: LockedEmployee,
  { day, today }: { day: string; today: string },
) {
  const functions = await listFunctions(tx, { id, today })
  const refusal = exitRefusal({ date_entry, functions }, day, today)
  if (refusal) throw invalid({ date_exit: [refusal] })
}

async function takeBack(tx: SchoolTransaction, employee: LockedEmployee, acting: Acting) {
  const { id, active } = employee
  if (employee.date_exit === null) return { message: 'Es war kein Abgang eingetragen.' }
  await refuseToChangeDecision(tx, employee, acting)
  await nameAction(tx, 'employee', 'employee_exit_taken_back')
  await saveEmployee(tx, id, { date_exit: null, active: true, closes_account_by: null })
  const isClosed = !active && (await accountStateOf(tx, id, acting)) === 'closed'
  const news = [
    `Der Abgang von ${fullName(employee)} ist zurückgenommen.`,
    ...(active ? [] : ['Zuordnungen zu Klassen, die beendet wurden, bleiben beendet.']),
    ...(isClosed ? ['Das Konto bleibt geschlossen.'] : []),
  ]
  return { message: news.join(' ') }
}

/**
 * The last day at the school, or null to take the exit back. A day before today takes effect at once, any other at the
 * turn of the day.
 */
export async function leaveEmployee(
  tx: SchoolTransaction,
  { id, date_exit: day }: { id: number; date_exit: string | null },
  acting: Acting,
) {
  const employee = await lockEmployee(tx, id)
  if (!employee || employee.deleted_at !== null) throw notFound()
  if (day === null) return takeBack(tx, employee, acting)
  const { today } = acting
  await refuseDay(tx, employee, { day, today })
  const before = await accountStateOf(tx, id, acting)
  const closes_account_by = await decideClosing(tx, employee, { ...acting, day })
  await nameAction(tx, 'employee', 'employee_left')
  await saveEmployee(tx, id, { date_exit: day, closes_account_by, ...(day < today ? {} : { active: true }) })
  if (day < today) await finishExit(tx, { id, today })
  const after = await accountStateOf(tx, id, acting)
  const news = [
    `Der Abgang von ${fullName(employee)} zum ${formatDate(day)} ist eingetragen.`,
    ...accountNews({ before, after, closes: closes_account_by !== null && day >= today }),
  ]
  return { message: news.join(' ') }
}
