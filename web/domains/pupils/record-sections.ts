import { Pupil } from '#contract/pupils/pupil.record.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { isAttending } from '#contract/pupils/pupils.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { type FormField, fieldsIn } from '#web/forms/fields.ts'

/** A part of the page that is edited for itself (domain §1.5). */
export interface RecordSection {
  name: string
  title: string
  fields: readonly FormField[]
}

export const PERSON_SECTION: RecordSection = {
  name: 'stammdaten',
  title: 'Person',
  fields: fieldsIn(Pupil, [
    ['firstname', 'lastname', 'lastname_prefix', 'birthname'],
    'firstnames_all',
    ['gender', 'birthdate', 'birthplace', 'birth_country'],
    'nationalities',
    ['immigration_year', 'family_language'],
  ]),
}

export const ADDRESS_SECTION: RecordSection = {
  name: 'anschrift',
  title: 'Anschrift & Kontakt',
  fields: fieldsIn(Pupil, [['street', 'house_number'], 'address_extra', ['zip', 'city'], 'country', ['phone', 'mail']]),
}

export const CAREER_SECTION: RecordSection = {
  name: 'laufbahn',
  title: 'Schule & Laufbahn',
  fields: fieldsIn(Pupil, [
    ['date_entry', 'status', 'first_enrolment_year', 'enrolment_kind'],
    'previous_institution',
    ['previous_city', 'previous_school_type', 'previous_grade', 'kita_years', 'school_recommendation'],
    'foreign_languages',
  ]),
}

export const CARE_SECTION: RecordSection = {
  name: 'hort',
  title: 'Hort & Sonstiges',
  fields: fieldsIn(Pupil, [
    ['afterschool_care', 'may_go_home_alone'],
    'afterschool_days',
    ['swim_level'],
    'measles_proof_seen_at',
    'measles_proof_kind',
  ]),
}

export const NOTE_SECTION: RecordSection = {
  name: 'bemerkung',
  title: 'Bemerkung',
  fields: fieldsIn(Pupil, ['note']),
}

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
