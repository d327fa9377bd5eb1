import type { z } from 'zod'
import { SchoolFacts } from '#contract/schools/school.record.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { RetentionSettings, SettingsChange, SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { SchoolChange } from '#contract/schools/schools.ts'
import { LabelRules, RegistrationRules, RetentionPeriods, SicknoteRules } from '#contract/schools/settings.record.ts'
import { type FormField, fieldsIn } from '#web/forms/fields.ts'

/** What a section is stored as: the school itself, or one key of its settings. */
export type SectionPlace = 'school' | SettingsChange['key']

/** Values of several fields as one fact; `{key}` stands for the value of a field. */
interface JoinedFact {
  label: string
  text: string
}

export interface ReadGroup {
  title: string
  /** Fields by their key, and facts of several. */
  rows: readonly (string | JoinedFact)[]
}

export interface SchoolSection {
  /** Also the hash that leads to it. */
  name: string
  title: string
  /** What it is about. */
  text?: string
  place: SectionPlace
  fields: readonly FormField[]
  /** How its values stand for reading; without it one after the other. */
  groups?: readonly ReadGroup[]
  /** Long labels have as much room as the values; very long ones need the whole width. */
  labels?: 'long' | 'very long'
  /** Headings of the table that shows the numbers: what, how long, and the field's hint. */
  tableTitles?: readonly [what: string, howLong: string, hint: string]
  /** What „Standardwerte“ fills in. */
  defaults?: Record<string, unknown>
}

export const MASTER_SECTION: SchoolSection = {
  name: 'stammdaten',
  title: 'Stammdaten',
  place: 'school',
  fields: fieldsIn(SchoolFacts, [
    'name',
    ['official_number', 'federal_state', 'grade_min', 'grade_max'],
    'entry_grade',
    'carrier_name',
    ['street', 'house_number', 'zip', 'city', 'phone', 'mail'],
    'website',
    'privacy_officer_contact',
  ]),
  groups: [
    {
      title: 'Schule',
      rows: [
        'name',
        { label: 'Kürzel und Schulform', text: '{short}, {school_type}' },
        'official_number',
        'federal_state',
        { label: 'Klassenstufen', text: '{grade_min} bis {grade_max}, Einstieg in {entry_grade}' },
      ],
    },
    {
      title: 'Träger und Kontakt',
      rows: [
        'carrier_name',
        { label: 'Anschrift', text: '{street} {house_number}, {zip} {city}' },
        'phone',
        'mail',
        'website',
        'privacy_officer_contact',
      ],
    },
  ],
}

export const ACCENT_SECTION: SchoolSection = {
  name: 'aussehen',
  title: 'Aussehen',
  place: 'school',
  fields: fieldsIn(SchoolFacts, ['accent']),
}

export const LABEL_SECTION: SchoolSection = {
  name: 'bezeichnungen',
  title: 'Begrüßung und Bezeichnungen',
  place: 'SCHOOL_LABELS',
  fields: fieldsIn(LabelRules, ['dashboardGreeting', 'pupil_plural', 'guardian', 'class_teacher']),
}

export const REGISTRATION_SECTION: SchoolSection = {
  name: 'bewerbungen',
  title: 'Bewerbungen',
  place: 'SCHOOL_REGISTRATION_SETTINGS',
  fields: fieldsIn(RegistrationRules, [
    'isActive',
    'lateral_all_year',
    'sibling_priority',
    'second_agreement_by_link',
    'show_afterschool_care',
    ['afterschool_labels.short', 'afterschool_labels.long', 'school_entry_cutoff', 'early_entry_until'],
    'electives',
    'intro_markdown',
    'notify_mails',
    ['optin_valid_days', 'optin_reminder_days'],
    'unverified_purge_days',
  ]),
  labels: 'long',
  groups: [
    {
      title: 'Formular',
      rows: [
        'isActive',
        'lateral_all_year',
        'second_agreement_by_link',
        'show_afterschool_care',
        { label: 'Betreuung', text: 'kurz: {afterschool_labels.short}, lang: {afterschool_labels.long}' },
        'electives',
        'intro_markdown',
      ],
    },
    {
      title: 'Alter und Warteliste',
      rows: ['school_entry_cutoff', 'early_entry_until', 'sibling_priority'],
    },
    {
      title: 'Nachrichten und Fristen',
      rows: ['notify_mails', 'optin_valid_days', 'optin_reminder_days', 'unverified_purge_days'],
    },
  ],
}

