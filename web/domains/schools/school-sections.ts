import type { z } from 'zod'
import { SchoolFacts } from '#contract/schools/school.record.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { RetentionSettings, SettingsChange, SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { SchoolChange } from '#contract/schools/schools.ts'
import { LabelRules, RegistrationRules, RetentionPeriods, SicknoteRules } from '#contract/schools/settings.record.ts'
import { type FormField, fieldsIn } from '#web/forms/fields.ts'

/** What a section is stored as: the school itself, or one key of its settings. */
export type SectionPlace = 'school' | SettingsChange['key']

export interface SchoolSection {
  /** Also the hash that leads to it. */
  name: string
  title: string
  /** What it is about. */
  text?: string
  /** What is easily expected of the section and left to people. */
  warning?: string
  place: SectionPlace
  fields: readonly FormField[]
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
    'show_afterschool_care',
    ['afterschool_labels.short', 'afterschool_labels.long', 'school_entry_cutoff', 'early_entry_until'],
    'electives',
    'intro_markdown',
    'notify_mails',
    ['optin_valid_days', 'optin_reminder_days'],
    'unverified_purge_days',
  ]),
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
  defaults: SicknoteSettings.parse({}),
}

export const RETENTION_SECTION: SchoolSection = {
  name: 'aufbewahrung',
  title: 'Aufbewahrung',
  text: 'So lange werden Daten aufbewahrt. Fragen Sie vor einer Änderung die Stelle für Datenschutz Ihres Trägers.',
  warning:
    'Nach diesen Fristen wird nachts automatisch gelöscht. Was bald an der Reihe ist, steht zwei Wochen vorher in der Löschvorschau.',
  place: 'RETENTION_SETTINGS',
  fields: fieldsIn(RetentionPeriods, [
    RetentionPeriods.keyof().options.filter((key) => key !== 'erasure_needs_second'),
    'erasure_needs_second',
  ]),
  tableTitles: ['Daten', 'Frist', 'Ab wann'],
  defaults: RetentionSettings.parse({}),
}

/** The rules of a section's changes, and how they are asked. */
export const changeRules = (place: SectionPlace): { schema: z.ZodType; asBody: (changes: object) => unknown } =>
  place === 'school'
    ? { schema: SchoolChange, asBody: (changes) => changes }
    : { schema: SettingsChange, asBody: (value) => ({ key: place, value }) }
