import { formatDate } from '#contract/dates.ts'
import { normaliseGivenName, normaliseName } from '#contract/duplicates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { displayPhone, phoneDigits } from '#contract/phone.ts'
import type { ImportField } from '#contract/pupil-imports.columns.ts'
import { listedPhone } from '#contract/pupil-list-columns.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils.ts'
import type { ImportContext } from './import-context.ts'
import { type KnownGuardian, type KnownPupil, PUPIL_COLUMNS, type PupilColumn } from './import-known.queries.ts'
import type { Place } from './place-row.ts'
import type { RowValues } from './read-cells.ts'

export interface Change {
  field: ImportField
  from: string | null
  to: string | null
}

/** A guardian as the row has them, at the first or second place. */
export interface RowGuardian {
  place: 1 | 2
  firstname: string
  lastname: string
  phone: string | null
  mail: string | null
}

export const guardiansOf = (values: RowValues): RowGuardian[] =>
  ([1, 2] as const).flatMap((place) => {
    const [firstname, lastname] = [values[`guardian${place}_firstname`], values[`guardian${place}_lastname`]]
    if (firstname === null || lastname === null) return []
    return [
      { place, firstname, lastname, phone: values[`guardian${place}_phone`], mail: values[`guardian${place}_mail`] },
    ]
  })

export const isSamePhone = (a: string, b: string | null) =>
  b !== null && (a === b || (phoneDigits(a) !== undefined && phoneDigits(a) === phoneDigits(b)))

const samePerson = (a: { firstname: string; lastname: string }, b: { firstname: string; lastname: string }) =>
  normaliseName(a.lastname) === normaliseName(b.lastname) &&
  normaliseGivenName(a.firstname) === normaliseGivenName(b.firstname)

export const findGuardian = (known: readonly KnownGuardian[], person: RowGuardian) =>
  known.find((one) => samePerson(one, person))

const hasPhone = (known: KnownGuardian, phone: string) =>
  [known.phone_home, known.phone_mobile, known.phone_work].some((one) => isSamePhone(phone, one))

const isSameMail = (a: string, b: string | null) => a.toLowerCase() === b?.toLowerCase()

/** What the row has of a guardian that the record does not: a number, an address; null where nothing is new. */
export const newOf = (known: KnownGuardian, person: RowGuardian) => ({
  phone: person.phone !== null && !hasPhone(known, person.phone) ? person.phone : null,
  mail: person.mail !== null && !isSameMail(person.mail, known.mail) ? person.mail : null,
})

function guardianChanges(known: readonly KnownGuardian[], person: RowGuardian): Change[] {
  const { place } = person
  const found = findGuardian(known, person)
  if (!found) {
    const parts = { firstname: person.firstname, lastname: person.lastname, phone: person.phone, mail: person.mail }
    return Object.entries(parts).flatMap(([part, to]) =>
      to === null ? [] : [{ field: `guardian${place}_${part}` as ImportField, from: null, to }],
    )
  }
  const { phone, mail } = newOf(found, person)
  return [
    ...(phone === null ? [] : [{ field: `guardian${place}_phone` as const, from: listedPhone(found), to: phone }]),
    ...(mail === null ? [] : [{ field: `guardian${place}_mail` as const, from: found.mail, to: mail }]),
  ]
}

const shown = (column: PupilColumn, value: string | number | null): string | null => {
  if (value === null) return null
  if (column === 'gender') return GENDER_LABELS[value as keyof typeof GENDER_LABELS]
  if (column === 'status') return PUPIL_STATUS_LABELS[value as keyof typeof PUPIL_STATUS_LABELS]
  if (column === 'birthdate' || column === 'date_entry') return formatDate(String(value))
  return column === 'phone' ? displayPhone(String(value)) : String(value)
}

const isSame = (column: PupilColumn, to: string | number, from: string | number | null) => {
  if (column === 'phone') return isSamePhone(String(to), from === null ? null : String(from))
  if (column === 'mail') return isSameMail(String(to), from === null ? null : String(from))
  return to === from
}

const ATTENDING = ['active', 'on_leave', 'guest']

/** Coming and leaving follow from dates and are entered at the pupil; a list only moves among those who attend. */
const mayTake = (column: PupilColumn, values: RowValues, target: KnownPupil) =>
  column !== 'status' || (ATTENDING.includes(values.status ?? '') && ATTENDING.includes(target.status))

/** What the row has to say that the record does not have; an empty cell takes nothing away. */
export const newFields = (values: RowValues, target: KnownPupil) =>
  PUPIL_COLUMNS.flatMap((column) => {
    const to = values[column]
    const isNew = to !== null && mayTake(column, values, target) && !isSame(column, to, target[column])
    return isNew ? [{ column, to }] : []
  })

const placeChanges = (place: Place | null, target: KnownPupil, context: ImportContext): Change[] => {
  if (!place) return []
  const [from, to] = [context.className(target.schoolclass_id), context.className(place.schoolclass_id)]
  const grade = { field: 'schoolgrade' as const, from: target.grade?.toString() ?? null, to: String(place.grade) }
  return [
    ...(from === to ? [] : [{ field: 'schoolclass' as const, from, to }]),
    ...(grade.from === grade.to ? [] : [grade]),
  ]
}

/** Every change an update would make, as people read it. */
export const changesOf = (
  { values, place, target }: { values: RowValues; place: Place | null; target: KnownPupil },
  context: ImportContext,
): Change[] => [
  ...newFields(values, target).map(({ column, to }) => ({
    field: column,
    from: shown(column, target[column]),
    to: shown(column, to),
  })),
  ...placeChanges(place, target, context),
  ...guardiansOf(values).flatMap((person) => guardianChanges(target.guardians, person)),
]
