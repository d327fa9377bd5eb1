import type { z } from 'zod'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { RetentionSettings, SettingsChange, SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { SchoolChange } from '#contract/schools/schools.ts'
import type { FormField } from '#web/forms/fields.ts'
import { ACCENT_FIELDS, LABEL_FIELDS, MASTER_FIELDS } from './master-fields.ts'
import { REGISTRATION_FIELDS } from './registration-fields.ts'
import { RETENTION_FIELDS } from './retention-fields.ts'
import { SICKNOTE_FIELDS } from './sicknote-fields.ts'

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
  /** What each field does is also said where it is only read. */
  showsHints?: true
  /** What „Standardwerte“ fills in. */
  defaults?: Record<string, unknown>
}

export const MASTER_SECTION: SchoolSection = {
  name: 'stammdaten',
  title: 'Stammdaten',
  place: 'school',
  fields: MASTER_FIELDS,
}

export const ACCENT_SECTION: SchoolSection = {
  name: 'aussehen',
  title: 'Aussehen',
  place: 'school',
  fields: ACCENT_FIELDS,
}

export const LABEL_SECTION: SchoolSection = {
  name: 'bezeichnungen',
  title: 'Begrüßung und Bezeichnungen',
  place: 'SCHOOL_LABELS',
  fields: LABEL_FIELDS,
}

export const REGISTRATION_SECTION: SchoolSection = {
  name: 'bewerbungen',
  title: 'Bewerbungen',
  place: 'SCHOOL_REGISTRATION_SETTINGS',
  fields: REGISTRATION_FIELDS,
}

/** Only secondary schools ask for electives (domain §2.2). */
export const registrationSectionOf = (type: SchoolType): SchoolSection => ({
  ...REGISTRATION_SECTION,
  fields: REGISTRATION_FIELDS.filter(({ key }) => key !== 'electives' || type === 'secondary_1'),
})

export const SICKNOTE_SECTION: SchoolSection = {
  name: 'krankmeldungen',
  title: 'Krankmeldungen',
  place: 'SICKNOTE_SETTINGS',
  fields: SICKNOTE_FIELDS,
  defaults: SicknoteSettings.parse({}),
}

export const RETENTION_SECTION: SchoolSection = {
  name: 'aufbewahrung',
  title: 'Aufbewahrung',
  text: 'Wie lange Daten aufbewahrt werden sollen. Fragen Sie vor einer Änderung die Stelle für Datenschutz Ihres Trägers.',
  warning:
    'Nur Bewerbungen und Krankmeldungen werden nach diesen Fristen von selbst gelöscht. Alles andere löschen Sie bitte selbst.',
  place: 'RETENTION_SETTINGS',
  fields: RETENTION_FIELDS,
  showsHints: true,
  defaults: RetentionSettings.parse({}),
}

/** The rules of a section's changes, and how they are asked. */
export const changeRules = (place: SectionPlace): { schema: z.ZodType; asBody: (changes: object) => unknown } =>
  place === 'school'
    ? { schema: SchoolChange, asBody: (changes) => changes }
    : { schema: SettingsChange, asBody: (value) => ({ key: place, value }) }
