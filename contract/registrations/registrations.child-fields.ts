import { GENDER_LABELS } from '#contract/genders.ts'
import { PREVIOUS_SCHOOL_LABELS } from './previous-schools.ts'
import { ENTRY_TYPE_LABELS } from './registrations.entry-types.ts'
import { type FieldDefinition, isLateral, isTicked, optionsOf } from './registrations.field.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'
import { startDateHint } from './registrations.start.ts'

const ASKED_BY_PRIMARY = ['grundschule', 'foerderschule', 'ausland', 'sonstige']

/** The grade of a regular application, undefined when the school admits none. */
export const entryGrade = (context: FormContext) => context.grades.find(({ is_entry }) => is_entry)?.grade

export const lateralGrades = (context: FormContext) => context.grades.filter(({ accepts_lateral }) => accepts_lateral)

const entryTypeOptions = (context: FormContext) => {
  const grade = entryGrade(context)
  const regular = context.variant === 'primary' ? `Einschulung in Klasse ${grade}` : `Aufnahme in Klasse ${grade}`
  return [
    ...(grade === undefined ? [] : [{ value: 'regular', label: regular }]),
    ...(lateralGrades(context).length > 0 ? [{ value: 'lateral', label: ENTRY_TYPE_LABELS.lateral }] : []),
  ]
}

const gradeOptions = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    value: first + index,
    label: `Klassenstufe ${first + index}`,
  }))

export const placeFields: readonly FieldDefinition[] = [
  {
    key: 'school_year_id',
    label: 'Schuljahr',
    kind: 'choice',
    display: 'select',
    options: ({ schoolyears }) => schoolyears.map(({ id, name }) => ({ value: id, label: name })),
  },
  { key: 'meta.entry_type', label: 'Art der Aufnahme', kind: 'choice', display: 'radio', options: entryTypeOptions },
  {
    key: 'desired_grade',
    label: 'Gewünschte Klassenstufe',
    kind: 'choice',
    display: 'select',
    options: (context) => lateralGrades(context).map(({ grade }) => ({ value: grade, label: `Klassenstufe ${grade}` })),
    isVisible: isLateral,
  },
  {
    key: 'desired_start_date',
    label: 'Gewünschter Beginn',
    kind: 'date',
    hint: startDateHint,
    isVisible: (form, { settings }) => isLateral(form) && settings.lateral_all_year,
  },
]

export const childFields: readonly FieldDefinition[] = [
  { key: 'meta.child_firstname', label: 'Vorname(n)', kind: 'text', max: 80, autocomplete: 'off' },
  { key: 'meta.child_lastname', label: 'Nachname', kind: 'text', max: 80, autocomplete: 'off' },
  {
    key: 'meta.child_gender',
    label: 'Geschlecht',
    kind: 'choice',
    display: 'radio',
    options: () => optionsOf(GENDER_LABELS),
  },
  { key: 'meta.child_birthdate', label: 'Geburtsdatum', kind: 'date', hint: 'Zum Beispiel 31.3.2019' },
  { key: 'meta.child_street', label: 'Straße', kind: 'text', max: 80, group: 'Anschrift', autocomplete: 'off' },
  { key: 'meta.child_house_number', label: 'Hausnummer', kind: 'text', max: 10, group: 'Anschrift' },
  {
    key: 'meta.child_zip',
    label: 'PLZ',
    staffLabel: 'Postleitzahl',
    kind: 'text',
    max: 5,
    group: 'Anschrift',
    autocomplete: 'postal-code',
  },
  { key: 'meta.child_city', label: 'Ort', kind: 'text', max: 80, group: 'Anschrift', autocomplete: 'address-level2' },
  {
    key: 'meta.child_mail',
    label: 'E-Mail des Kindes',
    kind: 'email',
    max: 254,
    only: 'secondary_1',
    optional: true,
    group: 'Erreichbarkeit des Kindes',
    autocomplete: 'off',
  },
  {
    key: 'meta.child_phone',
    label: 'Telefon des Kindes',
    kind: 'tel',
    max: 40,
    only: 'secondary_1',
    optional: true,
    group: 'Erreichbarkeit des Kindes',
    autocomplete: 'off',
  },
]

/** New pupils of grade 1 come from a Kita, all others from a school. */
const comesFromKita: FieldDefinition['isVisible'] = (form, { variant }) => variant === 'primary' && !isLateral(form)
const comesFromSchool: FieldDefinition['isVisible'] = (form, { variant }) =>
  variant === 'secondary_1' || isLateral(form)
