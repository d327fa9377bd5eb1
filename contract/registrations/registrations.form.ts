import { z } from 'zod'
import { RELATIONSHIPS } from '#contract/families/relationships.ts'
import { AddressText, Email, GradeNumber, Id, IsoDate, Lines, PersonName, Phone, Text, Zip } from '#contract/formats.ts'
import { GENDERS } from '#contract/genders.ts'
import { RegistrationSettings, SCHOOL_TYPES } from '#contract/schools/schools.facts.ts'
import { PREVIOUS_SCHOOL_TYPES } from './previous-schools.ts'

/**
 * Stored with each application: the version of the form that was answered (domain §2). A new optional question needs no
 * new version, because what was not asked has its default; raise it when an old answer means something else now.
 */
export const FORM_VERSION = '2026.1'

export const ENTRY_TYPES = ['regular', 'lateral'] as const
export const CUSTODIES = ['joint', 'sole', 'guardian'] as const
export const AFTERSCHOOL_CARES = ['none', 'short', 'long'] as const
export const SIBLING_RELATIONS = ['enrolled', 'applying'] as const

const Sibling = z.object({
  firstname: PersonName,
  lastname: PersonName,
  school_short: Text(10),
  relation: z.enum(SIBLING_RELATIONS),
})

export const ContactAnswers = z.object({
  firstname: PersonName,
  lastname: PersonName,
  relationship: z.enum(RELATIONSHIPS),
  mail: Email.nullable().default(null),
  phone: Phone.nullable().default(null),
  /** The contact lives at the child's address; the four address keys are null then. */
  same_address: z.boolean().default(false),
  street: AddressText(80).nullable().default(null),
  house_number: AddressText(10).nullable().default(null),
  zip: Zip.nullable().default(null),
  city: AddressText(80).nullable().default(null),
})
export type ContactAnswers = z.output<typeof ContactAnswers>

/** The content of `meta`, for both schools; null when the school or the entry type does not ask (domain §2.1, §2.2). */
const MetaAnswers = z.object({
  entry_type: z.enum(ENTRY_TYPES),
  child_firstname: PersonName,
  child_lastname: PersonName,
  child_gender: z.enum(GENDERS),
  child_birthdate: IsoDate,
  child_street: AddressText(80),
  child_house_number: AddressText(10),
  child_zip: Zip,
  child_city: AddressText(80),
  child_mail: Email.nullable().default(null),
  child_phone: Phone.nullable().default(null),
  no_kita: z.boolean().default(false),
  kita_name: Text(120).nullable().default(null),
  kita_city: AddressText(80).nullable().default(null),
  previous_school_name: Text(120).nullable().default(null),
  previous_school_city: AddressText(80).nullable().default(null),
  previous_school_type: z.enum(PREVIOUS_SCHOOL_TYPES).nullable().default(null),
  previous_grade: GradeNumber.nullable().default(null),
  own_school: z.boolean().default(false),
  first_foreign_language: Text(40).nullable().default(null),
  first_foreign_language_since: GradeNumber.nullable().default(null),
  second_foreign_language: Text(40).nullable().default(null),
  elective_interest: Text(80).nullable().default(null),
  change_reason: Lines(500).nullable().default(null),
  custody: z.enum(CUSTODIES),
  second_contact_unreachable: z.boolean().default(false),
  second_contact_note: Text(200).nullable().default(null),
  joint_consent_declared: z.boolean().default(false),
  siblings: z.array(Sibling).max(5).default([]),
  afterschool_care: z.enum(AFTERSCHOOL_CARES).nullable().default(null),
  allday_interest: z.boolean().default(false),
  way_to_school: Text(200).nullable().default(null),
  /** ISO 639-1, otherwise 639-3; `de` when no interpreter is wanted. */
  interpreter_language: z.string().min(2).max(3).default('de'),
  talk_support_requested: z.boolean().default(false),
  motivation: Lines(2000).nullable().default(null),
  pupil_statement: Lines(2000).nullable().default(null),
  truth_confirmed: z.boolean().default(false),
  privacy_notice_read: z.boolean().default(false),
})

