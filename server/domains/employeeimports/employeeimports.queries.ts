import { type Insertable, sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import type { SchoolclassEmployee } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'

/** Everybody outside the bin, also those who have left. */
export const listColleagues = (tx: SchoolTransaction) =>
  tx
    .selectFrom('employee')
    .select(['id', 'firstname', 'lastname', 'short_name', 'employee_type', 'mail', 'active'])
    .where('deleted_at', 'is', null)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute()

/** The classes of a school year in their order. */
export async function listYearClasses(tx: SchoolTransaction, yearId: number) {
  const rows = await tx
    .selectFrom(classNames().as('c'))
    .select(CLASS_COLUMNS)
    .where('c.school_year_id', '=', yearId)
    .orderBy(CLASS_ORDER)
    .execute()
  return rows.flatMap((row) => {
    const named = toClassName(row)
    return named ? [{ id: named.id, name: named.classgradePlain }] : []
  })
}

/** Locks the classes of a year in the order of their ids, so that nobody changes their staff meanwhile. */
export const lockYearClasses = (tx: SchoolTransaction, yearId: number) =>
  tx
    .selectFrom('schoolclass')
    .select('id')
    .where('school_year_id', '=', yearId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Functions in the classes of a year that are not over on the day. */
export const listOpenFunctions = (tx: SchoolTransaction, { yearId, day }: { yearId: number; day: string }) =>
  tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('schoolclass as c', (join) =>
      join.onRef('c.school_id', '=', 'f.school_id').onRef('c.id', '=', 'f.schoolclass_id'),
    )
    .select(['f.schoolclass_id', 'f.function', 'f.position', 'f.date_end'])
    .where('c.school_year_id', '=', yearId)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', day)]))
    .execute()

export const insertFunctions = (tx: SchoolTransaction, rows: Insertable<SchoolclassEmployee>[]) =>
  tx.insertInto('schoolclass_employee').values(rows).execute()

interface ImportedRow {
  id: number
  firstname: string
  lastname: string
  is_touched: boolean
}

/** Somebody has worked on the person `e` since the import. */
const isTouched = sql<boolean>`(e.version > 1 or e.deleted_at is not null or e.user_id is not null
  or exists (select from retention_hold h where h.school_id = e.school_id and h.employee_id = e.id)
  or exists (select from privacy_request q where q.school_id = e.school_id and q.subject_type = 'employee' and q.subject_id = e.id)
  or exists (select from schoolclass_employee f where f.school_id = e.school_id and f.employee_id = e.id
    and (f.created_at <> e.created_at or f.updated_at <> f.created_at or f.date_end is not null)))`

/** How many people of each import stay when it is undone, or have stayed. */
export async function countTouched(tx: SchoolTransaction, importIds: readonly number[]) {
  const rows = await tx
    .selectFrom('employee as e')
    .select((eb) => ['e.import_id', eb.fn.countAll<number>().as('count')])
    .where('e.import_id', '=', (eb) => eb.fn.any(eb.val([...importIds])))
    .where(isTouched)
    .groupBy('e.import_id')
    .execute()
  return new Map(rows.map(({ import_id, count }) => [import_id, Number(count)]))
}

/**
 * Locks the people of an import and returns on whom somebody has worked since: they were changed, linked to an account,
 * moved to the bin or put on hold, or their classes changed.
 */
export async function lockImported(tx: SchoolTransaction, importId: number) {
  await tx.selectFrom('employee').select('id').where('import_id', '=', importId).orderBy('id').forUpdate().execute()
  const { rows } = await sql<ImportedRow>`
    select e.id, e.firstname, e.lastname, ${isTouched} as is_touched
    from employee e where e.import_id = ${importId} order by e.lastname, e.firstname, e.id`.execute(tx)
  return rows.map((row) => ({ id: row.id, name: fullName(row), is_touched: row.is_touched }))
}

/** Removes the functions of these people and returns the classes with the functions that they had. */
export const deleteFunctionsOf = (tx: SchoolTransaction, employeeIds: readonly number[]) =>
  tx
    .deleteFrom('schoolclass_employee')
    .where((eb) => eb('employee_id', '=', eb.fn.any(eb.val([...employeeIds]))))
    .returning(['schoolclass_id', 'function'])
    .execute()
