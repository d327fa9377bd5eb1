import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isIsoDay } from '#contract/dates.ts'
import { GuardianPerson, GuardianRelation } from '#contract/families/guardian.record.ts'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import { NewPupilForm, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type DuplicatePupil, DuplicatesReply } from '#contract/registrations/registrations.transform.ts'
import { useToday } from '#web/api/base-data.ts'
import { type CallInput, call, type Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryKey, useCall } from '#web/api/queries.ts'
import { type FieldValue, type FieldValues, type FormField, fieldsIn, inputsOf, sentOf } from '#web/forms/fields.ts'
import { type TypedInput, useEdit } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { CHANGED_BY_PUPILS } from './pupil-query.ts'

/** Few fields first; the rest of the record is filled in on the pupil's page. */
export const CHILD_FIELDS = fieldsIn(Pupil, [['firstname', 'lastname', 'lastname_prefix', 'gender', 'birthdate']])
export const ADDRESS_FIELDS = fieldsIn(Pupil, [['street', 'house_number', 'zip', 'city']])

export const PLACE_FIELDS: readonly FormField[] = [
  ...fieldsIn(Pupil, [['date_entry']]),
  { key: 'schoolclass_id', label: 'Klasse', kind: 'choice', isHalf: true },
  { key: 'schoolgrade_id', label: 'Klassenstufe', kind: 'choice', empty: 'Bitte wählen', isHalf: true },
]

const [FIRST, SECOND] = ['guardians.0.', 'guardians.1.'] as const
const KNOWN = 'known_guardians.0.'
const [RELATION_FIELD] = fieldsIn(GuardianRelation, [['relationship']]) as [FormField]

/** A person may be left out as a whole; who is begun has a name and is something to the child. */
const guardianFields = (place: string) =>
  [
    ...fieldsIn(GuardianPerson, [['firstname', 'lastname']]),
    RELATION_FIELD,
    ...fieldsIn(GuardianPerson, [['phone_mobile', 'mail']]),
  ].map((field): FormField => ({ ...field, key: place + field.key }))

export const GUARDIAN_FIELDS = guardianFields(FIRST)
export const SECOND_GUARDIAN_FIELDS = guardianFields(SECOND)

/** Asked of somebody on record who is taken over. */
export const KNOWN_RELATION_FIELD: FormField = { ...RELATION_FIELD, key: `${KNOWN}relationship` }

const FIELDS = [
  ...[...CHILD_FIELDS, ...PLACE_FIELDS, ...ADDRESS_FIELDS],
  ...[...GUARDIAN_FIELDS, KNOWN_RELATION_FIELD, ...SECOND_GUARDIAN_FIELDS],
]

/** In the order of the page; of what is refused the summary says which one. */
const placeNameOf = (key: string) => {
  if (key.startsWith(SECOND)) return 'Zweite Person, '
  return /guardians\.0\./.test(key) ? 'Sorgeberechtigte Person, ' : ''
}
export const NEW_PUPIL_LABELS = Object.fromEntries(FIELDS.map(({ key, label }) => [key, placeNameOf(key) + label]))

const textIn = (values: FieldValues, key: string) => String(values[key] ?? '').trim()
const idIn = (values: FieldValues, key: string) => (values[key] ? Number(values[key]) : undefined)

/** The one who is on record already, if somebody was taken over. */
export const isKnownTaken = (values: FieldValues) => idIn(values, 'known.id') !== undefined

const knownGuardiansOf = (values: FieldValues) =>
  isKnownTaken(values)
    ? [{ guardian_id: idIn(values, 'known.id'), relationship: textIn(values, KNOWN_RELATION_FIELD.key) }]
    : []

/** Somebody new with the place in the form, or nobody while nothing is typed there. */
const personAt = (values: FieldValues, place: string, fields: readonly FormField[]) => {
  const person = Object.fromEntries(fields.map(({ key }) => [key.slice(place.length), textIn(values, key)]))
  return Object.values(person).some(Boolean) ? [{ place, person }] : []
}

/** Whoever is typed in; the first one may be on record already. */
const guardiansOf = (values: FieldValues) => [
  ...(isKnownTaken(values) ? [] : personAt(values, FIRST, GUARDIAN_FIELDS)),
  ...personAt(values, SECOND, SECOND_GUARDIAN_FIELDS),
]

export const isGuardianBegun = (values: FieldValues) => personAt(values, FIRST, GUARDIAN_FIELDS).length > 0
export const isSecondBegun = (values: FieldValues) => personAt(values, SECOND, SECOND_GUARDIAN_FIELDS).length > 0

