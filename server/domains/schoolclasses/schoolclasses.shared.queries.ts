import { classDay } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import {
  attachedClassIds,
  isNamesOnly,
  visibleSchoolclasses,
} from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** The number of pupils in each class on the day, without the bin and without those who have left. */
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

/** The number of pupils in one class on the day. */
export async function countMembers(tx: SchoolTransaction, id: number, day: string) {
  const row = await withRestricted(tx, () =>
    memberCounts(tx, day).where('m.schoolclass_id', '=', id).executeTakeFirst(),
  )
  return row?.pupil_count ?? 0
}

/** All classes of a school year in their fixed order, with the pupils in each on the day. */
export async function listSchoolclasses(tx: SchoolTransaction, { yearId, day }: { yearId: number; day: string }) {
  const rows = await withRestricted(tx, () =>
    tx
      .selectFrom(classNames().as('c'))
      .leftJoin(memberCounts(tx, day).as('n'), 'n.schoolclass_id', 'c.id')
      .select(CLASS_COLUMNS)
      .select(['c.capacity', 'c.schoolgrade_id', 'n.pupil_count'])
      .where('c.school_year_id', '=', yearId)
      .orderBy(CLASS_ORDER)
      .execute(),
  )
  return rows.flatMap(({ capacity, schoolgrade_id, pupil_count, ...row }) => {
    const named = toClassName(row)
    if (!named) return []
    const { grade } = named.schoolgrade
    return [{ ...named, capacity, schoolgrade_id, grade, grade_to: row.grade_to, pupil_count: pupil_count ?? 0 }]
  })
}

/** The year of a class the viewer may see, and whether only its names may be seen (domain §4). */
export async function findClassScope(tx: SchoolTransaction, id: number, reader: Reader) {
  const { viewer, today } = reader
  const found = await visibleSchoolclasses(tx, viewer, today)
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .select(['c.id', 'c.previous_schoolclass_id', 'y.id as year_id', 'y.state', 'y.date_start', 'y.date_end'])
    .select((eb) => eb('c.id', 'in', attachedClassIds(tx, viewer, today)).as('is_attached'))
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  return {
    ...found,
    day: shownDay({ ...found, id: found.year_id }, reader),
    is_names_only: isNamesOnly(viewer, found),
  }
}

interface Year {
  id: number
  state: string
  date_start: string
  date_end: string
}

/**
 * The day for which the classes of a year are shown. In the active year it is today for teachers, who are attached only
 * to today's pupils (domain §4).
 */
export const shownDay = (year: Year, { viewer, today }: Reader) =>
  year.state !== 'active' || viewer.permissions.includes('view schoolclasses') ? classDay(year, today) : today
