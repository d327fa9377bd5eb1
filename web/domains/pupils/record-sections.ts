import { Pupil } from '#contract/pupils/pupil.record.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { isAttending } from '#contract/pupils/pupils.ts'
import { fieldsOf } from '#contract/record.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { type FormField, fieldsIn } from '#web/forms/fields.ts'

/** A part of the page that is edited for itself (domain §1.5). */
export interface RecordSection {
  name: string
  title: string
  fields: readonly FormField[]
}

/** The fields of the sections; two in a list of their own stand beside each other. */
const LAYOUTS = {
  stammdaten: [
    ['firstname', 'lastname', 'lastname_prefix', 'birthname'],
    'firstnames_all',
    ['gender', 'birthdate', 'birthplace', 'birth_country'],
    'nationalities',
    ['immigration_year', 'family_language'],
  ],
  anschrift: [['street', 'house_number'], 'address_extra', ['zip', 'city'], 'country', ['phone', 'mail']],
  laufbahn: [
    ['date_entry', 'status', 'first_enrolment_year', 'enrolment_kind'],
    'previous_institution',
    ['previous_city', 'previous_school_type', 'previous_grade', 'kita_years', 'school_recommendation'],
    'foreign_languages',
  ],
  hort: [
    ['afterschool_care', 'may_go_home_alone'],
    'afterschool_days',
    ['swim_level'],
    'measles_proof_seen_at',
    'measles_proof_kind',
  ],
  bemerkung: ['note'],
} as const
type SectionName = keyof typeof LAYOUTS

/** An exit has a dialog of its own. */
const ELSEWHERE: readonly string[] = ['date_exit', 'exit_reason', 'next_school']

const sectionByKey = new Map<string, string>(
  Object.entries(LAYOUTS).flatMap(([name, layout]) => layout.flat().map((key) => [key, name] as const)),
)

/** A field that no layout names stands at the end of the section that the field before it in the record belongs to. */
const addedTo = (name: SectionName) => {
  let current: string | undefined
  return fieldsOf(Pupil).flatMap(({ key }) => {
    const own = sectionByKey.get(key)
    current = own ?? current
    return own === undefined && current === name && !ELSEWHERE.includes(key) ? [key] : []
  })
}

const sectionOf = (name: SectionName, title: string): RecordSection => ({
  name,
  title,
  fields: fieldsIn(Pupil, [...LAYOUTS[name], ...addedTo(name)]),
})

export const PERSON_SECTION = sectionOf('stammdaten', 'Person')
export const ADDRESS_SECTION = sectionOf('anschrift', 'Anschrift & Kontakt')
export const CAREER_SECTION = sectionOf('laufbahn', 'Schule & Laufbahn')
export const CARE_SECTION = sectionOf('hort', 'Hort & Sonstiges')
export const NOTE_SECTION = sectionOf('bemerkung', 'Bemerkung')

/** The record with its address beside the rest, as a change names the keys. */
export const recordOf = ({ address, ...pupil }: PupilDetails) => ({
  ...pupil,
  ...address,
  country: address?.country ?? 'DE',
})

export type PupilRecord = ReturnType<typeof recordOf>

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

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** The type of the school before is free text in the record: what stands there can be kept. */
const withStored = (field: FormField, stored: unknown): FormField => {
  const { kind, choices = [] } = field
  if (kind !== 'choice' || !stored || choices.some(({ value }) => value === stored)) return field
  return { ...field, choices: [...choices, { value: String(stored), label: String(stored) }] }
}

/** The section as it fits this child. */
export const sectionFor = (section: RecordSection, pupil: PupilDetails): RecordSection => {
  const record: Record<string, unknown> = recordOf(pupil)
  const fits = ({ key }: FormField) =>
    key === 'status' ? isAttending(pupil) : isAsked(key, pupil) || isFilled(record[key])
  return { ...section, fields: section.fields.filter(fits).map((field) => withStored(field, record[field.key])) }
}
