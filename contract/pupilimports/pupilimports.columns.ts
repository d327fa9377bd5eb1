/** The columns of a list of pupils (domain §6.2, §6.3). */

/** Most columns of a file. */
export const IMPORT_COLUMNS = 200

/** The fields of the child itself. */
export const IMPORT_PUPIL_FIELDS = [
  'pupil_number',
  'lastname',
  'lastname_prefix',
  'firstname',
  'firstnames_all',
  'birthname',
  'gender',
  'birthdate',
  'birthplace',
  'birth_country',
  'immigration_year',
  'family_language',
  'schoolclass',
  'schoolgrade',
  'status',
  'date_entry',
  'date_exit',
  'first_enrolment_year',
  'enrolment_kind',
  'kita_years',
  'school_recommendation',
  'street',
  'house_number',
  'address_extra',
  'zip',
  'city',
  'phone',
  'mail',
] as const

/** The fields of each of a child's two guardians. */
export const GUARDIAN_PARTS = [
  'salutation',
  'title',
  'firstname',
  'lastname',
  'relationship',
  'phone',
  'mobile',
  'work_phone',
  'mail',
  'street',
  'house_number',
  'zip',
  'city',
] as const
export type GuardianPart = (typeof GUARDIAN_PARTS)[number]
type GuardianField = `guardian${1 | 2}_${GuardianPart}`

export const guardianField = (number: 1 | 2, part: GuardianPart): GuardianField => `guardian${number}_${part}`
const fieldsOf = (number: 1 | 2) => GUARDIAN_PARTS.map((part) => guardianField(number, part))

export const PART_LABELS: Record<GuardianPart, string> = {
  salutation: 'Anrede',
  title: 'Titel',
  firstname: 'Vorname',
  lastname: 'Nachname',
  relationship: 'Beziehung',
  phone: 'Telefon',
  mobile: 'Mobil',
  work_phone: 'Telefon dienstlich',
  mail: 'E-Mail',
  street: 'Straße',
  house_number: 'Hausnummer',
  zip: 'PLZ',
  city: 'Ort',
}

const labelsOf = (number: 1 | 2) =>
  Object.fromEntries(
    GUARDIAN_PARTS.map((part) => [`guardian${number}_${part}`, `Sorge${number}_${PART_LABELS[part]}`]),
  ) as Record<GuardianField, string>

export const IMPORT_FIELDS = [...IMPORT_PUPIL_FIELDS, ...fieldsOf(1), ...fieldsOf(2)] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Without these fields a child cannot be found again (domain §6.3). */
export const REQUIRED_IMPORT_FIELDS: readonly ImportField[] = ['lastname', 'firstname', 'birthdate']

/**
 * The headings; where the house list has the column they are the same, so that an exported list can serve as a
 * template.
 */
export const IMPORT_LABELS: Record<ImportField, string> = {
  pupil_number: 'SuS-Nummer',
  lastname: 'Nachname',
  lastname_prefix: 'Namensvorsatz',
  firstname: 'Vorname',
  firstnames_all: 'Alle Vornamen',
  birthname: 'Geburtsname',
  gender: 'Geschlecht',
  birthdate: 'Geburtsdatum',
  birthplace: 'Geburtsort',
  birth_country: 'Geburtsland',
  immigration_year: 'Jahr des Zuzugs',
  family_language: 'Sprache in der Familie',
  schoolclass: 'Klasse',
  schoolgrade: 'Klassenstufe',
  status: 'Status',
  date_entry: 'Aufnahmedatum',
  date_exit: 'Abgangsdatum',
  first_enrolment_year: 'Einschulungsjahr',
  enrolment_kind: 'Einschulungsart',
  kita_years: 'Dauer des Kita-Besuchs',
  school_recommendation: 'Bildungsgangempfehlung',
  street: 'Straße',
  house_number: 'Hausnummer',
  address_extra: 'Adresszusatz',
  zip: 'PLZ',
  city: 'Ort',
  phone: 'Telefon',
  mail: 'E-Mail',
  ...labelsOf(1),
  ...labelsOf(2),
}
