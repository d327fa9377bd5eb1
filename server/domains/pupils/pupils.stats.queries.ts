import { GENDERS } from '#contract/genders.ts'
import type { PupilStats } from '#contract/pupils/pupils.stats.ts'
import { LISTED_STATUSES } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn, visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { pupilsToConfirm } from '#server/domains/sensitive/sensitive.shared.queries.ts'

const listed = (tx: SchoolTransaction, { viewer, today }: Reader) =>
  visiblePupils(tx, viewer, today).where((eb) => eb('p.status', '=', eb.fn.any(eb.val([...LISTED_STATUSES]))))

/** The listed pupils by gender and by today's class, counted in one pass; null without a class. */
const countListed = (tx: SchoolTransaction, reader: Reader) =>
  listed(tx, reader)
    .leftJoin(membershipsOn(tx, reader.today).selectAll('m').as('m'), (join) =>
      join.onRef('m.school_id', '=', 'p.school_id').onRef('m.pupil_id', '=', 'p.id'),
    )
    .select(({ fn }) => ['p.gender', 'm.schoolclass_id', fn.countAll<number>().as('count')])
    .groupBy(['p.gender', 'm.schoolclass_id'])
    .execute()

/** Whether there is any child of any status. Because of the order PostgreSQL reads a single entry of `pupil_by_id`. */
const findAny = (tx: SchoolTransaction, { viewer, today }: Reader) =>
  visiblePupils(tx, viewer, today).select('p.id').orderBy('p.id').limit(1).executeTakeFirst()

/** The classes of the active year that the viewer may see. */
const listClasses = (tx: SchoolTransaction, { viewer, today }: Reader) =>
  visibleSchoolclasses(tx, viewer, today)
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .where('y.state', '=', 'active')
    .select(CLASS_COLUMNS)
    .select('c.capacity')
    .orderBy(CLASS_ORDER)
    .execute()

const countToConfirm = async (tx: SchoolTransaction, reader: Reader) => {
  const row = await listed(tx, reader)
    .where('p.id', 'in', pupilsToConfirm(tx, reader.today))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Spec §2: pupils who are active or on leave on the day, by gender, and the classes of the active year (domain §9a).
 */
export async function getPupilStats(tx: SchoolTransaction, reader: Reader): Promise<PupilStats> {
  const seesClassD = reader.viewer.permissions.includes('view pupil sensitive')
  const [any, classes, toConfirm] = await Promise.all([
    findAny(tx, reader),
    listClasses(tx, reader),
    seesClassD ? countToConfirm(tx, reader) : undefined,
  ])
  // Numbers keep restricted children; alone, because other queries would see them as well.
  const counts = await withRestricted(tx, () => countListed(tx, reader))
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0)
  const byClass = classes.flatMap(({ capacity, ...row }) => {
    const named = toClassName(row)
    const count = sum(counts.filter(({ schoolclass_id }) => schoolclass_id === row.schoolclass_id))
    return named ? [{ ...named, count, capacity }] : []
  })
  return {
    ...(toConfirm !== undefined && { toConfirm }),
    total: sum(counts),
    hasPupils: any !== undefined,
    classCount: byClass.length,
    byGender: GENDERS.map((gender) => ({ gender, count: sum(counts.filter((row) => row.gender === gender)) })),
    byClass,
  }
}