/** A validated application, as the server stores it. The formats of all fields are defined here. */
export const RegistrationAnswers = z.object({
  school_year_id: Id,
  desired_grade: GradeNumber,
  /** For a regular entry this is the first day of school (domain §1.10). */
  desired_start_date: IsoDate,
  meta: MetaAnswers,
  contacts: z.array(ContactAnswers).min(1).max(2),
})
export type RegistrationAnswers = z.output<typeof RegistrationAnswers>

/** The raw value of a field: typed text, chosen value, ticked box; missing means empty. */
const RawAnswer = z.union([z.string().max(5000), z.number(), z.boolean()]).nullish()
export type RawAnswer = z.output<typeof RawAnswer>

const rawShape = <K extends string>(shape: Record<K, unknown>) =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, RawAnswer])) as Record<K, typeof RawAnswer>

/**
 * The raw content of a form, before `checkRegistration` validates it. Unknown keys are dropped (DP-02). The rules
 * depend on other answers and on the school, so they are not part of this schema.
 */
export const RegistrationForm = z.object({
  school_year_id: RawAnswer,
  desired_grade: RawAnswer,
  desired_start_date: RawAnswer,
  meta: z.object({
    ...rawShape(MetaAnswers.shape),
    siblings: z
      .array(z.object(rawShape(Sibling.shape)))
      .max(5)
      .nullish(),
  }),
  contacts: z.array(z.object(rawShape(ContactAnswers.shape))).max(2),
})
export type RegistrationForm = z.output<typeof RegistrationForm>

/** The settings of a school that its public form may reveal. */
export const PublicRegistrationSettings = RegistrationSettings.pick({
  lateral_all_year: true,
  school_entry_cutoff: true,
  early_entry_until: true,
  optin_valid_days: true,
  show_afterschool_care: true,
  afterschool_labels: true,
  electives: true,
  intro_markdown: true,
  second_agreement_by_link: true,
})

export const FormSchoolyear = z.object({
  id: z.int(),
  name: z.string(),
  date_start: z.iso.date(),
  first_school_day: z.iso.date().nullable(),
})

/** Facts that a school's form depends on besides the answers; the server sends them. */
export const FormFacts = z.object({
  variant: z.enum(SCHOOL_TYPES),
  /** The day in Berlin. */
  today: z.iso.date(),
  schoolyears: z.array(FormSchoolyear),
  grades: z.array(z.object({ grade: z.int(), name: z.string(), is_entry: z.boolean(), accepts_lateral: z.boolean() })),
  /** Schools that siblings can attend: this one and its partners. */
  schools: z.array(z.object({ short: z.string(), name: z.string() })),
  summer_breaks: z.array(z.object({ date_start: z.iso.date(), date_end: z.iso.date() })),
  settings: PublicRegistrationSettings,
})

export type FormFacts = z.output<typeof FormFacts>

/** `staff`: there is nothing to confirm, and answers missing on paper or on the phone may stay empty. */
export interface FormContext extends FormFacts {
  mode: 'public' | 'staff'
  /** Staff read a family's answers: labels do not speak with the family's voice. */
  isReadByOffice?: boolean
}

/** The zod block of a field by its key: `meta.child_zip`, `contacts.1.mail`, `meta.siblings.0.relation`. */
export const formatOf = (key: string): z.ZodType => {
  const name = key.split('.').at(-1) ?? ''
  const shape: Record<string, z.ZodType> = key.startsWith('contacts.')
    ? ContactAnswers.shape
    : key.startsWith('meta.siblings.')
      ? Sibling.shape
      : key.startsWith('meta.')
        ? MetaAnswers.shape
        : RegistrationAnswers.shape
  const format = shape[name]
  if (!format) throw new Error(`The form has no field ${key}.`)
  return format
}

/** Every key of the form, dotted; entries of lists once, with position 0. */
export const formKeys = () => [
  ...Object.keys(RegistrationAnswers.shape),
  ...Object.keys(MetaAnswers.shape).map((key) => `meta.${key}`),
  ...Object.keys(Sibling.shape).map((key) => `meta.siblings.0.${key}`),
  ...Object.keys(ContactAnswers.shape).map((key) => `contacts.0.${key}`),
]
