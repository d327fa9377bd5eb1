/** The house format of a list of pupils: what an export writes an import reads, by these headings (domain §6.3). */

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

/** What most lists are for: who, how old, which class; nothing of where they live and of their parents. */
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

/** What a list may have besides; an import knows these headings, too. */
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

/** The one number the list has of a guardian: where somebody is reached first. */
export const listedPhone = ({ phone_mobile, phone_home, phone_work }: Phones) =>
  phone_mobile ?? phone_home ?? phone_work
