/** The house format of a list of pupils: exports write these headings and imports read them (domain §6.3). */

export const LISTED_GUARDIANS = 2

const GUARDIAN_COLUMNS = ['Vorname', 'Nachname', 'Telefon', 'E-Mail'] as const

type GuardianColumn = `Sorge${1 | 2}_${(typeof GUARDIAN_COLUMNS)[number]}`

const guardianColumns = (place: 1 | 2) => GUARDIAN_COLUMNS.map((column): GuardianColumn => `Sorge${place}_${column}`)

export const PUPIL_LIST_COLUMNS = [
  'SuS-Nummer',
  'Nachname',
  'Namensvorsatz',
  'Vorname',
  'Geschlecht',
  'Geburtsdatum',
  'Klasse',
  'Klassenstufe',
  'Status',
  'Aufnahmedatum',
  'Straße',
  'Hausnummer',
  'PLZ',
  'Ort',
  ...guardianColumns(1),
  ...guardianColumns(2),
] as const

/** The usual columns of a list: name, age and class, without addresses and parents. */
export const USUAL_LIST_COLUMNS = [
  'Nachname',
  'Namensvorsatz',
  'Vorname',
  'Geschlecht',
  'Geburtsdatum',
  'Klasse',
  'Klassenstufe',
  'Status',
] as const satisfies readonly (typeof PUPIL_LIST_COLUMNS)[number][]

/** Further columns of a list; imports know these headings, too. */
export const MORE_LIST_COLUMNS = [
  'Alle Vornamen',
  'Geburtsname',
  'Geburtsort',
  'Einschulungsjahr',
  'Abgangsdatum',
  'Adresszusatz',
  'Telefon',
  'E-Mail',
] as const

export const LIST_COLUMNS = [...PUPIL_LIST_COLUMNS, ...MORE_LIST_COLUMNS] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]

interface Phones {
  phone_mobile: string | null
  phone_home: string | null
  phone_work: string | null
}

/** The only phone number of a guardian in a list: the best one to call. */
export const listedPhone = ({ phone_mobile, phone_home, phone_work }: Phones) =>
  phone_mobile ?? phone_home ?? phone_work
