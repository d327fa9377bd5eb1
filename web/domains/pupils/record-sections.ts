import { GENDER_LABELS, GENDERS } from '#contract/genders.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
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
} from '#contract/pupils.fields.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils.ts'
import { PREVIOUS_SCHOOL_LABELS } from '#contract/registrations.child-fields.ts'
import type { Choice, RecordField } from './record-fields.ts'

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
    { key: 'firstname', label: 'Vorname', hint: 'Der Rufname.', kind: 'text', isRequired: true, isHalf: true },
    { key: 'lastname', label: 'Nachname', kind: 'text', isRequired: true, isHalf: true },
    { key: 'lastname_prefix', label: 'Namensvorsatz', hint: 'Zum Beispiel von oder de.', kind: 'text', isHalf: true },
    { key: 'birthname', label: 'Geburtsname', kind: 'text', isHalf: true },
    { key: 'firstnames_all', label: 'Alle Vornamen', hint: 'Wie in der Geburtsurkunde.', kind: 'text' },
    {
      key: 'gender',
      label: 'Geschlecht',
      kind: 'choice',
      choices: choicesOf(GENDERS, GENDER_LABELS),
      isRequired: true,
      isHalf: true,
    },
    { key: 'birthdate', label: 'Geburtsdatum', kind: 'date', isPast: true, isRequired: true, isHalf: true },
    { key: 'birthplace', label: 'Geburtsort', kind: 'text', isHalf: true },
    { key: 'birth_country', label: 'Geburtsland', kind: 'country', codes: 3, isHalf: true },
    { key: 'nationalities', label: 'Staatsangehörigkeit', hint: 'Höchstens zwei.', kind: 'countries' },
    {
      key: 'immigration_year',
      label: 'Jahr des Zuzugs',
      hint: 'Nur bei einem Geburtsland außerhalb Deutschlands.',
      kind: 'number',
      isHalf: true,
    },
    { key: 'family_language', label: 'Sprache in der Familie', kind: 'language', isHalf: true },
  ],
}

export const ADDRESS_SECTION: RecordSection = {
  name: 'anschrift',
  title: 'Anschrift & Kontakt',
  fields: [
    { key: 'street', label: 'Straße', kind: 'text', isHalf: true },
    { key: 'house_number', label: 'Hausnummer', kind: 'text', isHalf: true },
    { key: 'address_extra', label: 'Adresszusatz', kind: 'text' },
    { key: 'zip', label: 'Postleitzahl', kind: 'text', isHalf: true },
    { key: 'city', label: 'Ort', kind: 'text', isHalf: true },
    { key: 'country', label: 'Land', kind: 'country', codes: 2, isRequired: true },
    { key: 'phone', label: 'Telefon', hint: 'Nur die eigene Nummer des Kindes.', kind: 'phone', isHalf: true },
    { key: 'mail', label: 'E-Mail', hint: 'Nur die eigene Adresse des Kindes.', kind: 'mail', isHalf: true },
  ],
}

const CAREER_FIELDS: readonly RecordField[] = [
  { key: 'date_entry', label: 'Aufnahme am', kind: 'date', isRequired: true, isHalf: true },
  {
    key: 'status',
    label: 'Status',
    kind: 'choice',
    choices: choicesOf(['active', 'on_leave', 'guest'], PUPIL_STATUS_LABELS),
    isRequired: true,
    isHalf: true,
  },
  { key: 'first_enrolment_year', label: 'Einschulungsjahr', kind: 'number', isHalf: true },
  {
    key: 'enrolment_kind',
    label: 'Einschulungsart',
    kind: 'choice',
    choices: choicesOf(ENROLMENT_KINDS, ENROLMENT_KIND_LABELS),
    isHalf: true,
  },
  { key: 'previous_institution', label: 'Vorherige Kita oder Schule', kind: 'text' },
  { key: 'previous_city', label: 'Vorheriger Ort', kind: 'text', isHalf: true },
  {
    key: 'previous_school_type',
    label: 'Vorherige Schulform',
    kind: 'choice',
    choices: Object.entries(PREVIOUS_SCHOOL_LABELS).map(([value, label]) => ({ value, label })),
    isHalf: true,
  },
  { key: 'previous_grade', label: 'Vorherige Stufe', kind: 'number', isHalf: true },
  {
    key: 'kita_years',
    label: 'Kita-Besuch',
    kind: 'choice',
    choices: choicesOf(KITA_YEARS, KITA_YEAR_LABELS),
    isHalf: true,
  },
  {
    key: 'school_recommendation',
    label: 'Bildungsgangempfehlung',
    kind: 'choice',
    choices: SCHOOL_RECOMMENDATIONS.map((value) => ({ value, label: value })),
    isHalf: true,
  },
  { key: 'foreign_languages', label: 'Fremdsprachen', kind: 'languages' },
]

