import type { Accent, SchoolType } from './schools.facts.ts'

interface SchoolKind {
  label: string
  short: string
  school_type: SchoolType
  grade_min: number
  grade_max: number
  entry_grade: number
  accent: Accent
  show_afterschool_care: boolean
}

/** What choosing a kind of school settles at once (domain §1.1). */
export const SCHOOL_KINDS = {
  primary: {
    label: 'Grundschule fsw',
    short: 'fsw',
    school_type: 'primary',
    grade_min: 1,
    grade_max: 6,
    entry_grade: 1,
    accent: '#2e7d4f',
    show_afterschool_care: true,
  },
  secondary_1: {
    label: 'Oberschule fow',
    short: 'fow',
    school_type: 'secondary_1',
    grade_min: 7,
    grade_max: 10,
    entry_grade: 7,
    accent: '#1f6fc0',
    show_afterschool_care: false,
  },
} as const satisfies Record<SchoolType, SchoolKind>