const hasKita: FieldDefinition['isVisible'] = (form, context) =>
  comesFromKita(form, context) && !isTicked(form, 'meta.no_kita')

/** The other schools of the same carrier; the first in the list is the school of the application. */
const partnerSchools = ({ schools }: FormContext) => schools.slice(1).map(({ name }) => name)

const partnerNames = (context: FormContext) => partnerSchools(context).join(' oder ')

/** The partner school that a child comes from, if there is only one: then nothing else is asked about it. */
export const knownPreviousSchool = (form: RegistrationForm, context: FormContext) => {
  const [only, ...others] = partnerSchools(context)
  const isKnown = context.variant === 'secondary_1' && isTicked(form, 'meta.own_school') && others.length === 0
  return isKnown ? only : undefined
}
const comesFromOther: FieldDefinition['isVisible'] = (form, context) =>
  comesFromSchool(form, context) === true && knownPreviousSchool(form, context) === undefined

export const historyFields: readonly FieldDefinition[] = [
  {
    key: 'meta.no_kita',
    label: 'Mein Kind besucht keine Kita',
    staffLabel: 'Das Kind besucht keine Kita',
    kind: 'checkbox',
    isException: true,
    isVisible: comesFromKita,
  },
  { key: 'meta.kita_name', label: 'Name der Kita', kind: 'text', max: 120, optional: true, isVisible: hasKita },
  { key: 'meta.kita_city', label: 'Ort der Kita', kind: 'text', max: 80, optional: true, isVisible: hasKita },
  {
    key: 'meta.own_school',
    label: (context) => `Mein Kind besucht zurzeit unsere Partnerschule (${partnerNames(context)})`,
    staffLabel: (context) => `Das Kind besucht zurzeit die Partnerschule (${partnerNames(context)})`,
    kind: 'checkbox',
    isException: true,
    only: 'secondary_1',
    isVisible: (_form, context) => partnerSchools(context).length > 0,
  },
  { key: 'meta.previous_school_name', label: 'Bisherige Schule', kind: 'text', max: 120, isVisible: comesFromOther },
  { key: 'meta.previous_school_city', label: 'Ort der Schule', kind: 'text', max: 80, isVisible: comesFromOther },
  {
    key: 'meta.previous_school_type',
    label: 'Schulform',
    kind: 'choice',
    display: 'select',
    options: ({ variant }) =>
      optionsOf(PREVIOUS_SCHOOL_LABELS).filter(
        ({ value }) => variant === 'secondary_1' || ASKED_BY_PRIMARY.includes(String(value)),
      ),
    isVisible: comesFromOther,
  },
  {
    key: 'meta.previous_grade',
    label: 'Aktuelle Klassenstufe',
    kind: 'choice',
    display: 'select',
    options: ({ variant }) => (variant === 'primary' ? gradeOptions(1, 6) : gradeOptions(4, 10)),
    isVisible: comesFromSchool,
  },
  {
    key: 'meta.first_foreign_language',
    label: 'Erste Fremdsprache',
    kind: 'text',
    max: 40,
    optional: true,
    only: 'secondary_1',
  },
  {
    key: 'meta.first_foreign_language_since',
    label: 'Erste Fremdsprache seit Klassenstufe',
    kind: 'choice',
    display: 'select',
    options: () => gradeOptions(1, 10),
    optional: true,
    only: 'secondary_1',
  },
  {
    key: 'meta.second_foreign_language',
    label: 'Zweite Fremdsprache',
    kind: 'text',
    max: 40,
    optional: true,
    only: 'secondary_1',
  },
  {
    key: 'meta.elective_interest',
    label: 'Interesse im Wahlpflichtbereich',
    kind: 'choice',
    display: 'select',
    options: ({ settings }) => settings.electives.map((name) => ({ value: name, label: name })),
    optional: true,
    only: 'secondary_1',
    isVisible: (_form, { settings }) => settings.electives.length > 0,
  },
  {
    key: 'meta.change_reason',
    label: 'Grund des Wechsels',
    kind: 'textarea',
    max: 500,
    hint: 'Bitte keine Angaben zur Gesundheit.',
    optional: true,
    isVisible: isLateral,
  },
]

export const confirmationFields: readonly FieldDefinition[] = [
  { key: 'meta.truth_confirmed', label: 'Meine Angaben sind richtig und vollständig.', kind: 'confirm' },
  { key: 'meta.privacy_notice_read', label: 'Ich habe die Datenschutzhinweise gelesen.', kind: 'confirm' },
]
