import type { Insertable } from 'kysely'
import { classgradePlain } from '#contract/class-names.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import type { Schoolclass } from '#server/db/schema.generated.ts'

export const insertSchoolclasses = (tx: SchoolTransaction, classes: Insertable<Schoolclass>[]) =>
  tx.insertInto('schoolclass').values(classes).returning(['id', 'schoolgrade_id', 'description']).execute()

/** The classes of a school year in their one order, with the pupils that belong to each on the day. */
export async function listSchoolclasses(tx: SchoolTransaction, { yearId, day }: { yearId: number; day: string }) {
  const rows = await tx
    .selectFrom('schoolclass as c')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'c.school_id').onRef('g.id', '=', 'c.schoolgrade_id'),
    )
    .leftJoin('schoolgrade as t', (join) =>
      join.onRef('t.school_id', '=', 'c.school_id').onRef('t.id', '=', 'c.schoolgrade_to_id'),
    )
    .select((eb) => [
      'c.id',
      'c.description',
      'c.capacity',
      'c.schoolgrade_id',
      'g.grade',
      't.grade as grade_to',
      eb
        .selectFrom('pupil_schoolclass as m')
        .innerJoin('pupil as p', (join) =>
          join.onRef('p.school_id', '=', 'm.school_id').onRef('p.id', '=', 'm.pupil_id'),
        )
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('m.school_id', '=', 'c.school_id')
        .whereRef('m.schoolclass_id', '=', 'c.id')
        .where('p.deleted_at', 'is', null)
        .where('m.date_start', '<=', day)
        .where((e) => e.or([e('m.date_end', 'is', null), e('m.date_end', '>=', day)]))
        .as('pupil_count'),
    ])
    .where('c.school_year_id', '=', yearId)
    .orderBy('g.grade')
    .orderBy('c.description')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({ ...row, pupil_count: row.pupil_count ?? 0, classgradePlain: classgradePlain(row) }))
}

/** Classes of the active school year; 0 without one. */
export async function countClassesOfActiveYear(tx: SchoolTransaction) {
  const { count } = await tx
    .selectFrom('schoolclass as c')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .where('y.state', '=', 'active')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The classes of the active year to choose from, in their one order. */
export async function listFormClasses(tx: SchoolTransaction) {
  const rows = await tx
    .selectFrom('schoolclass as c')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'c.school_id').onRef('g.id', '=', 'c.schoolgrade_id'),
    )
    .leftJoin('schoolgrade as t', (join) =>
      join.onRef('t.school_id', '=', 'c.school_id').onRef('t.id', '=', 'c.schoolgrade_to_id'),
    )
    .where('y.state', '=', 'active')
    .select(['c.id', 'c.description', 'g.grade', 't.grade as grade_to'])
    .orderBy('g.grade')
    .orderBy('c.description')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    classgradePlain: classgradePlain(row),
    schoolgrade: { grade: row.grade },
  }))
}
