import { formatDate, isIsoDay } from '#contract/dates.ts'
import type { PupilContactPerson } from '#contract/families/families.ts'
import { displayPhone } from '#contract/phone.ts'
import type { ConflictLine } from '#web/forms/compared-lines.tsx'

/** What the dialog holds; an empty field is not told. */
export interface ContactValues extends Record<string, unknown> {
  firstname: string
  lastname: string
  relation: string
  phone: string
  is_emergency: boolean
  may_pickup: boolean
  valid_from: string
  valid_until: string
}

/** Labels in the order of the dialog. */
export const CONTACT_LABELS = {
  firstname: 'Vorname',
  lastname: 'Nachname',
  relation: 'Beziehung zum Kind',
  phone: 'Telefon',
  is_emergency: 'Im Notfall anrufen',
  may_pickup: 'Darf abholen',
  valid_from: 'Gilt ab',
  valid_until: 'Gilt bis',
} as const
type Field = keyof typeof CONTACT_LABELS
const FIELDS = Object.keys(CONTACT_LABELS) as Field[]

export const NO_CONTACT: ContactValues = {
  firstname: '',
  lastname: '',
  relation: '',
  phone: '',
  is_emergency: true,
  may_pickup: false,
  valid_from: '',
  valid_until: '',
}

export const contactValues = (person: PupilContactPerson) =>
  Object.fromEntries(FIELDS.map((field) => [field, person[field] ?? ''])) as unknown as ContactValues

/** What differs, as PUT wants it; empty: nothing. */
export const contactChanges = (values: ContactValues, before: ContactValues) =>
  Object.fromEntries(FIELDS.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]))

const read = (field: Field, values: ContactValues) => {
  const value = values[field]
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (field === 'phone') return displayPhone(value)
  return (isIsoDay(value) ? formatDate(value) : value) || '–'
}

/** What differs between both versions, in the words of the dialog. */
export const contactConflict = (mine: ContactValues, theirs: ContactValues): ConflictLine[] =>
  FIELDS.filter((field) => mine[field] !== theirs[field]).map((field) => ({
    key: field,
    label: CONTACT_LABELS[field],
    mine: read(field, mine),
    theirs: read(field, theirs),
  }))
