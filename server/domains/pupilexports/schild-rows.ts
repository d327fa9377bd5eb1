import { streetLine } from '#contract/addresses.ts'
import { formatDate } from '#contract/dates.ts'
import { phonesOf } from '#contract/families/families.ts'
import { displayPhone } from '#contract/phone.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import { addressOf, type ExportedGuardian, type ExportedYear, GENDER_LETTERS } from './exported-pupil.ts'
import type { SchildKey, SchildPupil } from './schild-keys.ts'

/** Cells by heading; headings that are not named stay empty. */
export type SchildCells = Record<string, string | number | null>

/** Domain §6.2. */
const STATUS_CODES: Record<PupilStatus, number> = {
  upcoming: 0,
  active: 2,
  on_leave: 3,
  guest: 6,
  graduated: 8,
  left: 9,
}

const keyCells = ({ lastname, firstname, birthdate }: SchildKey) => ({
  Nachname: lastname,
  Vorname: firstname,
  Geburtsdatum: birthdate,
})

/** The half-year of today, or the first half of a coming year. */
const halfOf = ({ half_year_end }: ExportedYear, today: string) => (today > half_year_end ? 2 : 1)

/** SchILD refuses empty values here; these are the same for every child and say nothing about it. */
export const FIXED_CELLS = {
  'Schulpflicht erf.': 'N',
  'Verpflichtung Sprachförderkurs': 'N',
  'Teilnahme Sprachförderkurs': 'N',
  Schwerstbehinderung: 'N',
  Autist: 'N',
} as const

interface Days {
  yearOf: (one: SchildPupil) => ExportedYear | undefined
  today: string
}

export const basicCells = (one: SchildPupil, { yearOf, today }: Days): SchildCells => {
  const { pupil, key, className } = one
  const year = yearOf(one)
  return {
    ...keyCells(key),
    ...FIXED_CELLS,
    Geschlecht: GENDER_LETTERS[pupil.gender],
    Status: STATUS_CODES[pupil.status],
    PLZ: pupil.zip,
    Ort: pupil.city,
    Straße: streetLine(pupil),
    Aufnahmedatum: formatDate(pupil.date_entry),
    Jahr: year?.date_start.slice(0, 4) ?? null,
    Abschnitt: year ? halfOf(year, today) : null,
    Jahrgang: pupil.grade === null ? null : String(pupil.grade).padStart(2, '0'),
    Klasse: className,
    Einschulungsjahr: pupil.first_enrolment_year,
  }
}

export const moreCells = ({ pupil, key }: SchildPupil): SchildCells => ({
  ...keyCells(key),
  Namenszusatz: pupil.lastname_prefix,
  Geburtsname: pupil.birthname,
  Geburtsort: pupil.birthplace,
  'Telefon-Nr.': pupil.phone && displayPhone(pupil.phone),
  'E-Mail': pupil.mail,
  'Externe ID-Nr': pupil.pupil_number,
  Entlassdatum: pupil.date_exit && formatDate(pupil.date_exit),
})

const PARENT_KINDS: Record<string, string> = {
  mother: 'Mutter',
  father: 'Vater',
  grandparent: 'Großeltern',
  foster_parent: 'Pflegeeltern',
  legal_guardian: 'Vormund',
  youth_welfare_office: 'Jugendamt',
  other: 'Sonstige',
}
const kindOf = ({ relationship }: ExportedGuardian) => PARENT_KINDS[relationship] ?? 'Sonstige'

const isParent = ({ relationship }: ExportedGuardian) => relationship === 'mother' || relationship === 'father'

const SALUTATIONS: Record<string, string> = { ms: 'Frau', mr: 'Herr' }

const personCells = (place: 1 | 2, person: ExportedGuardian): SchildCells => ({
  [`Anrede ${place}.Person`]: SALUTATIONS[person.salutation] ?? null,
  [`Titel ${place}.Person`]: person.title,
  [`Nachname ${place}.Person`]: person.lastname,
  [`Vorname ${place}.Person`]: person.firstname,
  [`E-Mail ${place}. Person`]: person.mail,
})

interface Household {
  address: ReturnType<typeof addressOf>
  people: ExportedGuardian[]
}

/** Two guardians at one address share a row; a guardian without a known address has a separate row. */
function householdsOf({ pupil }: SchildPupil) {
  const households: Household[] = []
  for (const guardian of pupil.guardians) {
    const address = addressOf(guardian, pupil)
    const isKnown = address.street !== '' || address.city !== ''
    const same = households.find(
      (one) => isKnown && one.people.length < 2 && JSON.stringify(one.address) === JSON.stringify(address),
    )
    if (same) same.people.push(guardian)
    else households.push({ address, people: [guardian] })
  }
  return households
}

export const parentCells = (one: SchildPupil): SchildCells[] =>
  householdsOf(one).map(({ address, people }) => {
    const [first, second] = people as [ExportedGuardian, ExportedGuardian?]
    return {
      ...keyCells(one.key),
      Erzieherart: second && isParent(first) && isParent(second) ? 'Eltern' : kindOf(first),
      ...personCells(1, first),
      ...(second && personCells(2, second)),
      Straße: address.street,
      PLZ: address.zip,
      Ort: address.city,
      Anschreiben: people.some(({ receives_letters }) => receives_letters) ? 'J' : 'N',
    }
  })

export const phoneCells = ({ pupil, key }: SchildPupil): SchildCells[] =>
  pupil.guardians.flatMap((guardian) =>
    phonesOf(guardian).map(({ number, kind }) => ({
      ...keyCells(key),
      'Telefonnr.': displayPhone(number),
      Art: `${kindOf(guardian)} ${kind}`,
    })),
  )
