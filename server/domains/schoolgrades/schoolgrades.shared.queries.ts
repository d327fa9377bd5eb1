import type { Insertable } from 'kysely'
import type { SchoolgradeCapacity } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export const listGrades = (tx: SchoolTransaction) =>
  tx
    .selectFrom('schoolgrade')
    .select(['id', 'grade', 'name', 'is_entry', 'accepts_lateral'])
    .where('active', '=', true)
    .orderBy('grade')
    .execute()

export const insertCapacities = (tx: SchoolTransaction, capacities: Insertable<SchoolgradeCapacity>[]) =>
  tx.insertInto('schoolgrade_capacity').values(capacities).execute()

/** The seats of a grade in a school year; undefined when they are not set. */
export async function findPlaces(
  tx: SchoolTransaction,
  { school_year_id, desired_grade }: { school_year_id: number; desired_grade: number },
) {
  const row = await tx
    .selectFrom('schoolgrade_capacity as k')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'k.school_id').onRef('g.id', '=', 'k.schoolgrade_id'),
    )
    .select('k.places')
    .where('k.school_year_id', '=', school_year_id)
    .where('g.grade', '=', desired_grade)
    .executeTakeFirst()
  return row?.places
}

export const findGrade = (tx: SchoolTransaction, grade: number) =>
  tx.selectFrom('schoolgrade').select(['id', 'grade']).where('grade', '=', grade).executeTakeFirst()
