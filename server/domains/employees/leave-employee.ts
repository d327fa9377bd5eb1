import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TEXTS } from '#contract/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { nameAction, type SchoolTransaction, type SchoolViewer } from '#server/db/in-school.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { listFunctions } from './employees.details.queries.ts'
import { finishExit } from './employees.exit.queries.ts'
import { type LockedEmployee, listEmployees, lockEmployee, updateEmployee } from './employees.queries.ts'

/** Of the users domain, which this one does not know: whether the viewer could delete the account. */
export type MayCloseAccount = (tx: SchoolTransaction, asked: { viewer: SchoolViewer; id: number }) => Promise<boolean>

interface Acting {
  viewer: SchoolViewer
  today: string
  mayCloseAccount: MayCloseAccount
}

const accountStateOf = async (tx: SchoolTransaction, { id, today }: { id: number; today: string }) =>
  (await listEmployees(tx, { id, today }))[0]?.account.state ?? 'none'

/**
 * Whether the account ends with the exit (domain §1.9): whoever enters an exit ends no account that the user page would
 * refuse. Entered again with the same day by somebody who may not, the decision stands.
 */
async function decideClosing(
  tx: SchoolTransaction,
  { id: _id, user_id, closes_account, date_exit }: LockedEmployee,
  { day, viewer, mayCloseAccount }: Acting & { day: string },
) {
  if (user_id === null) return false
  if (await mayCloseAccount(tx, { viewer, id: user_id })) return true
  return closes_account && day === date_exit
}

const accountNews = ({ before, after, closes }: { before: string; after: string; closes: boolean }) => {
  if (before === 'none' || before === 'closed') return []
  if (after === 'closed') return ['Das Konto ist gesperrt.']
  return [closes ? 'Das Konto endet nach diesem Tag.' : EMPLOYEE_TEXTS.accountStays]
}

/** Not before the entry; nor before a class that is over, for what was is not taken out of the history by a slip. */
async function refuseDay(
  tx: SchoolTransaction,
  { id, date_entry }: LockedEmployee,
  { day, today }: { day: string; today: string },
) {
  if (date_entry !== null && day < date_entry) throw invalid({ date_exit: [EMPLOYEE_TEXTS.exitBeforeEntry] })
  for (const { schoolclass, date_start, date_end } of await listFunctions(tx, { id, today })) {
    if (date_end === null || date_end >= today || date_start <= day) continue
    const [from, until] = [formatDate(date_start), formatDate(date_end)]
    throw invalid({ date_exit: [EMPLOYEE_TEXTS.hadClassLater(schoolclass.classgradePlain, from, until)] })
  }
}

async function takeBack(tx: SchoolTransaction, employee: LockedEmployee, today: string) {
  const { id, active } = employee
  if (employee.date_exit === null) return { message: 'Es war kein Abgang eingetragen.' }
  await nameAction(tx, 'employee', 'employee_exit_taken_back')
  await updateEmployee(tx, id, { date_exit: null, active: true, closes_account: false })
  const isClosed = !active && (await accountStateOf(tx, { id, today })) === 'closed'
  const news = [
    `Der Abgang von ${fullName(employee)} ist zurückgenommen.`,
    ...(active ? [] : ['Zuordnungen zu Klassen, die beendet wurden, bleiben beendet.']),
    ...(isClosed ? ['Das Konto bleibt gesperrt.'] : []),
  ]
  return { message: news.join(' ') }
}

/**
 * The last day at the school, or null to take it back. One before today takes effect at once; else the turn of the day
 * does it.
 */
export async function leaveEmployee(
  tx: SchoolTransaction,
  { id, date_exit: day }: { id: number; date_exit: string | null },
  acting: Acting,
) {
  const employee = await lockEmployee(tx, id)
  if (!employee || employee.deleted_at !== null) throw notFound()
  const { today } = acting
  if (day === null) return takeBack(tx, employee, today)
  await refuseDay(tx, employee, { day, today })
  const before = await accountStateOf(tx, { id, today })
  const closes = await decideClosing(tx, employee, { ...acting, day })
  await nameAction(tx, 'employee', 'employee_left')
  await updateEmployee(tx, id, { date_exit: day, closes_account: closes, ...(day < today ? {} : { active: true }) })
  if (day < today) await finishExit(tx, id)
  const after = await accountStateOf(tx, { id, today })
  const news = [
    `Der Abgang von ${fullName(employee)} zum ${formatDate(day)} ist eingetragen.`,
    ...accountNews({ before, after, closes }),
  ]
  return { message: news.join(' ') }
}
