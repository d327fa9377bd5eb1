import { GENDERS, type Gender } from '#contract/genders.ts'
import type { PupilStats } from '#contract/pupils.stats.ts'
import { LISTED_STATUSES } from '#contract/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/schoolclasses/attached.queries.ts'
import { CLASS_COLUMNS, CLASS_ORDER, toClassName } from '#server/domains/schoolclasses/class-names.queries.ts'
import { pupilsToConfirm } from '#server/domains/sensitive/sensitive.queries.ts'
import { membershipsOn, visiblePupils } from './pupils.queries.ts'

interface Asking {
  viewer: SchoolViewer
  today: string
}

const listed = (tx: SchoolTransaction, { viewer, today }: Asking) =>
  visiblePupils(tx, viewer, today).where((eb) => eb('p.status', '=', eb.fn.any(eb.val([...LISTED_STATUSES]))))

/** The classes of the active year with the listed pupils that belong to each today. */
async function countByClass(tx: SchoolTransaction, asking: Asking) {
  const members = membershipsOn(tx, asking.today)
    .where('m.pupil_id', 'in', listed(tx, asking).select('p.id'))
    .select(({ fn }) => ['m.schoolclass_id', fn.countAll<number>().as('count')])
    .groupBy('m.schoolclass_id')
  const rows = await visibleSchoolclasses(tx, asking.viewer, asking.today)
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .leftJoin(members.as('n'), 'n.schoolclass_id', 'c.id')
    .where('y.state', '=', 'active')
    .select(CLASS_COLUMNS)
    .select(['n.count', 'c.capacity'])
    .orderBy(CLASS_ORDER)
    .execute()
  return rows.flatMap((row) => {
    const named = toClassName(row)
    return named ? [{ ...named, count: row.count ?? 0, capacity: row.capacity }] : []
  })
}

const countToConfirm = async (tx: SchoolTransaction, asking: Asking) => {
  const row = await listed(tx, asking)
    .where('p.id', 'in', pupilsToConfirm(tx, asking.today))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Spec §2: pupils who are active or on leave on the day, by gender, and the classes of the active year (domain §9a). */
export async function getPupilStats(tx: SchoolTransaction, asking: Asking): Promise<PupilStats> {
  const byGender = await listed(tx, asking)
    .select(({ fn }) => ['p.gender', fn.countAll<number>().as('count')])
    .groupBy('p.gender')
    .execute()
  const ofGender = (gender: Gender) => byGender.find((row) => row.gender === gender)?.count ?? 0
  const byClass = await countByClass(tx, asking)
  const seesClassD = asking.viewer.permissions.includes('view pupil sensitive')
  return {
    ...(seesClassD && { toConfirm: await countToConfirm(tx, asking) }),
    total: byGender.reduce((sum, { count }) => sum + count, 0),
    classCount: byClass.length,
    byGender: GENDERS.map((gender) => ({ gender, count: ofGender(gender) })),
    byClass,
  }
}
