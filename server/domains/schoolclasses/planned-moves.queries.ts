import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { CLASS_COLUMNS, toClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

interface ClassOnDay {
  id: number
  year_id: number
  day: string
}

/** The later memberships of the class's pupils within its year, by pupil; only in classes the viewer may see. */
export async function listNextPlaces(tx: SchoolTransaction, { id, year_id, day }: ClassOnDay, reader: Reader) {
  const seen = visibleSchoolclasses(tx, reader.viewer, reader.today).select(CLASS_COLUMNS)
  const rows = await tx
    .selectFrom('pupil_schoolclass as m')
    .leftJoin(seen.as('c'), 'c.schoolclass_id', 'm.schoolclass_id')
    .distinctOn('m.pupil_id')
    .select(['m.pupil_id', 'm.schoolclass_id as place', 'm.date_start'])
    .select(['c.schoolclass_id', 'c.description', 'c.class_grade', 'c.grade_to'])
    .where('m.school_year_id', '=', year_id)
    .where('m.date_start', '>', day)
    .where((eb) => eb.or([eb('m.schoolclass_id', '!=', id), eb('m.schoolclass_id', 'is', null)]))
    .where('m.pupil_id', 'in', (eb) =>
      eb.selectFrom('pupil_schoolclass as here').select('here.pupil_id').where('here.schoolclass_id', '=', id),
    )
    .orderBy('m.pupil_id')
    .orderBy('m.date_start')
    .execute()
  const shown = rows.filter(({ place, schoolclass_id }) => place === null || schoolclass_id !== null)
  return new Map(
    shown.map(({ pupil_id, date_start, place: _, ...row }) => [
      pupil_id,
      { schoolclass: toClassName(row), date_start },
    ]),
  )
}

/** Pupils the viewer may see who join the class on a later day, with that day. */
export const listComing = (tx: SchoolTransaction, { id, day }: ClassOnDay, { viewer, today }: Reader) =>
  visiblePupils(tx, viewer, today)
    .innerJoin('pupil_schoolclass as m', (join) =>
      join.onRef('m.school_id', '=', 'p.school_id').onRef('m.pupil_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'm.date_start'])
    .where('m.schoolclass_id', '=', id)
    .where('m.date_start', '>', day)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', eb.ref('m.date_start'))]))
    // A pupil who is in it now and only changes the grade does not join.
    .where('p.id', 'not in', (eb) =>
      eb
        .selectFrom('pupil_schoolclass as here')
        .select('here.pupil_id')
        .where('here.schoolclass_id', '=', id)
        .where('here.date_start', '<=', day)
        .where((inner) => inner.or([inner('here.date_end', 'is', null), inner('here.date_end', '>=', day)])),
    )
    .orderBy('m.date_start')
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('p.id')
    .execute()
