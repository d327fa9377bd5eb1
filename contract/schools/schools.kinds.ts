import type { Accent, SchoolType } from './schools.facts.ts'

interface SchoolKind {
  label: string
  accent: Accent
  show_afterschool_care: boolean
}

/** What the kind of a school settles at once (domain §1.1). */
export const SCHOOL_KINDS = {
  primary: { label: 'Grundschule', accent: '#2e7d4f', show_afterschool_care: true },
  secondary_1: { label: 'Oberschule', accent: '#1f6fc0', show_afterschool_care: false },
} as const satisfies Record<SchoolType, SchoolKind>

/** From this grade on, children come from another school, so the form asks for it. */
const FIRST_SECONDARY_GRADE = 5

/** The kind decides which questions the application form asks (domain §2). */
export const kindOf = ({ grade_min }: { grade_min: number }): SchoolType =>
  grade_min < FIRST_SECONDARY_GRADE ? 'primary' : 'secondary_1'

export interface GradeRange {
  grade_min: number
  grade_max: number
}

/** The usual ranges of grades; every other range is chosen by its ends. */
export const SCHOOL_RANGES = [
  { grade_min: 1, grade_max: 4 },
  { grade_min: 1, grade_max: 6 },
  { grade_min: 7, grade_max: 10 },
] as const satisfies readonly GradeRange[]
