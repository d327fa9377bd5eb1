import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'

interface Condition {
  schoolType?: SchoolType
  fromGrade?: number
  toGrade?: number
}

/** Questions that fit some children only (domain §1.5); all others are asked of everybody. */
const CONDITIONS: Partial<Record<string, Condition>> = {
  phone: { fromGrade: 7 },
  mail: { fromGrade: 7 },
  kita_years: { toGrade: 1 },
  school_recommendation: { schoolType: 'secondary_1' },
  foreign_languages: { schoolType: 'secondary_1' },
  afterschool_care: { schoolType: 'primary' },
  afterschool_days: { schoolType: 'primary' },
}

type Schooling = Pick<PupilDetails, 'schoolgrade' | 'memberships' | 'school_type'>

/** Who is still to come has the grade of the first day, who has left the last one. */
const gradeOf = ({ schoolgrade, memberships }: Schooling) => (schoolgrade ?? memberships?.[0]?.schoolgrade)?.grade

/** Whether the field is asked of this child; where grade or type of school is unknown, it is. */
export const isAsked = (field: string, pupil: Schooling) => {
  const { schoolType, fromGrade = 0, toGrade = Number.POSITIVE_INFINITY } = CONDITIONS[field] ?? {}
  const grade = gradeOf(pupil)
  if (grade !== undefined && (grade < fromGrade || grade > toGrade)) return false
  return schoolType === undefined || pupil.school_type === undefined || pupil.school_type === schoolType
}
