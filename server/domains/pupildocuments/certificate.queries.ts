import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

export interface CertificateQuery {
  id: number
  viewer: SchoolViewer
  today: string
}

/** The membership valid on the day, otherwise the last one before it, otherwise the next one. */
async function findLatestMembership(tx: SchoolTransaction, id: number, today: string) {
  const rows = await tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'm.school_id').onRef('y.id', '=', 'm.school_year_id'),
    )
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .leftJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .select(['m.date_start', 'm.date_end', 'y.name as school_year', 'y.date_end as year_end', 'g.grade'])
    .select(CLASS_COLUMNS)
    .where('m.pupil_id', '=', id)
    .orderBy('m.date_start')
    .execute()
  const row = rows.findLast(({ date_start }) => date_start <= today) ?? rows[0]
  return row && { ...row, classgradePlain: toClassRef(row)?.classgradePlain ?? null }
}

/** The data about a pupil for a Schulbescheinigung; undefined when the viewer may not see the pupil. */
export async function findCertified(tx: SchoolTransaction, { id, viewer, today }: CertificateQuery) {
  const pupil = await visiblePupils(tx, viewer, today)
    .select(['p.pupil_number', 'p.firstname', 'p.firstnames_all', 'p.lastname', 'p.lastname_prefix', 'p.birthname'])
    .select(['p.birthdate', 'p.birthplace', 'p.status', 'p.date_entry', 'p.date_exit'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  return pupil && { ...pupil, membership: await findLatestMembership(tx, id, today) }
}
export type Certified = NonNullable<Awaited<ReturnType<typeof findCertified>>>
