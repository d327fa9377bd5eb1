import { GENDER_LABELS, GENDERS } from '#contract/genders.ts'
import type { NewPupilForm, pupilChangeEndpoints } from '#contract/pupils.change.ts'
import { PUPIL_LABELS } from '#contract/pupils.labels.ts'
import { RELATIONSHIP_LABELS, RELATIONSHIPS } from '#contract/relationships.ts'
import type { CallInput } from '#web/api/client.ts'
import { type Choice, type FieldValues, type RecordField, recordField } from './record-fields.ts'

const choicesOf = <T extends string>(values: readonly T[], labels: Record<T, string>): Choice[] => [
  { value: '', label: 'Bitte wählen' },
  ...values.map((value) => ({ value, label: labels[value] })),
]

/** Few fields first; the rest of the record is filled in on the pupil's page. */
export const CHILD_FIELDS: readonly RecordField[] = [
  recordField('firstname', { kind: 'text', isRequired: true, isHalf: true }),
  recordField('lastname', { kind: 'text', isRequired: true, isHalf: true }),
  recordField('lastname_prefix', { hint: 'Zum Beispiel von oder de.', kind: 'text', isHalf: true }),
  recordField('gender', { kind: 'choice', choices: choicesOf(GENDERS, GENDER_LABELS), isRequired: true, isHalf: true }),
  recordField('birthdate', { kind: 'date', isPast: true, isRequired: true, isHalf: true }),
]

export const ADDRESS_FIELDS: readonly RecordField[] = [
  recordField('street', { kind: 'text', isHalf: true }),
  recordField('house_number', { kind: 'text', isHalf: true }),
  recordField('zip', { kind: 'text', isHalf: true }),
  recordField('city', { kind: 'text', isHalf: true }),
]

const GUARDIAN = 'guardians.0.'

export const GUARDIAN_FIELDS: readonly RecordField[] = [
  { key: `${GUARDIAN}firstname`, label: 'Vorname', kind: 'text', isHalf: true },
  { key: `${GUARDIAN}lastname`, label: 'Nachname', kind: 'text', isHalf: true },
  {
    key: `${GUARDIAN}relationship`,
    label: 'Beziehung zum Kind',
    kind: 'choice',
    choices: RELATIONSHIPS.map((value) => ({ value, label: RELATIONSHIP_LABELS[value] })),
    isHalf: true,
  },
  { key: `${GUARDIAN}phone_mobile`, label: 'Telefon mobil', kind: 'phone', isHalf: true },
  { key: `${GUARDIAN}mail`, label: 'E-Mail', kind: 'mail', isHalf: true },
]

/** In the order of the page; of what is refused the summary says which one. */
export const NEW_PUPIL_LABELS: Record<string, string> = {
  ...Object.fromEntries(CHILD_FIELDS.map(({ key, label }) => [key, label])),
  date_entry: PUPIL_LABELS.date_entry,
  schoolgrade_id: 'Klassenstufe',
  schoolclass_id: 'Klasse',
  ...Object.fromEntries(ADDRESS_FIELDS.map(({ key, label }) => [key, label])),
  ...Object.fromEntries(GUARDIAN_FIELDS.map(({ key, label }) => [key, `Sorgeberechtigte Person, ${label}`])),
}

export const emptyPupil = (today: string): FieldValues => ({
  ...Object.fromEntries(Object.keys(NEW_PUPIL_LABELS).map((key) => [key, ''])),
  date_entry: today,
})

const textIn = (values: FieldValues, key: string) => String(values[key] ?? '').trim()
const idIn = (values: FieldValues, key: string) => (values[key] ? Number(values[key]) : undefined)

/** The first guardian, or nobody while nothing is typed there. */
const guardiansOf = (values: FieldValues) => {
  const guardian = Object.fromEntries(
    GUARDIAN_FIELDS.map(({ key }) => [key.slice(GUARDIAN.length), textIn(values, key)]),
  )
  return Object.values(guardian).some(Boolean) ? [guardian] : []
}

type NewPupilBody = CallInput<typeof pupilChangeEndpoints.add>['body']

/** What is sent; what it lacks the schema of the contract says. */
export const newPupilBody = (values: FieldValues): NewPupilBody => {
  const texts = [...CHILD_FIELDS, ...ADDRESS_FIELDS].map(({ key }) => [key, textIn(values, key)])
  return {
    ...Object.fromEntries(texts),
    date_entry: textIn(values, 'date_entry'),
    schoolgrade_id: idIn(values, 'schoolgrade_id'),
    schoolclass_id: idIn(values, 'schoolclass_id') ?? null,
    guardians: guardiansOf(values),
  } as unknown as NewPupilBody
}

export type NewPupil = Pick<NewPupilForm, 'firstname' | 'lastname' | 'birthdate'>

export const childOf = (values: FieldValues): NewPupil => ({
  firstname: textIn(values, 'firstname'),
  lastname: textIn(values, 'lastname'),
  birthdate: textIn(values, 'birthdate'),
})
