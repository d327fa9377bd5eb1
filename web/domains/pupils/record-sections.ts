import { GENDER_LABELS, GENDERS } from '#contract/genders.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import {
  AFTERSCHOOL_CARE,
  AFTERSCHOOL_LABELS,
  ENROLMENT_KIND_LABELS,
  ENROLMENT_KINDS,
  KITA_YEAR_LABELS,
  KITA_YEARS,
  MEASLES_PROOF_KIND_LABELS,
  MEASLES_PROOF_KINDS,
  SCHOOL_RECOMMENDATIONS,
  SWIM_LEVEL_LABELS,
  SWIM_LEVELS,
} from '#contract/pupils/pupils.fields.ts'
import { ATTENDING_STATUSES, isAttending, PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import { PREVIOUS_SCHOOL_LABELS } from '#contract/registrations/previous-schools.ts'
import { isAsked } from './asked-fields.ts'
import { type Choice, type RecordField, recordField } from './record-fields.ts'

/** A part of the page that is edited for itself (domain §1.5). */
export interface RecordSection {
  name: string
  title: string
  fields: readonly RecordField[]
}

const choicesOf = <T extends string>(values: readonly T[], labels: Record<T, string>): Choice[] =>
  values.map((value) => ({ value, label: labels[value] }))

export const PERSON_SECTION: RecordSection = {
  name: 'stammdaten',
  title: 'Person',
  fields: [
    recordField('firstname', { hint: 'Der Rufname.', kind: 'text', isRequired: true, isHalf: true }),
    recordField('lastname', { kind: 'text', isRequired: true, isHalf: true }),
    recordField('lastname_prefix', { hint: 'Zum Beispiel von oder de.', kind: 'text', isHalf: true }),
    recordField('birthname', { kind: 'text', isHalf: true }),
    recordField('firstnames_all', { hint: 'Wie in der Geburtsurkunde.', kind: 'text' }),
    recordField('gender', {
      kind: 'choice',
      choices: choicesOf(GENDERS, GENDER_LABELS),
      isRequired: true,
      isHalf: true,
    }),
    recordField('birthdate', { kind: 'date', isPast: true, isRequired: true, isHalf: true }),
    recordField('birthplace', { kind: 'text', isHalf: true }),
    recordField('birth_country', { kind: 'country', codes: 3, isHalf: true }),
    recordField('nationalities', { hint: 'Höchstens zwei.', kind: 'countries' }),
    recordField('immigration_year', {
      hint: 'Nur bei einem Geburtsland außerhalb Deutschlands.',
      kind: 'number',
      isHalf: true,
    }),
    recordField('family_language', { kind: 'language', isHalf: true }),
  ],
}

export const ADDRESS_SECTION: RecordSection = {
  name: 'anschrift',
  title: 'Anschrift & Kontakt',
  fields: [
    recordField('street', { kind: 'text', isHalf: true }),
    recordField('house_number', { kind: 'text', isHalf: true }),
    recordField('address_extra', { kind: 'text' }),
    recordField('zip', { kind: 'text', isHalf: true }),
    recordField('city', { kind: 'text', isHalf: true }),
    recordField('country', { kind: 'country', codes: 2, isRequired: true }),
    recordField('phone', { hint: 'Nur die eigene Nummer des Kindes.', kind: 'phone', isHalf: true }),
    recordField('mail', { hint: 'Nur die eigene Adresse des Kindes.', kind: 'mail', isHalf: true }),
  ],
}

const CAREER_FIELDS: readonly RecordField[] = [
  recordField('date_entry', { kind: 'date', isRequired: true, isHalf: true }),
  recordField('status', {
    kind: 'choice',
    choices: choicesOf(ATTENDING_STATUSES, PUPIL_STATUS_LABELS),
    isRequired: true,
    isHalf: true,
  }),
  recordField('first_enrolment_year', { kind: 'number', isHalf: true }),
  recordField('enrolment_kind', {
    kind: 'choice',
    choices: choicesOf(ENROLMENT_KINDS, ENROLMENT_KIND_LABELS),
    isHalf: true,
  }),
  recordField('previous_institution', { kind: 'text' }),
  recordField('previous_city', { kind: 'text', isHalf: true }),
  recordField('previous_school_type', {
    kind: 'choice',
    choices: Object.entries(PREVIOUS_SCHOOL_LABELS).map(([value, label]) => ({ value, label })),
    isHalf: true,
  }),
  recordField('previous_grade', { kind: 'number', isHalf: true }),
  recordField('kita_years', { kind: 'choice', choices: choicesOf(KITA_YEARS, KITA_YEAR_LABELS), isHalf: true }),
  recordField('school_recommendation', {
    kind: 'choice',
    choices: SCHOOL_RECOMMENDATIONS.map((value) => ({ value, label: value })),
    isHalf: true,
  }),
  recordField('foreign_languages', { kind: 'languages' }),
]

export const CARE_SECTION: RecordSection = {
  name: 'hort',
  title: 'Hort & Sonstiges',
  fields: [
    recordField('afterschool_care', {
      kind: 'choice',
      choices: choicesOf(AFTERSCHOOL_CARE, AFTERSCHOOL_LABELS),
      isHalf: true,
    }),
    recordField('may_go_home_alone', { kind: 'flag', isHalf: true }),
    recordField('afterschool_days', { kind: 'days' }),
    recordField('swim_level', { kind: 'choice', choices: choicesOf(SWIM_LEVELS, SWIM_LEVEL_LABELS), isHalf: true }),
    recordField('measles_proof_seen_at', { kind: 'date', isPast: true }),
    recordField('measles_proof_kind', {
      hint: 'Ein ärztliches Zeugnis über eine Kontraindikation gehört zu „Vertraulich“.',
      kind: 'choice',
      choices: choicesOf(MEASLES_PROOF_KINDS, MEASLES_PROOF_KIND_LABELS),
    }),
  ],
}

export const NOTE_SECTION: RecordSection = {
  name: 'bemerkung',
  title: 'Bemerkung',
  fields: [recordField('note', { hint: 'Keine Gesundheitsangaben.', kind: 'lines' })],
}

/** The record with its address beside the rest, as a change names the keys. */
export const recordOf = ({ address, ...pupil }: PupilDetails): Record<string, unknown> => ({
  ...pupil,
  ...address,
  country: address?.country ?? 'DE',
})

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** The type of the school before is free text in the record: what stands there can be kept. */
const withStored = (field: RecordField, stored: unknown): RecordField => {
  if (field.kind !== 'choice' || !stored || field.choices.some(({ value }) => value === stored)) return field
  return { ...field, choices: [...field.choices, { value: String(stored), label: String(stored) }] }
}

/** The section as it fits this child. */
export const sectionFor = (section: RecordSection, pupil: PupilDetails): RecordSection => {
  const record = recordOf(pupil)
  const fits = ({ key }: RecordField) =>
    key === 'status' ? isAttending(pupil) : isAsked(key, pupil) || isFilled(record[key])
  return { ...section, fields: section.fields.filter(fits).map((field) => withStored(field, record[field.key])) }
}

export const CAREER_SECTION: RecordSection = { name: 'laufbahn', title: 'Schule & Laufbahn', fields: CAREER_FIELDS }
