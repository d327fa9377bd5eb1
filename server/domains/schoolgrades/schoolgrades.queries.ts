import type { Insertable } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import type { SchoolgradeCapacity } from '#server/db/schema.generated.ts'

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
