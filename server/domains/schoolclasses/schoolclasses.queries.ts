import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

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