/** What is wrong with the first of those who are sent may be about the second place of the form. */
const atTheirPlaces = (faults: Record<string, string>, values: FieldValues) => {
  const people = guardiansOf(values)
  const placed = ([key, text]: [string, string]) => [
    key.replace(/^guardians\.(\d)\./, (sent, at) => people[Number(at)]?.place ?? sent),
    text,
  ]
  return Object.fromEntries(Object.entries(faults).map(placed)) as Record<string, string>
}

/** The guardian as typed so far, who may be on record already. */
export const typedGuardian = (values: FieldValues) => ({
  firstname: textIn(values, `${FIRST}firstname`),
  lastname: textIn(values, `${FIRST}lastname`),
  phones: [textIn(values, `${FIRST}phone_mobile`)],
  mail: textIn(values, `${FIRST}mail`),
})

/** What is sent; what it lacks the schema of the contract says. */
const bodyOf = (values: FieldValues) =>
  ({
    ...sentOf([...CHILD_FIELDS, ...ADDRESS_FIELDS], values),
    date_entry: textIn(values, 'date_entry'),
    schoolgrade_id: idIn(values, 'schoolgrade_id'),
    schoolclass_id: idIn(values, 'schoolclass_id') ?? null,
    guardians: guardiansOf(values).map(({ person }) => person),
    known_guardians: knownGuardiansOf(values),
  }) as unknown as CallInput<typeof pupilChangeEndpoints.add>['body']

export type NewPupil = Pick<NewPupilForm, 'firstname' | 'lastname' | 'birthdate'>

export const childOf = (values: FieldValues): NewPupil => ({
  firstname: textIn(values, 'firstname'),
  lastname: textIn(values, 'lastname'),
  birthdate: textIn(values, 'birthdate'),
})

const TYPING_MS = 400

/** Who may be this child already, as soon as name and birth date are there. */
const useAlike = (child: NewPupil) => {
  const [asked] = useDebouncedValue(child, TYPING_MS)
  const { data } = useQuery({
    queryKey: [...queryKey(pupilChangeEndpoints.findDuplicates), asked],
    queryFn: ({ signal }) => call(pupilChangeEndpoints.findDuplicates, { body: asked, signal }),
    enabled: asked.firstname !== '' && asked.lastname !== '' && isIsoDay(asked.birthdate),
    gcTime: 0,
    // It only helps: what cannot be asked now is asked when the form is sent.
    retry: false,
    meta: { quiet: true },
  })
  return data ? [...data.exact, ...data.likely] : NOBODY
}

const NOBODY: readonly DuplicatePupil[] = []

/**
 * A pupil while it is entered: checked on submit and made once (spec §4). Whoever may be the same child is shown before
 * a second record is made (domain §3.3).
 */
export const useNewPupil = (onMade: (made: Reply<typeof pupilChangeEndpoints.add>) => void) => {
  const date_entry = useToday()
  const [duplicates, setDuplicates] = useState<readonly DuplicatePupil[]>([])
  const edit = useEdit({
    fields: FIELDS,
    loaded: undefined,
    valuesOf: () => ({ ...inputsOf(FIELDS, undefined), date_entry }),
    loadAnew: async () => undefined,
    ...usePreservedInput<TypedInput<undefined>>(),
  })
  const { values } = edit
  const alike = useAlike(childOf(values))
  const ask = useCall(pupilChangeEndpoints.findDuplicates)
  const add = useCall(pupilChangeEndpoints.add, {
    invalidates: CHANGED_BY_PUPILS,
    onFieldErrors: (faults) => edit.refuse(atTheirPlaces(faults, values)),
    onFailure: (failure) => {
      const reply = DuplicatesReply.safeParse(failure.body)
      return reply.success ? setDuplicates(reply.data.duplicates) : explainFailure(failure)
    },
  })
  const send = async (force: boolean) => {
    const body = { ...bodyOf(values), force }
    const made = await add.run({ body, idempotencyKey: edit.keyFor(body) })
    if (made) onMade(made)
  }
  const submit = async () => {
    const faults = schemaErrors(NewPupilForm)(bodyOf(values))
    edit.forgetErrors()
    if (Object.keys(faults).length > 0) return edit.refuse(atTheirPlaces(faults, values))
    const reply = await ask.run({ body: childOf(values) })
    if (!reply) return
    const found = [...reply.exact, ...reply.likely]
    if (found.length > 0) return setDuplicates(found)
    await send(false)
  }
  return {
    ...edit,
    duplicates,
    /** The question at the end says the same. */
    alike: duplicates.length > 0 ? NOBODY : alike,
    isRunning: add.isRunning || ask.isRunning,
    set: (key: string, value: FieldValue) => {
      edit.set(key, value)
      setDuplicates([])
    },
    // While somebody like this child is shown only the buttons there decide, not Enter in a field.
    submit: () => duplicates.length === 0 && void submit(),
    submitAnyway: () => void send(true),
  }
}
export type NewPupilDraft = ReturnType<typeof useNewPupil>
