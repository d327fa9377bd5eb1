import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { PUPIL_LABELS, Pupil } from '#contract/pupils/pupil.record.ts'
import type { NewPupilForm, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { choicesOf } from '#contract/record.ts'
import type { CallInput } from '#web/api/client.ts'
import { type FieldValues, type FormField, fieldsIn } from '#web/forms/fields.ts'

/** Few fields first; the rest of the record is filled in on the pupil's page. */
export const CHILD_FIELDS = fieldsIn(Pupil, [['firstname', 'lastname', 'lastname_prefix', 'gender', 'birthdate']])

export const ADDRESS_FIELDS = fieldsIn(Pupil, [['street', 'house_number', 'zip', 'city']])

const GUARDIAN = 'guardians.0.'

const relationField = (key: string): FormField => ({
  key,
  label: 'Beziehung zum Kind',
  kind: 'choice',
  choices: choicesOf(RELATIONSHIP_LABELS),
  isHalf: true,
})

/** Asked of somebody on record who is taken over. */
export const KNOWN_RELATION_FIELD = relationField('known_guardians.0.relationship')

/** The person may be left out as a whole; who is begun has a name and is something to the child. */
export const GUARDIAN_FIELDS: readonly FormField[] = [
  { key: `${GUARDIAN}firstname`, label: 'Vorname', kind: 'text', isHalf: true },
  { key: `${GUARDIAN}lastname`, label: 'Nachname', kind: 'text', isHalf: true },
  relationField(`${GUARDIAN}relationship`),
  { key: `${GUARDIAN}phone_mobile`, label: 'Telefon mobil', kind: 'phone', isOptional: true, isHalf: true },
  { key: `${GUARDIAN}mail`, label: 'E-Mail', kind: 'mail', isOptional: true, isHalf: true },
]

/** In the order of the page; of what is refused the summary says which one. */
export const NEW_PUPIL_LABELS: Record<string, string> = {
  ...Object.fromEntries(CHILD_FIELDS.map(({ key, label }) => [key, label])),
  date_entry: PUPIL_LABELS.date_entry,
  schoolgrade_id: 'Klassenstufe',
  schoolclass_id: 'Klasse',
  ...Object.fromEntries(ADDRESS_FIELDS.map(({ key, label }) => [key, label])),
  ...Object.fromEntries(
    [...GUARDIAN_FIELDS, KNOWN_RELATION_FIELD].map(({ key, label }) => [key, `Sorgeberechtigte Person, ${label}`]),
  ),
}

export const emptyPupil = (today: string): FieldValues => ({
  ...Object.fromEntries(Object.keys(NEW_PUPIL_LABELS).map((key) => [key, ''])),
  date_entry: today,
})

const textIn = (values: FieldValues, key: string) => String(values[key] ?? '').trim()
const idIn = (values: FieldValues, key: string) => (values[key] ? Number(values[key]) : undefined)

/** The one who is on record already, if somebody was taken over. */
export const isKnownTaken = (values: FieldValues) => idIn(values, 'known.id') !== undefined

const knownGuardiansOf = (values: FieldValues) =>
  isKnownTaken(values)
    ? [{ guardian_id: idIn(values, 'known.id'), relationship: textIn(values, KNOWN_RELATION_FIELD.key) }]
    : []

/** The first guardian, or nobody while nothing is typed there. */
const guardiansOf = (values: FieldValues) => {
  if (isKnownTaken(values)) return []
  const guardian = Object.fromEntries(
    GUARDIAN_FIELDS.map(({ key }) => [key.slice(GUARDIAN.length), textIn(values, key)]),
  )
  return Object.values(guardian).some(Boolean) ? [guardian] : []
}

export const isGuardianBegun = (values: FieldValues) => guardiansOf(values).length > 0

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
    known_guardians: knownGuardiansOf(values),
  } as unknown as NewPupilBody
}

/** The guardian as typed so far, who may be on record already. */
export const typedGuardian = (values: FieldValues) => ({
  firstname: textIn(values, `${GUARDIAN}firstname`),
  lastname: textIn(values, `${GUARDIAN}lastname`),
  phones: [textIn(values, `${GUARDIAN}phone_mobile`)],
  mail: textIn(values, `${GUARDIAN}mail`),
})

export type NewPupil = Pick<NewPupilForm, 'firstname' | 'lastname' | 'birthdate'>

export const childOf = (values: FieldValues): NewPupil => ({
  firstname: textIn(values, 'firstname'),
  lastname: textIn(values, 'lastname'),
  birthdate: textIn(values, 'birthdate'),
})