/** Only secondary schools ask for electives (domain §2.2). */
export const registrationSectionOf = (type: SchoolType): SchoolSection => ({
  ...REGISTRATION_SECTION,
  fields: REGISTRATION_SECTION.fields.filter(({ key }) => key !== 'electives' || type === 'secondary_1'),
})

export const SICKNOTE_SECTION: SchoolSection = {
  name: 'krankmeldungen',
  title: 'Krankmeldungen',
  place: 'SICKNOTE_SETTINGS',
  fields: fieldsIn(SicknoteRules, [
    'public_enabled',
    'online_counts_as_written',
    'notify_guardians',
    ['cutoff_time', 'max_days_public', 'backdate_school_days', 'future_days'],
    ['excuse_due_school_days', 'interim_notice_days'],
    'certificate_after_school_days',
  ]),
  labels: 'very long',
  groups: [
    { title: 'Eltern', rows: ['public_enabled', 'online_counts_as_written', 'notify_guardians'] },
    {
      title: 'Melden',
      rows: ['cutoff_time', 'max_days_public', 'backdate_school_days', 'future_days'],
    },
    {
      title: 'Entschuldigen',
      rows: ['excuse_due_school_days', 'interim_notice_days', 'certificate_after_school_days'],
    },
  ],
  defaults: SicknoteSettings.parse({}),
}

export const RETENTION_SECTION: SchoolSection = {
  name: 'aufbewahrung',
  title: 'Aufbewahrung',
  text: 'Nach diesen Fristen wird nachts automatisch gelöscht. Was bald an der Reihe ist, steht zwei Wochen vorher in der Löschvorschau. Fragen Sie vor einer Änderung die Stelle für Datenschutz Ihres Trägers.',
  place: 'RETENTION_SETTINGS',
  fields: fieldsIn(RetentionPeriods, [
    RetentionPeriods.keyof().options.filter((key) => key !== 'erasure_needs_second'),
    'erasure_needs_second',
  ]),
  tableTitles: ['Daten', 'Frist', 'Ab wann'],
  groups: [
    {
      title: 'Bewerbungen',
      rows: [
        'rejected_months',
        'interview_note_days',
        'withdrawn_months',
        'waiting_ask_months',
        'waiting_months',
        'transformed_months',
        'never_started_months',
      ],
    },
    {
      title: 'Schülerinnen und Schüler',
      rows: ['pupil_contact_years', 'attendance_proof_years', 'sicknote_comment_days', 'sicknote_years'],
    },
    { title: 'Mitarbeitende', rows: ['employee_months', 'employee_years'] },
    {
      title: 'Nachweise und Anfragen',
      rows: ['consent_proof_years', 'privacy_request_years', 'erasure_needs_second'],
    },
  ],
  defaults: RetentionSettings.parse({}),
}

const isIn = ({ rows }: ReadGroup, key: string) =>
  rows.some((row) => (typeof row === 'string' ? row === key : row.text.includes(`{${key}}`)))

/** The fields in the order and below the headings in which they are read. */
export const groupedFields = ({ fields, groups }: SchoolSection): readonly FormField[] =>
  groups?.flatMap((group) =>
    fields.filter(({ key }) => isIn(group, key)).map((field) => ({ ...field, group: group.title })),
  ) ?? fields

/** The rules of a section's changes, and how they are asked. */
export const changeRules = (place: SectionPlace): { schema: z.ZodType; asBody: (changes: object) => unknown } =>
  place === 'school'
    ? { schema: SchoolChange, asBody: (changes) => changes }
    : { schema: SettingsChange, asBody: (value) => ({ key: place, value }) }
