import { STATES } from '#contract/schoolyears/state-presets.ts'
import type { FormField } from '#web/forms/fields.ts'
import { SCHOOL_FIELDS } from './SchoolForm.tsx'

/** The master data, in the words of the set-up (domain §1.1). */
export const MASTER_FIELDS: readonly FormField[] = [
  { key: 'name', label: SCHOOL_FIELDS.name, kind: 'text' },
  { key: 'official_number', label: SCHOOL_FIELDS.official_number, kind: 'text', inputMode: 'numeric', isHalf: true },
  {
    key: 'federal_state',
    label: 'Bundesland',
    kind: 'choice',
    choices: Object.entries(STATES).map(([value, label]) => ({ value, label })),
    isHalf: true,
  },
  { key: 'grade_min', label: 'Erste Klassenstufe', kind: 'count', isHalf: true },
  { key: 'grade_max', label: 'Letzte Klassenstufe', kind: 'count', isHalf: true },
  {
    key: 'entry_grade',
    label: 'Einstiegsstufe',
    kind: 'count',
    hint: 'In dieser Stufe beginnen Kinder regulär; alle anderen sind ein Quereinstieg.',
  },
  { key: 'carrier_name', label: SCHOOL_FIELDS.carrier_name, kind: 'text' },
  { key: 'street', label: SCHOOL_FIELDS.street, kind: 'text', isHalf: true },
  { key: 'house_number', label: SCHOOL_FIELDS.house_number, kind: 'text', isHalf: true },
  { key: 'zip', label: SCHOOL_FIELDS.zip, kind: 'text', inputMode: 'numeric', isHalf: true },
  { key: 'city', label: SCHOOL_FIELDS.city, kind: 'text', isHalf: true },
  { key: 'phone', label: SCHOOL_FIELDS.phone, kind: 'text', inputMode: 'tel', isHalf: true },
  { key: 'mail', label: SCHOOL_FIELDS.mail, kind: 'text', inputMode: 'email', isHalf: true },
  {
    key: 'website',
    label: 'Internetseite',
    isOptional: true,
    kind: 'text',
    inputMode: 'url',
    hint: 'Mit https:// am Anfang.',
  },
  {
    key: 'privacy_officer_contact',
    label: SCHOOL_FIELDS.privacy_officer_contact,
    kind: 'text',
    hint: 'Name und E-Mail-Adresse; steht in den Datenschutzhinweisen für Eltern.',
  },
]

export const ACCENT_FIELDS: readonly FormField[] = [
  {
    key: 'accent',
    label: 'Farbe der Schule',
    kind: 'accent',
    hint: 'Sie steht als Linie unter der Kopfzeile, am Kürzel und auf den öffentlichen Seiten.',
  },
]

export const LABEL_FIELDS: readonly FormField[] = [
  { key: 'dashboardGreeting', label: 'Begrüßung', kind: 'text', hint: 'Steht auf der Startseite vor dem Namen.' },
  {
    key: 'pupil_plural',
    label: 'Kinder und Jugendliche heißen',
    kind: 'text',
    hint: 'Steht in der Statistik der Startseite und auf der Seite einer Klasse.',
  },
  {
    key: 'guardian',
    label: 'Eltern heißen',
    kind: 'text',
    hint: 'Steht bei den Kontakten eines Kindes und in den Listen einer Klasse.',
  },
  {
    key: 'class_teacher',
    label: 'Die Leitung einer Klasse heißt',
    kind: 'text',
    hint: 'Steht in der Liste der Klassen, auf der Seite einer Klasse und in ihren Listen.',
  },
]
