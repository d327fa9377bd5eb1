import type { z } from 'zod'
import { formatDate } from '#contract/dates.ts'
import { exitRefusal } from '#contract/employees/employees.exit.ts'
import {
  type ClassFunction,
  EMPLOYEE_TEXTS,
  type EmployeeRow,
  type ExitPreview,
  type ManyExitsForm,
} from '#contract/employees/employees.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { findAccount, lockAccounts } from '#server/domains/users/users.shared.queries.ts'
import { isLastAdmin } from '#server/domains/users/users.shared.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { mayEndAccount } from './closing-decision.ts'
import { listFunctions } from './employees.details.queries.ts'
import { listEmployees } from './employees.queries.ts'

interface Acting {
  viewer: SchoolViewer
  today: string
}

/** The last day of the active year, or today when that is over or there is none. */
async function usualDay(tx: SchoolTransaction, today: string) {
  const year = await findActiveSchoolyear(tx)
  return year && year.date_end > today ? year.date_end : today
}

const isOpen = ({ account }: EmployeeRow) => account.state === 'ready' || account.state === 'invited'

/** Who manages no accounts does not learn the role of one. */
async function isAccountOfLastAdmin(tx: SchoolTransaction, row: EmployeeRow, { permissions }: SchoolViewer) {
  if (row.account.user_id === null || !isOpen(row) || !permissions.includes('manage users')) return false
  const account = await findAccount(tx, row.account.user_id)
  return account !== undefined && (await isLastAdmin(tx, account))
}

interface Leaver {
  row: EmployeeRow
  functions: ClassFunction[]
  day: string
}

async function refusalFor(tx: SchoolTransaction, { row, functions, day }: Leaver, { viewer, today }: Acting) {
  if (row.account.user_id === viewer.user_id) return EMPLOYEE_TEXTS.exitOfOwn
  if (row.date_exit !== null) return EMPLOYEE_TEXTS.hasExit(formatDate(row.date_exit))
  if (await isAccountOfLastAdmin(tx, row, viewer)) return EMPLOYEE_TEXTS.exitOfLastAdmin
  return exitRefusal({ date_entry: row.date_entry, functions }, day, today) ?? null
}

async function previewExit(tx: SchoolTransaction, row: EmployeeRow, { day, ...acting }: Acting & { day: string }) {
  const functions = await listFunctions(tx, { id: row.id, today: acting.today })
  const { user_id } = row.account
  const mayEnd = user_id !== null && isOpen(row) && (await mayEndAccount(tx, acting.viewer, user_id))
  const preview: ExitPreview = {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    refusal: await refusalFor(tx, { row, functions, day }, acting),
    functions: functions
      .filter(({ date_end }) => date_end === null || date_end > day)
      .map(({ schoolclass, school_year, function: held }) => ({
        classgradePlain: schoolclass.classgradePlain,
        school_year: school_year.name,
        function: held,
      })),
    account: isOpen(row) ? (mayEnd ? 'ends' : 'stays') : 'none',
  }
  return preview
}

/** What the exit of several people on one day would do to their classes and accounts, and who cannot leave like that. */
export async function previewExits(
  tx: SchoolTransaction,
  { ids, date_exit }: z.output<typeof ManyExitsForm>,
  acting: Acting,
) {
  const { viewer, today } = acting
  const day = date_exit ?? (await usualDay(tx, today))
  if (day < today) throw invalid({ date_exit: [EMPLOYEE_TEXTS.exitsInPast] })
  const all = await listEmployees(tx, acting)
  const rows = [...new Set(ids)].map((id) => all.find((row) => row.id === id))
  const found = rows.filter((row) => row !== undefined)
  if (found.length < rows.length) throw notFound()
  // All at once and in one order: two people who look at the same list do not block each other.
  const accounts = found.flatMap(({ account }) => account.user_id ?? [])
  if (viewer.permissions.includes('manage users'))
    await lockAccounts(tx, [...accounts, viewer.user_id], { withAdmins: true })
  const people: ExitPreview[] = []
  for (const row of found) people.push(await previewExit(tx, row, { ...acting, day }))
  return { date_exit: day, people }
}
