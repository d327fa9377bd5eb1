import { countryName } from '#contract/countries.ts'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import {
  CUSTODY_PROOF_LABELS,
  GUARDIAN_SALUTATION_LABELS,
  type GUARDIAN_SALUTATIONS,
  type PupilGuardian,
} from '#contract/families/families.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { displayPhone } from '#contract/phone.ts'
import { comparedLines, wholeText } from '#web/forms/compared-lines.tsx'
import { interpreterName } from './family-texts.ts'

/** What the dialog holds; an empty field is not told. */
export interface GuardianValues extends Record<string, unknown> {
  salutation: (typeof GUARDIAN_SALUTATIONS)[number]
  title: string
  firstname: string
  lastname: string
  relationship: PupilGuardian['relationship'] | ''
  has_custody: boolean
  custody_proof_kind: NonNullable<PupilGuardian['custody_proof_kind']> | ''
  custody_proof_seen_at: string
  lives_with_pupil: boolean
  may_pickup: boolean
  receives_letters: boolean
  receives_sicknote_mail: boolean
  phone_mobile: string
  phone_home: string
  phone_work: string
  mail: string
  interpreter_language: string
  street: string
  house_number: string
  address_extra: string
  zip: string
  city: string
  country: string
}

/** Labels in the order of the dialog. */
export const GUARDIAN_LABELS = {
  firstname: 'Vorname',
  lastname: 'Nachname',
  salutation: 'Anrede',
  title: 'Titel',
  phone_mobile: 'Telefon mobil',
  phone_home: 'Telefon privat',
  phone_work: 'Telefon dienstlich',
  mail: 'E-Mail',
  interpreter_language: 'Dolmetschen',
  relationship: 'Beziehung zum Kind',
  has_custody: 'Hat das Sorgerecht',
  lives_with_pupil: 'Wohnt beim Kind',
  may_pickup: 'Darf abholen',
  receives_letters: 'Bekommt Briefe',
  receives_sicknote_mail: 'Bekommt E-Mails zu Abwesenheiten',
  custody_proof_kind: 'Nachweis des Sorgerechts',
  custody_proof_seen_at: 'Nachweis gesehen am',
  street: 'Straße',
  house_number: 'Hausnummer',
  zip: 'Postleitzahl',
  city: 'Ort',
  address_extra: 'Adresszusatz',
  country: 'Land',
} as const
export type GuardianField = keyof typeof GUARDIAN_LABELS
const FIELDS = Object.keys(GUARDIAN_LABELS) as GuardianField[]

const NO_ADDRESS = { street: '', house_number: '', address_extra: '', zip: '', city: '', country: 'DE' }

export const NO_GUARDIAN: GuardianValues = {
  salutation: 'none',
  title: '',
  firstname: '',
  lastname: '',
  relationship: '',
  has_custody: true,
  custody_proof_kind: '',
  custody_proof_seen_at: '',
  lives_with_pupil: true,
  may_pickup: true,
  receives_letters: true,
  receives_sicknote_mail: true,
  phone_mobile: '',
  phone_home: '',
  phone_work: '',
  mail: '',
  interpreter_language: '',
  ...NO_ADDRESS,
}

const filled = (values: object) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? '']))

export const guardianValues = (guardian: PupilGuardian): GuardianValues => {
  const known = { ...guardian, ...NO_ADDRESS, ...guardian.address }
  const shown = Object.fromEntries(FIELDS.map((field) => [field, known[field]]))
  return { ...(filled(shown) as unknown as GuardianValues), country: guardian.address?.country || 'DE' }
}

/** The typed values by which the person may be found among the existing guardians. */
export const typedPerson = ({ firstname, lastname, phone_mobile, phone_home, phone_work, mail }: GuardianValues) => ({
  firstname,
  lastname,
  phones: [phone_mobile, phone_home, phone_work],
  mail,
})

/** What differs, as PUT wants it; empty: nothing. */
export const guardianChanges = (values: GuardianValues, before: GuardianValues) =>
  Object.fromEntries(FIELDS.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]))

/** Fields with words of their own; of the others the text itself. */
const WORDS: Partial<Record<GuardianField, (value: string) => string>> = {
  salutation: (value) => GUARDIAN_SALUTATION_LABELS[value as keyof typeof GUARDIAN_SALUTATION_LABELS],
  relationship: (value) => RELATIONSHIP_LABELS[value as keyof typeof RELATIONSHIP_LABELS],
  custody_proof_kind: (value) => CUSTODY_PROOF_LABELS[value as keyof typeof CUSTODY_PROOF_LABELS],
  custody_proof_seen_at: (value) => (isIsoDay(value) ? formatDate(value) : value),
  phone_mobile: displayPhone,
  phone_home: displayPhone,
  phone_work: displayPhone,
  interpreter_language: interpreterName,
  country: countryName,
}

const read = (field: GuardianField, values: GuardianValues) => {
  const value = values[field]
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return value === '' ? '–' : (WORDS[field]?.(value) ?? value)
}

/** What differs between both versions, in the words of the dialog. */
export const guardianConflict = (versions: Record<'origin' | 'mine' | 'theirs', GuardianValues>) =>
  comparedLines({
    keys: FIELDS.filter((field) => versions.mine[field] !== versions.theirs[field]),
    labelOf: (key) => GUARDIAN_LABELS[key as GuardianField],
    read: (version, key) => read(key as GuardianField, versions[version]),
  })

/** The address in one line. */
export const addressText = (values: GuardianValues) =>
  wholeText(Object.keys(NO_ADDRESS), (key) => read(key as GuardianField, values))
