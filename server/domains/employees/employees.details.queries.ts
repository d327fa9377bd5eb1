import { sql } from 'kysely'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { mayEnterSchool } from '#server/domains/account/account.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findAccount, listSchools } from '#server/domains/users/users.shared.queries.ts'
import { findEmployeeOfUser, listEmployees } from './employees.queries.ts'

type Function = EmployeeDetails['functions'][number]

const isOver = (today: string) => sql<boolean>`(f.date_end is not null and f.date_end < ${today})`

/** Current and future classes in their order, then former ones, newest first. */
export async function listFunctions(tx: SchoolTransaction, { id, today }: { id: number; today: string }) {
  const rows = await tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'f.school_id').onRef('c.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .select(CLASS_COLUMNS)
    .select(['f.function', 'f.date_start', 'f.date_end', 'y.id as year_id', 'y.name', 'y.state'])
    .where('f.employee_id', '=', id)
    .orderBy(isOver(today))
    .orderBy(sql`case when ${isOver(today)} then null else y.date_start end`)
    .orderBy('f.date_end', (order) => order.desc().nullsFirst())
    .orderBy(CLASS_ORDER)
    .orderBy('f.date_start', 'desc')
    .execute()
  return rows.flatMap((row): Function[] => {
    const schoolclass = toClassName(row)
    if (!schoolclass) return []
    const { date_start, date_end, year_id, name, state } = row
    return [
      {
        schoolclass,
        school_year: { id: year_id, name, state: state as Function['school_year']['state'] },
        function: row.function as Function['function'],
        date_start,
        date_end,
      },
    ]
  })
}

/**
 * The short names of the viewer's other schools where this account is linked as well. A school that requires a second
 * factor or a way to sign in reveals nothing to one without it (security §0.10, ADR 0077).
 */
async function listOtherSchools(tx: SchoolTransaction, viewer: SchoolViewer, userId: number) {
  const own = await findAccount(tx, viewer.user_id)
  const others = own?.school_ids.filter((id) => id !== viewer.school_id) ?? []
  const linked = await withSchools(tx, { own: viewer.school_id, schoolIds: others }, async (inside, schoolId) => {
    if (!own || !(await mayEnterSchool(inside, own, schoolId))) return []
    const employee = await findEmployeeOfUser(inside, userId)
    return employee && employee.deleted_at === null ? [schoolId] : []
  })
  return (await listSchools(tx, linked.flat())).map(({ short }) => short)
}

/** Undefined for an unknown id and for a person in the bin. */
export async function findEmployee(
  tx: SchoolTransaction,
  id: number,
  { viewer, today }: { viewer: SchoolViewer; today: string },
): Promise<EmployeeDetails | undefined> {
  const [row] = await listEmployees(tx, { today, viewer, id })
  if (!row) return undefined
  const { closes_account_by, ...more } = await tx
    .selectFrom('employee')
    .select(['measles_proof_seen_at', 'extended_certificate_seen_at', 'closes_account_by', 'note', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { user_id } = row.account
  return {
    ...row,
    ...more,
    closes_account: closes_account_by !== null,
    functions: await listFunctions(tx, { id, today }),
    also_at: user_id === null ? [] : await listOtherSchools(tx, viewer, user_id),
  }
}
