import { sql } from 'kysely'
import type { EmployeeDetails } from '#contract/employees.ts'
import { type SchoolTransaction, type SchoolViewer, withSchools } from '#server/db/in-school.ts'
import { getSetting } from '#server/domains/schools/schools.queries.ts'
import { findAccount } from '#server/domains/users/users.queries.ts'
import { listSchools } from '#server/domains/users/users.schools.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { findEmployeeOfUser, listEmployees, toClassName } from './employees.queries.ts'

type Function = EmployeeDetails['functions'][number]

interface FunctionRow extends Pick<Function, 'function' | 'date_start' | 'date_end' | 'school_year'> {
  id: number
  description: string
  grade: number
  grade_to: number | null
}

/** Classes of today and of the time to come in their order, then those of before, newest first. */
export async function listFunctions(tx: SchoolTransaction, { id, today }: { id: number; today: string }) {
  const { rows } = await sql<FunctionRow>`
    select f.function, f.date_start, f.date_end, json_build_object('id', y.id, 'name', y.name, 'state', y.state) as school_year,
      c.id, c.description, g.grade, t.grade as grade_to
    from schoolclass_employee f
    join schoolclass c on c.school_id = f.school_id and c.id = f.schoolclass_id
    join schoolyear y on y.school_id = c.school_id and y.id = c.school_year_id
    join schoolgrade g on g.school_id = c.school_id and g.id = c.schoolgrade_id
    left join schoolgrade t on t.school_id = c.school_id and t.id = c.schoolgrade_to_id
    cross join lateral (select f.date_end is not null and f.date_end < ${today} as is_over) o
    where f.employee_id = ${id}
    order by o.is_over, case when o.is_over then null else y.date_start end, f.date_end desc nulls first,
      g.grade, c.description, c.id, f.date_start desc`.execute(tx)
  return rows.map(
    (row): Function => ({
      schoolclass: toClassName(row),
      school_year: row.school_year,
      function: row.function,
      date_start: row.date_start,
      date_end: row.date_end,
    }),
  )
}

/**
 * Shorts of the viewer's other schools where this account is linked, too. A school that asks its heads for a second
 * factor tells nothing to one without (security §0.10).
 */
async function listOtherSchools(tx: SchoolTransaction, viewer: SchoolViewer, userId: number) {
  const own = await findAccount(tx, viewer.user_id)
  const others = own?.school_ids.filter((id) => id !== viewer.school_id) ?? []
  const isFree = own?.has_two_factor || own?.role === 'admin'
  const linked = await withSchools(tx, { own: viewer.school_id, schoolIds: others }, async (schoolId) => {
    if (!isFree && (await getSetting(tx, 'LOGIN_RULES')).two_factor_for_heads) return []
    const employee = await findEmployeeOfUser(tx, userId)
    return employee && employee.deleted_at === null ? [schoolId] : []
  })
  return (await listSchools(tx, linked.flat())).map(({ short }) => short)
}

/** 404 for an unknown id and for who is in the bin. */
export async function getEmployee(
  tx: SchoolTransaction,
  id: number,
  { viewer, today }: { viewer: SchoolViewer; today: string },
): Promise<EmployeeDetails> {
  const [row] = await listEmployees(tx, { today, id })
  if (!row) throw notFound()
  const more = await tx
    .selectFrom('employee')
    .select(['measles_proof_seen_at', 'extended_certificate_seen_at', 'closes_account', 'note', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { user_id } = row.account
  return {
    ...row,
    ...more,
    functions: await listFunctions(tx, { id, today }),
    also_at: user_id === null ? [] : await listOtherSchools(tx, viewer, user_id),
  }
}
