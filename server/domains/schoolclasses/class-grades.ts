import { MESSAGES } from '#contract/formats.ts'
import { SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findGrades } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'

interface GradeIds {
  schoolgrade_id: number
  schoolgrade_to_id: number | null
}

/** Lowest and highest grade of a class; 422 when the school lacks one, or the second is not above the first. */
export async function readGrades(tx: SchoolTransaction, { schoolgrade_id, schoolgrade_to_id }: GradeIds) {
  const grades = await findGrades(
    tx,
    [schoolgrade_id, schoolgrade_to_id].filter((id) => id !== null),
  )
  const gradeOf = (id: number) => grades.find((grade) => grade.id === id)?.grade
  const from = gradeOf(schoolgrade_id)
  if (from === undefined) throw invalid({ schoolgrade_id: [MESSAGES.boolean] })
  if (schoolgrade_to_id === null) return { from, to: from }
  const to = gradeOf(schoolgrade_to_id)
  if (to === undefined) throw invalid({ schoolgrade_to_id: [MESSAGES.boolean] })
  if (to <= from) throw invalid({ schoolgrade_to_id: [SCHOOLCLASS_TEXTS.gradeToNotHigher] })
  return { from, to }
}