export const CARE_SECTION: RecordSection = {
  name: 'hort',
  title: 'Hort & Sonstiges',
  fields: [
    {
      key: 'afterschool_care',
      label: 'Hort',
      kind: 'choice',
      choices: choicesOf(AFTERSCHOOL_CARE, AFTERSCHOOL_LABELS),
      isHalf: true,
    },
    { key: 'may_go_home_alone', label: 'Geht allein nach Hause', kind: 'flag', isHalf: true },
    { key: 'afterschool_days', label: 'Hort-Tage', kind: 'days' },
    {
      key: 'swim_level',
      label: 'Schwimmen',
      kind: 'choice',
      choices: choicesOf(SWIM_LEVELS, SWIM_LEVEL_LABELS),
      isHalf: true,
    },
    { key: 'measles_proof_seen_at', label: 'Masernnachweis gesehen am', kind: 'date', isPast: true },
    {
      key: 'measles_proof_kind',
      label: 'Art des Masernnachweises',
      hint: 'Ein ärztliches Zeugnis über eine Kontraindikation gehört zu „Vertraulich“.',
      kind: 'choice',
      choices: choicesOf(MEASLES_PROOF_KINDS, MEASLES_PROOF_KIND_LABELS),
    },
  ],
}

export const NOTE_SECTION: RecordSection = {
  name: 'bemerkung',
  title: 'Bemerkung',
  fields: [{ key: 'note', label: 'Bemerkung', hint: 'Keine Gesundheitsangaben.', kind: 'lines' }],
}

/** The record with its address beside the rest, as a change names the keys. */
export const recordOf = ({ address, ...pupil }: PupilDetails): Record<string, unknown> => ({
  ...pupil,
  ...address,
  country: address?.country ?? 'DE',
})

const LAST_PRIMARY_GRADE = 6
const CHOSEN_STATUSES: readonly string[] = ['active', 'on_leave', 'guest']

/** Fields of one kind of school only (domain §1.5); what is filled in is always shown. */
const FITS: Record<string, (pupil: PupilDetails) => boolean> = {
  status: ({ status }) => CHOSEN_STATUSES.includes(status),
  kita_years: ({ schoolgrade }) => (schoolgrade?.grade ?? 1) <= LAST_PRIMARY_GRADE,
  afterschool_care: ({ schoolgrade }) => (schoolgrade?.grade ?? 1) <= LAST_PRIMARY_GRADE,
  afterschool_days: ({ schoolgrade }) => (schoolgrade?.grade ?? 1) <= LAST_PRIMARY_GRADE,
  school_recommendation: ({ schoolgrade }) => (schoolgrade?.grade ?? 7) > LAST_PRIMARY_GRADE,
}

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** A word an import brought for a choice can be kept. */
const withStored = (field: RecordField, stored: unknown): RecordField => {
  if (field.kind !== 'choice' || !stored || field.choices.some(({ value }) => value === stored)) return field
  return { ...field, choices: [...field.choices, { value: String(stored), label: String(stored) }] }
}

/** The section as it fits this child. */
export const sectionFor = (section: RecordSection, pupil: PupilDetails): RecordSection => {
  const record = recordOf(pupil)
  const fits = ({ key }: RecordField) => FITS[key]?.(pupil) !== false || (key !== 'status' && isFilled(record[key]))
  return { ...section, fields: section.fields.filter(fits).map((field) => withStored(field, record[field.key])) }
}

export const CAREER_SECTION: RecordSection = { name: 'laufbahn', title: 'Schule & Laufbahn', fields: CAREER_FIELDS }
