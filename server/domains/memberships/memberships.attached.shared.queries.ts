import { type RawBuilder, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { CLASS_COLUMNS, CLASS_ORDER, classNames, toClassName } from './memberships.classes.shared.queries.ts'

/** A future class leader sees the names of the class this many days before its school year begins (domain §4). */
const NAMES_BEFORE_DAYS = 30

/** The part of the viewer that decides which classes are visible. */
type ClassViewer = Pick<SchoolViewer, 'user_id' | 'permissions'>

/** Says whether function and employment are valid on the day. */
const isValidOn = (day: RawBuilder<string>) => sql<boolean>`f.date_start <= ${day}
  and (f.date_end is null or f.date_end >= ${day}) and (e.date_exit is null or e.date_exit >= ${day})`

/** A user's functions in classes on any day and in any year, through the employee to whom the account is linked. */
const functionsOf = (tx: SchoolTransaction, userId: number) =>
  tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .innerJoin('schoolclass as a', (join) =>
      join.onRef('a.school_id', '=', 'f.school_id').onRef('a.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'a.school_id').onRef('y.id', '=', 'a.school_year_id'),
    )
    .select('f.schoolclass_id')
    .where('e.user_id', '=', userId)
    .where('e.deleted_at', 'is', null)

/**
 * The one source of "attached" (domain §4): user → employee → function valid on the day → class of the active year. A
 * subquery with ids of classes; empty without an employee.
 */
export const attachedClassIds = (tx: SchoolTransaction, { user_id }: Pick<SchoolViewer, 'user_id'>, today: string) =>
  functionsOf(tx, user_id)
    .where('y.state', '=', 'active')
    .where(isValidOn(sql<string>`${today}::date`))

/** Classes of the coming year that the viewer will lead, from 30 days before its first day on: only their names. */
const soonLedClassIds = (tx: SchoolTransaction, viewer: ClassViewer, today: string) =>
  functionsOf(tx, viewer.user_id)
    .where('f.function', '=', 'responsible')
    .where('y.state', '=', 'planned')
    .where('y.date_start', '<=', sql<string>`${today}::date + ${sql.lit(NAMES_BEFORE_DAYS)}`)
    .where(isValidOn(sql<string>`greatest(y.date_start, ${today}::date)`))

/** Viewers who see only attached classes get only the names of a coming class (domain §4). */
export const isNamesOnly = ({ permissions }: SchoolViewer, { is_attached }: { is_attached: unknown }) =>
  !permissions.includes('view schoolclasses') && is_attached !== true

/**
 * The classes of all years that this viewer may see, as `c`, with the columns that make their names: every query that
 * returns classes starts here (domain §4).
 */
export const visibleSchoolclasses = (tx: SchoolTransaction, viewer: ClassViewer, today: string) => {
  const classes = tx.selectFrom(classNames().as('c'))
  if (viewer.permissions.includes('view schoolclasses')) return classes
  if (!viewer.permissions.includes('view attached schoolclasses')) return classes.where(sql<boolean>`false`)
  return classes.where((eb) =>
    eb.or([
      eb('c.id', 'in', attachedClassIds(tx, viewer, today)),
      eb('c.id', 'in', soonLedClassIds(tx, viewer, today)),
    ]),
  )
}

/** The classes of the active year from which the viewer may choose, in their fixed order. */
export async function listFormClasses(tx: SchoolTransaction, viewer: SchoolViewer, today: string) {
  const rows = await visibleSchoolclasses(tx, viewer, today)
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .where('y.state', '=', 'active')
    .select(CLASS_COLUMNS)
    .orderBy(CLASS_ORDER)
    .execute()
  return rows.flatMap((row) => {
    const named = toClassName(row)
    return named ? [{ ...named, grade_to: row.grade_to }] : []
  })
}

/** Returns which of these classes the viewer may see, in any year, by id. */
export async function listVisibleClassIds(
  tx: SchoolTransaction,
  { viewer, today, ids }: { viewer: SchoolViewer; today: string; ids: readonly number[] },
) {
  const rows = await visibleSchoolclasses(tx, viewer, today)
    .select('c.id')
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map(({ id }) => id)
}
