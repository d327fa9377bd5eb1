import { formatDate } from '#contract/dates.ts'
import { GUARDIAN_SALUTATION_LABELS } from '#contract/families/guardian.record.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { displayPhone, phoneDigits } from '#contract/phone.ts'
import type { GuardianPart, ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import { hasLeft, isAttending, PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import { normaliseGivenName, normaliseName } from '#contract/registrations/duplicates.ts'
import { fitWindows1252 } from '#server/documents/windows-1252.ts'
import { codedWord, isCoded } from './coded-fields.ts'
import type { ImportContext } from './import-context.ts'
import { type KnownGuardian, type KnownPupil, PUPIL_COLUMNS, type PupilColumn } from './import-known.queries.ts'
import type { Place } from './place-row.ts'
import type { Problem, RowValues } from './read-cells.ts'

export interface Change {
  field: ImportField
  from: string | null
  to: string | null
}

interface HomeAddress {
  street: string | null
  house_number: string | null
  zip: string | null
  city: string | null
}

/** A guardian in the row, in the first or second position. */
export interface RowGuardian {
  place: 1 | 2
  firstname: string
  lastname: string
  salutation: string | null
  title: string | null
  relationship: string | null
  phone: string | null
  mobile: string | null
  work_phone: string | null
  mail: string | null
  /** The guardian's own address; null when it is the child's or not given. */
  home: HomeAddress | null
  lives_with_pupil: boolean
}

const ADDRESS = ['street', 'house_number', 'zip', 'city'] as const

const foldPlace = (text: string | null) =>
  (text ?? '')
    .toLowerCase()
    .replace(/stra(ß|ss)e\b/g, 'str')
    .replace(/[^\p{L}\d]/gu, '')

/**
 * An address different from the child's: they live apart (domain §6.2). Without the child's address this cannot be
 * known.
 */
const homeOf = (values: RowValues, place: 1 | 2, target: HomeAddress | undefined) => {
  const parts = ADDRESS.map((part) => [part, values[`guardian${place}_${part}`]] as const)
  const home = Object.fromEntries(parts) as unknown as HomeAddress
  const childs = (part: keyof HomeAddress) => values[part] ?? target?.[part] ?? null
  const isKnown = ADDRESS.some((part) => childs(part) !== null)
  const isOther = parts.some(([part, text]) => text !== null && foldPlace(text) !== foldPlace(childs(part)))
  return { home: isOther ? home : null, lives_with_pupil: !(isOther && isKnown) }
}

export const guardiansOf = (values: RowValues, target: HomeAddress | undefined): RowGuardian[] =>
  ([1, 2] as const).flatMap((place) => {
    const of = (part: GuardianPart) => values[`guardian${place}_${part}`]
    const [firstname, lastname] = [of('firstname'), of('lastname')]
    if (firstname === null || lastname === null) return []
    return [
      {
        place,
        firstname,
        lastname,
        salutation: of('salutation'),
        title: of('title'),
        relationship: of('relationship'),
        phone: of('phone'),
        mobile: of('mobile'),
        work_phone: of('work_phone'),
        mail: of('mail'),
        ...homeOf(values, place, target),
      },
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

export const GUARDIAN_PHONES = ['phone', 'mobile', 'work_phone'] as const

/** The numbers and the address of a guardian that are in the row but not on record; null when nothing is new. */
export const newOf = (known: KnownGuardian, person: RowGuardian) => {
  const fresh = (number: string | null) => (number !== null && !hasPhone(known, number) ? number : null)
  return {
    phone: fresh(person.phone),
    mobile: fresh(person.mobile),
    work_phone: fresh(person.work_phone),
    mail: person.mail !== null && !isSameMail(person.mail, known.mail) ? person.mail : null,
  }
}

/** Everything that the row says about a guardian who is not on record yet, as readable text. */
const partsOf = ({ place: _place, home, lives_with_pupil: _lives, ...person }: RowGuardian) => ({
  ...person,
  salutation: person.salutation && GUARDIAN_SALUTATION_LABELS[person.salutation as 'none'],
  relationship: person.relationship && RELATIONSHIP_LABELS[person.relationship as 'other'],
  ...home,
})

function guardianChanges(known: readonly KnownGuardian[], person: RowGuardian): Change[] {
  const fieldOf = (part: string) => `guardian${person.place}_${part}` as ImportField
  const found = findGuardian(known, person)
  if (!found)
    return Object.entries(partsOf(person)).flatMap(([part, to]) =>
      to === null ? [] : [{ field: fieldOf(part), from: null, to }],
    )
  const { phone, mobile, work_phone, mail } = newOf(found, person)
  const former = {
    phone: listedPhone(found),
    mobile: found.phone_mobile,
    work_phone: found.phone_work,
    mail: found.mail,
  }
  return Object.entries({ phone, mobile, work_phone, mail }).flatMap(([part, to]) =>
    to === null ? [] : [{ field: fieldOf(part), from: former[part as keyof typeof former], to }],
  )
}

const shown = (column: PupilColumn, value: string | number | null): string | null => {
  if (value === null) return null
  if (column === 'gender') return GENDER_LABELS[value as keyof typeof GENDER_LABELS]
  if (column === 'status') return PUPIL_STATUS_LABELS[value as keyof typeof PUPIL_STATUS_LABELS]
  if (column === 'birthdate' || column === 'date_entry') return formatDate(String(value))
  if (isCoded(column)) return codedWord(column, String(value))
  return column === 'phone' ? displayPhone(String(value)) : String(value)
}

/**
 * SchILD-NRW writes Lukasiewicz for Łukasiewicz (domain §6.2): it is the same name, and ours is the better spelling.
 */
const lacksLetters = (to: string | number | null, from: string | number | null) =>
  typeof to === 'string' && typeof from === 'string' && to !== from && to === fitWindows1252(from)

const isSame = (column: PupilColumn, to: string | number, from: string | number | null) => {
  if (column === 'phone') return isSamePhone(String(to), from === null ? null : String(from))
  if (column === 'mail') return isSameMail(String(to), from === null ? null : String(from))
  // A postal code of four digits on record is a foreign one: the file has it as well, and it was read as a German code.
  return to === from || lacksLetters(to, from) || (column === 'zip' && to === `0${from}`)
}

/**
 * Entry and exit follow from dates and are entered on the pupil's page; a list may only change the status among
 * attending pupils.
 */
const mayTake = (column: PupilColumn, values: RowValues, target: KnownPupil) =>
  column !== 'status' || (isAttending({ status: values.status ?? '' }) && isAttending(target))

/** A status or exit in the file that differs from the record and that an import does not apply. */
export function ignoredExit(values: RowValues, target: KnownPupil): Problem[] {
  const { status, date_exit } = values
  const isGone = hasLeft({ status: status ?? '' }) && !hasLeft(target)
  if (isGone || (date_exit !== null && date_exit !== target.date_exit))
    return [{ field: date_exit === null ? 'status' : 'date_exit', message: IMPORT_TEXTS.exitIgnored }]
  const isOther = status !== null && status !== target.status && !mayTake('status', values, target)
  return isOther ? [{ field: 'status', message: IMPORT_TEXTS.statusIgnored }] : []
}

/** Names that stay as on record, because the file only lacks some of their letters. */
export const missingLetters = (values: RowValues, target: KnownPupil): Problem[] =>
  PUPIL_COLUMNS.flatMap((field) =>
    lacksLetters(values[field], target[field])
      ? [{ field, message: IMPORT_TEXTS.lettersKept(String(target[field])) }]
      : [],
  )

/** The values in the row that differ from the record; an empty cell deletes nothing. */
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

/** Every change that an update would make, as readable text. */
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
  ...guardiansOf(values, target).flatMap((person) => guardianChanges(target.guardians, person)),
]
