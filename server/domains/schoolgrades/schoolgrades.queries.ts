import type { Insertable } from 'kysely'
import type { SchoolgradeCapacity } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface GradeRange {
  grade_min: number
  grade_max: number
  entry_grade: number
}

/** Makes the grades of a school, each leading to the next; the last is the leaving grade. */
export async function insertGrades(
  tx: SchoolTransaction,
  schoolId: number,
  { grade_min, grade_max, entry_grade }: GradeRange,
) {
  const numbers = Array.from({ length: grade_max - grade_min + 1 }, (_, offset) => grade_min + offset)
  const grades = await tx
    .insertInto('schoolgrade')
    .values(
      numbers.map((grade) => ({
        school_id: schoolId,
        grade,
        name: `Klassenstufe ${grade}`,
        is_entry: grade === entry_grade,
        accepts_lateral: grade !== entry_grade,
      })),
    )
    .returning(['id', 'grade'])
    .execute()
  await tx
    .updateTable('schoolgrade as g')
    .from('schoolgrade as n')
    .set((eb) => ({ next_schoolgrade_id: eb.ref('n.id') }))
    .whereRef('n.school_id', '=', 'g.school_id')
    .whereRef('n.grade', '=', (eb) => eb('g.grade', '+', 1))
    .execute()
  return grades
}

export const listGrades = (tx: SchoolTransaction) =>
  tx
    .selectFrom('schoolgrade')
    .select(['id', 'grade', 'name', 'is_entry', 'accepts_lateral'])
    .where('active', '=', true)
    .orderBy('grade')
    .execute()

export const insertCapacities = (tx: SchoolTransaction, capacities: Insertable<SchoolgradeCapacity>[]) =>
  tx.insertInto('schoolgrade_capacity').values(capacities).execute()

/** Gives a year the places that another one has. */
export const copyCapacities = async (tx: SchoolTransaction, { fromId, toId }: { fromId: number; toId: number }) => {
  await tx
    .insertInto('schoolgrade_capacity')
    .columns(['school_id', 'school_year_id', 'schoolgrade_id', 'places'])
    .expression(
      tx
        .selectFrom('schoolgrade_capacity')
        .select((eb) => ['school_id', eb.val(toId).as('school_year_id'), 'schoolgrade_id', 'places'])
        .where('school_year_id', '=', fromId),
    )
    .execute()
}

/** Places of a grade in a school year, undefined when none were set. */
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
