import { type Insertable, sql, type Updateable } from 'kysely'
import type { Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import type { Schoolgrade as SchoolgradeRow } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

const FIELDS = [
  'id',
  'grade',
  'name',
  'is_entry',
  'accepts_lateral',
  'next_schoolgrade_id',
  'active',
  'version',
] as const

const listRows = (tx: SchoolTransaction, id: number | undefined) =>
  withRestricted(tx, () =>
    tx
      .selectFrom('schoolgrade as s')
      .select(FIELDS)
      .select((eb) => [
        eb
          .selectFrom('schoolclass as c')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('c.school_id', '=', 's.school_id')
          .where((on) =>
            on.or([on('c.schoolgrade_id', '=', on.ref('s.id')), on('c.schoolgrade_to_id', '=', on.ref('s.id'))]),
          )
          .as('schoolclasses'),
        eb
          .selectFrom('pupil_schoolclass as m')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('m.school_id', '=', 's.school_id')
          .whereRef('m.schoolgrade_id', '=', 's.id')
          .as('memberships'),
        // An application refers to the number of the grade, not to its row.
        eb
          .selectFrom('registration as r')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('r.school_id', '=', 's.school_id')
          .whereRef('r.desired_grade', '=', 's.grade')
          .as('registrations'),
        eb
          .selectFrom('schoolgrade as p')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('p.school_id', '=', 's.school_id')
          .whereRef('p.next_schoolgrade_id', '=', 's.id')
          .as('previous_grades'),
      ])
      .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? 0))
      .orderBy('grade')
      .execute(),
  )

/** How many classes each grade has by year, newest first; a class of two grades counts for both. */
const listClassCounts = (tx: SchoolTransaction) =>
  tx
    .selectFrom('schoolclass as c')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .innerJoin('schoolgrade as s', (join) =>
      join
        .onRef('s.school_id', '=', 'c.school_id')
        .on((on) =>
          on.or([on('s.id', '=', on.ref('c.schoolgrade_id')), on('s.id', '=', on.ref('c.schoolgrade_to_id'))]),
        ),
    )
    .select(({ fn }) => ['s.id', 'c.school_year_id', 'y.name as school_year', fn.countAll<number>().as('count')])
    .groupBy(['s.id', 'c.school_year_id', 'y.name', 'y.date_start'])
    .orderBy('y.date_start', 'desc')
    .execute()

/** The active and the planned years, for which staff set seats, earliest first. */
export const listPlannableYears = (tx: SchoolTransaction) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name', 'state'])
    .where('state', '<>', 'closed')
    .orderBy('date_start')
    .execute()

/** The grades of the school with their seats in these years; with `id` only that one. */
export async function listGradeDetails(
  tx: SchoolTransaction,
  { years, id }: { years: readonly { id: number }[]; id?: number },
): Promise<Schoolgrade[]> {
  const rows = await listRows(tx, id)
  const places = await tx
    .selectFrom('schoolgrade_capacity')
    .select(['schoolgrade_id', 'school_year_id', 'places'])
    .execute()
  const classCounts = await listClassCounts(tx)
  return rows.map(({ schoolclasses, memberships, registrations, previous_grades, ...grade }) => ({
    ...grade,
    places: years.map((year) => ({
      school_year_id: year.id,
      places:
        places.find(({ schoolgrade_id, school_year_id }) => schoolgrade_id === grade.id && school_year_id === year.id)
          ?.places ?? null,
    })),
    usage: {
      schoolclasses: schoolclasses ?? 0,
      memberships: memberships ?? 0,
      registrations: registrations ?? 0,
      previous_grades: previous_grades ?? 0,
    },
    classes_by_year: classCounts.filter((row) => row.id === grade.id).map(({ id: _grade, ...count }) => count),
  }))
}

/** Locks a grade for a change until the transaction ends; undefined for one of another school. */
export const lockSchoolgrade = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolgrade').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertSchoolgrade(tx: SchoolTransaction, grade: Insertable<SchoolgradeRow>) {
  const { id } = await tx.insertInto('schoolgrade').values(grade).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateSchoolgrade = async (tx: SchoolTransaction, id: number, change: Updateable<SchoolgradeRow>) => {
  await tx.updateTable('schoolgrade').set(change).where('id', '=', id).execute()
}

export const deleteSchoolgrade = async (tx: SchoolTransaction, id: number) => {
  await tx.deleteFrom('schoolgrade').where('id', '=', id).execute()
}

interface Places {
  schoolgrade_id: number
  school_year_id: number
  places: number
}

/** Sets the seats of a grade in a year; the id of their row. */
export const upsertPlaces = async (tx: SchoolTransaction, row: Places) => {
  const { id } = await tx
    .insertInto('schoolgrade_capacity')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'school_year_id', 'schoolgrade_id'])
        .doUpdateSet(({ ref }) => ({ places: ref('excluded.places'), updated_at: sql<string>`now()` })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes the seats of a grade in a year; the id that their row had. */
export const deletePlaces = async (
  tx: SchoolTransaction,
  { schoolgrade_id, school_year_id }: Omit<Places, 'places'>,
) => {
  const { id } = await tx
    .deleteFrom('schoolgrade_capacity')
    .where('schoolgrade_id', '=', schoolgrade_id)
    .where('school_year_id', '=', school_year_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
