import { expressionBuilder, type Insertable, sql } from 'kysely'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import type { DB, Schoolclass } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Classes with the grades that make their names, for joins as `c`: `leftJoin(classNames().as('c'), …)`. PostgreSQL
 * merges it into the query around it.
 */
export const classNames = () =>
  expressionBuilder<DB>()
    .selectFrom('schoolclass as s')
    .leftJoin('schoolgrade as from', (join) =>
      join.onRef('from.school_id', '=', 's.school_id').onRef('from.id', '=', 's.schoolgrade_id'),
    )
    .leftJoin('schoolgrade as to', (join) =>
      join.onRef('to.school_id', '=', 's.school_id').onRef('to.id', '=', 's.schoolgrade_to_id'),
    )
    .selectAll('s')
    .select(['from.grade as class_grade', 'to.grade as grade_to'])

/** The columns that `toClassRef` reads. */
export const CLASS_COLUMNS = ['c.id as schoolclass_id', 'c.description', 'c.class_grade', 'c.grade_to'] as const

/** The fixed order of classes (domain §1.4), the same as `compareClasses` in the contract. */
export const CLASS_ORDER_COLUMNS = ['c.class_grade', 'c.description', 'c.id'].map((column) => sql.ref(column))
export const CLASS_ORDER = sql.join(CLASS_ORDER_COLUMNS)

export interface ClassColumns {
  schoolclass_id: number | null
  description: string | null
  class_grade: number | null
  grade_to: number | null
}

/** The class as it is named and sorted everywhere (spec §3), or null when there is none. */
export const toClassName = ({ schoolclass_id, description, class_grade, grade_to }: ClassColumns) =>
  schoolclass_id === null || description === null || class_grade === null
    ? null
    : {
        id: schoolclass_id,
        description,
        classgradePlain: classgradePlain({ description, grade: class_grade, grade_to }),
        schoolgrade: { grade: class_grade },
      }

/** The name of the class for people, or null while the class is open. */
export const toClassRef = (row: ClassColumns) => {
  const named = toClassName(row)
  return named && { id: named.id, classgradePlain: named.classgradePlain }
}

/** The name of an existing class, for any viewer. */
export async function findClassName(tx: SchoolTransaction, id: number) {
  const row = await tx.selectFrom(classNames().as('c')).select(CLASS_COLUMNS).where('c.id', '=', id).executeTakeFirst()
  return row ? toClassName(row) : null
}

export const selectClass = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolclass').selectAll().where('id', '=', id)
export type LockedClass = NonNullable<Awaited<ReturnType<ReturnType<typeof selectClass>['executeTakeFirst']>>>

/** Locks a class while pupils are added: nobody deletes or changes it meanwhile. */
export const lockClassForPupils = (tx: SchoolTransaction, id: number): Promise<LockedClass | undefined> =>
  selectClass(tx, id).forShare().executeTakeFirst()

export const findGrades = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('schoolgrade')
    .select(['id', 'grade'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

export const insertSchoolclasses = (tx: SchoolTransaction, classes: Insertable<Schoolclass>[]) =>
  tx.insertInto('schoolclass').values(classes).returning(['id', 'schoolgrade_id', 'description']).execute()
