import type { Insertable } from 'kysely'
import { classgradePlain } from '#contract/schoolclasses.ts'
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
