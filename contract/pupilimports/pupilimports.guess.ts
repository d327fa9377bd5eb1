import {
  CHILD_WORDS,
  foldHeading,
  houseNumberBehind,
  isSpecialHeading,
  ofChild,
  ofGuardian,
  REACH_WORDS,
} from '#contract/headings.ts'
import {
  GUARDIAN_PARTS,
  type GuardianPart,
  guardianField,
  IMPORT_LABELS,
  IMPORT_PUPIL_FIELDS,
  type ImportField,
  PART_LABELS,
} from './pupilimports.columns.ts'
import { fieldsOfMeaning, IMPORT_PAIRS, type ImportMeaning, isPair, MEANING_LABELS } from './pupilimports.meanings.ts'

type Words = Partial<Record<ImportMeaning, readonly string[]>>

const CHILD: Words = {
  ...CHILD_WORDS,
  first_last: [
    'Vor- und Nachname',
    'Vor- u. Nachname',
    'Vor-/Nachname',
    'Vor- und Zuname',
    'Vorname und Nachname',
    'Vorname Nachname',
    'Vorname und Name',
    'Vorname Name',
  ],
  last_first: [
    'Nachname, Vorname',
    'Name, Vorname',
    'Familienname, Vorname',
    'Zuname, Vorname',
    'Nachname und Vorname',
    'Name und Vorname',
    'Nach- und Vorname',
  ],
  zip_city: [
    'PLZ/Ort',
    'PLZ/Wohnort',
    'PLZ und Ort',
    'PLZ u. Ort',
    'PLZ und Wohnort',
    'Postleitzahl Ort',
    'Postleitzahl und Ort',
    'Postleitzahl und Wohnort',
  ],
  phone: REACH_WORDS.phone,
  mail: [...REACH_WORDS.mail, 'schulische E-Mail'],
}

/**
 * Headings of SchILD-NRW, SVWS, ASV-BW, WebUntis, IServ and OneRoster, in addition to the labels and the words of all
 * imports.
 */
const FURTHER: Words = {
  pupil_number: [
    'Schüler-ID',
    'Schülernummer',
    'Schüler-Nr.',
    'SuS-Nr.',
    'Externe ID-Nr',
    'externKey',
    'Fremdschlüssel',
    'Import-ID',
    'Schüleridentnummer',
    'sourcedId',
  ],
  schoolclass: ['aktuelle Klasse'],
  lastname_prefix: ['Namenszusatz', 'Namensbestandteil', 'Vorsatzwort'],
  firstnames_all: ['alle Vornamen', 'weitere Vornamen', 'Vornamen'],
  birthplace: ['Geb.-Ort'],
  birth_country: ['Geburtsland Schüler'],
  immigration_year: ['Zuzugsjahr'],
  family_language: ['Verkehrssprache', 'Familiensprache'],
  kita_years: ['Dauer Kindergartenbesuch'],
  school_recommendation: ['Übergangsempf. JG5'],
  date_entry: ['Aufnahme', 'Aufnahme am', 'Schuleintritt', 'Eintritt', 'Eintritt am', 'Eintrittsdatum', 'entryDate'],
  date_exit: ['Abgang', 'Abgang am', 'Entlassdatum', 'Austritt', 'Austritt am', 'Austrittsdatum', 'exitDate'],
}

const PART_WORDS: Partial<Record<GuardianPart, readonly string[]>> = {
  ...REACH_WORDS,
  lastname: CHILD_WORDS.lastname,
  relationship: ['Verhältnis', 'Art'],
  work_phone: ['Tel. dienstlich', 'Telefonnummer dienstlich', 'Telefon Arbeit'],
  street: CHILD_WORDS.street,
  house_number: CHILD_WORDS.house_number,
  zip: CHILD_WORDS.zip,
  city: CHILD_WORDS.city,
}

type Known = readonly [heading: string, meaning: ImportMeaning]

const known = (words: readonly string[], meaning: ImportMeaning): Known[] =>
  words.map((word) => [foldHeading(word), meaning])

const childHeadings = [...IMPORT_PUPIL_FIELDS, ...IMPORT_PAIRS].flatMap((meaning) =>
  known([meaning, MEANING_LABELS[meaning], ...ofChild(CHILD[meaning] ?? []), ...(FURTHER[meaning] ?? [])], meaning),
)
const guardianHeadings = ([1, 2] as const).flatMap((number) =>
  GUARDIAN_PARTS.flatMap((part) => {
    const field = guardianField(number, part)
    return known(
      [field, IMPORT_LABELS[field], ...ofGuardian(number, [PART_LABELS[part], ...(PART_WORDS[part] ?? [])])],
      field,
    )
  }),
)

const MEANING_BY_HEADING = new Map([...childHeadings, ...guardianHeadings])
/** A mobile number is used when the list has no other telephone number. */
const SECOND_CHOICE = new Map(known(ofChild(REACH_WORDS.mobile), 'phone'))

/**
 * Guesses the meaning of each column; no field is filled twice, single fields come before pairs, and Art. 9 data is
 * never read.
 */
export const guessColumns = (headings: readonly string[]): (ImportMeaning | null)[] => {
  const meant = headings.map((heading) =>
    isSpecialHeading(heading) ? undefined : MEANING_BY_HEADING.get(foldHeading(heading)),
  )
  const whole = meant.map(
    (meaning, column) =>
      meaning ?? (houseNumberBehind(headings[column] ?? '', meant[column - 1]) as ImportField | undefined),
  )
  const second = headings.map((heading) => SECOND_CHOICE.get(foldHeading(heading)))
  const taken = new Set<ImportField>()
  const guessed: (ImportMeaning | null)[] = headings.map(() => null)
  const take = (meaning: ImportMeaning | undefined, column: number) => {
    if (!meaning || fieldsOfMeaning(meaning).some((field) => taken.has(field))) return
    for (const field of fieldsOfMeaning(meaning)) taken.add(field)
    guessed[column] = meaning
  }
  for (const [column, meaning] of whole.entries()) if (meaning && !isPair(meaning)) take(meaning, column)
  for (const [column, meaning] of whole.entries()) if (meaning && isPair(meaning)) take(meaning, column)
  second.forEach(take)
  return guessed
}
