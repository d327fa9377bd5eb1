import { displayPhone } from '#contract/phone.ts'
import { listedField } from '#contract/pupils/listed-fields.ts'
import { LIST_COLUMNS, LISTED_GUARDIANS, type ListColumn, listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import type { Column } from '#server/documents/spreadsheet.ts'
import { type ExportedGuardian, type ExportedPupil, GENDER_LETTERS } from './exported-pupil.ts'

type Cells = Omit<Column<ExportedPupil>, 'heading'>

const guardian = (place: 1 | 2, tell: (guardian: ExportedGuardian) => string | null, width: number): Cells => ({
  cell: ({ guardians }) => {
    const listed = guardians[place - 1]
    return listed ? tell(listed) : null
  },
  width,
})

const phoneOf = (person: ExportedGuardian) => {
  const phone = listedPhone(person)
  return phone && displayPhone(phone)
}

const guardianCells = (place: 1 | 2) =>
  ({
    [`Sorge${place}_Vorname`]: guardian(place, ({ firstname }) => firstname, 18),
    [`Sorge${place}_Nachname`]: guardian(place, ({ lastname }) => lastname, 20),
    [`Sorge${place}_Telefon`]: guardian(place, phoneOf, 18),
    [`Sorge${place}_E-Mail`]: guardian(place, ({ mail }) => mail, 30),
  }) as Record<Extract<ListColumn, `Sorge${1 | 2}_${string}`>, Cells>

/** The content of each column (domain §6.3). */
const CELLS: Record<ListColumn, Cells> = {
  'SuS-Nummer': { cell: ({ pupil_number }) => pupil_number, width: 13 },
  Nachname: { cell: ({ lastname }) => lastname, width: 22 },
  Namensvorsatz: { cell: ({ lastname_prefix }) => lastname_prefix, width: 14 },
  Vorname: { cell: ({ firstname }) => firstname, width: 20 },
  Geschlecht: { cell: ({ gender }) => GENDER_LETTERS[gender], width: 11 },
  Geburtsdatum: { cell: ({ birthdate }) => birthdate, kind: 'day', width: 14 },
  Klasse: { cell: ({ schoolclass }) => schoolclass?.name ?? null, width: 12 },
  Klassenstufe: { cell: ({ grade }) => grade, width: 13 },
  Status: { cell: ({ status }) => PUPIL_STATUS_LABELS[status], width: 12 },
  Aufnahmedatum: { cell: ({ date_entry }) => date_entry, kind: 'day', width: 15 },
  Straße: { cell: ({ street }) => street, width: 24 },
  Hausnummer: { cell: ({ house_number }) => house_number, width: 12 },
  PLZ: { cell: ({ zip }) => zip, width: 8 },
  Ort: { cell: ({ city }) => city, width: 20 },
  ...guardianCells(1),
  ...guardianCells(2),
  'Alle Vornamen': { cell: ({ firstnames_all }) => firstnames_all, width: 26 },
  Geburtsname: { cell: ({ birthname }) => birthname, width: 18 },
  Geburtsort: { cell: ({ birthplace }) => birthplace, width: 18 },
  Einschulungsjahr: { cell: ({ first_enrolment_year }) => first_enrolment_year, width: 16 },
  Abgangsdatum: { cell: ({ date_exit }) => date_exit, kind: 'day', width: 14 },
  Adresszusatz: { cell: ({ address_extra }) => address_extra, width: 18 },
  Telefon: { cell: ({ phone }) => phone && displayPhone(phone), width: 18 },
  'E-Mail': { cell: ({ mail }) => mail, width: 28 },
}

const GUARDIANS = new RegExp(`^Sorge[1-${LISTED_GUARDIANS}]_`)

/** Whether these columns need guardians. */
export const namesGuardians = (columns: readonly ListColumn[]) => columns.some((column) => GUARDIANS.test(column))

/** The chosen columns in the order of the list. */
export const houseColumns = (chosen: readonly ListColumn[]): Column<ExportedPupil>[] =>
  LIST_COLUMNS.filter((heading) => chosen.includes(heading)).map((heading) => ({ heading, ...CELLS[heading] }))

const isoOf = (day: string) => day.split('.').reverse().join('-')

/** Columns of fields that the house list does not know, with the labels of the record as headings. */
export const listedColumns = (keys: readonly string[]): Column<ExportedPupil>[] =>
  [...new Set(keys)].flatMap((key) => {
    const field = listedField(key)
    if (!field) return []
    const { label: heading, kind } = field
    if (kind !== 'date') return { heading, cell: ({ listed }) => listed[key] ?? null, width: 20 }
    return { heading, kind: 'day', cell: ({ listed }) => (listed[key] ? isoOf(listed[key]) : null), width: 14 }
  })
