import type { Insertable } from 'kysely'
import type { Schoolclass } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { membershipsOn } from '#server/domains/pupils/pupils.queries.ts'
import { visibleSchoolclasses } from './attached.queries.ts'
import { CLASS_COLUMNS, CLASS_ORDER, classNames, toClassName } from './class-names.queries.ts'

export const insertSchoolclasses = (tx: SchoolTransaction, classes: Insertable<Schoolclass>[]) =>
  tx.insertInto('schoolclass').values(classes).returning(['id', 'schoolgrade_id', 'description']).execute()

/** How many pupils belong to each class on the day, without the bin and without who has left. */
export const memberCounts = (tx: SchoolTransaction, day: string) =>
  membershipsOn(tx, day)
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'm.school_id').onRef('p.id', '=', 'm.pupil_id'))
    .where('p.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', day)]))
    .select(({ fn }) => [
      'm.schoolclass_id',
      fn.countAll<number>().as('pupil_count'),
      fn.countAll<number>().filterWhere('p.gender', '=', 'm').as('count_m'),
      fn.countAll<number>().filterWhere('p.gender', '=', 'f').as('count_f'),
      fn.countAll<number>().filterWhere('p.gender', '=', 'd').as('count_d'),
    ])
    .groupBy('m.schoolclass_id')

/** How many belong to one class on the day. */
export async function countMembers(tx: SchoolTransaction, id: number, day: string) {
  const row = await memberCounts(tx, day).where('m.schoolclass_id', '=', id).executeTakeFirst()
  return row?.pupil_count ?? 0
}

/** All classes of a school year in their one order, with the pupils that belong to each on the day. */
export async function listSchoolclasses(tx: SchoolTransaction, { yearId, day }: { yearId: number; day: string }) {
  const rows = await tx
    .selectFrom(classNames().as('c'))
    .leftJoin(memberCounts(tx, day).as('n'), 'n.schoolclass_id', 'c.id')
    .select(CLASS_COLUMNS)
    .select(['c.capacity', 'c.schoolgrade_id', 'n.pupil_count'])
    .where('c.school_year_id', '=', yearId)
    .orderBy(CLASS_ORDER)
    .execute()
  return rows.flatMap(({ capacity, schoolgrade_id, pupil_count, ...row }) => {
    const named = toClassName(row)
    if (!named) return []
    const { grade } = named.schoolgrade
    return [{ ...named, capacity, schoolgrade_id, grade, grade_to: row.grade_to, pupil_count: pupil_count ?? 0 }]
  })
}

/** The classes of the active year that the viewer may choose from, in their one order. */
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

/** Those of the classes that the viewer may see, of whatever year. */
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
