import { splitStreet } from '#contract/addresses.ts'
import { asWrittenDay, formatDate, parseDateInput } from '#contract/dates.ts'
import { GUARDIAN_SALUTATION_LABELS } from '#contract/families/guardian.record.ts'
import { RELATIONSHIP_LABELS, type RELATIONSHIPS } from '#contract/families/relationships.ts'
import { AddressText, Email, MESSAGES, PersonName, Phone, Text, Zip } from '#contract/formats.ts'
import { GENDER_LABELS, type Gender } from '#contract/genders.ts'
import { type GuardianPart, IMPORT_FIELDS, type ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import { type CellReader, foldWord, type Read, readWord, wordsOf } from './cell-words.ts'
import { CODED_FIELDS, CODED_READERS, codedWord } from './coded-fields.ts'

/** The texts of a row by field, unchanged from the file; empty ones are left out. */
export type Cells = Partial<Record<ImportField, string>>
export interface Problem {
  field: ImportField | null
  message: string
}

/** The values of a row; null: no value, which changes nothing. */
export type RowValues = Record<
  Exclude<ImportField, 'gender' | 'status' | 'schoolgrade' | 'first_enrolment_year' | 'immigration_year'>,
  string | null
> & {
  gender: Gender | null
  status: PupilStatus | null
  schoolgrade: number | null
  first_enrolment_year: number | null
  immigration_year: number | null
}

/** Domain §7, codes as SVWS has them. */
const GENDERS_BY_WORD = wordsOf<Gender>({
  f: ['w', 'weiblich', 'f', 'female', 'mädchen', '4'],
  m: ['m', 'männlich', 'male', 'junge', '3'],
  d: ['d', 'divers', 'x', '5', '6', 'ohne Angabe', 'ohne Eintrag'],
})

/** Our own words, the codes of SchILD-NRW (domain §6.2) and the words of SVWS. */
const STATUSES_BY_WORD = wordsOf<PupilStatus>({
  upcoming: [PUPIL_STATUS_LABELS.upcoming, '0', 'Neuaufnahme'],
  active: [PUPIL_STATUS_LABELS.active, '2'],
  on_leave: [PUPIL_STATUS_LABELS.on_leave, '3'],
  guest: [PUPIL_STATUS_LABELS.guest, '6', 'extern'],
  graduated: [PUPIL_STATUS_LABELS.graduated, '8', 'Abschluss'],
  left: [PUPIL_STATUS_LABELS.left, '9', 'Abgang'],
})

const SALUTATIONS_BY_WORD = wordsOf<keyof typeof GUARDIAN_SALUTATION_LABELS>({
  ms: ['Frau', 'Fr.'],
  mr: ['Herr', 'Herrn', 'Hr.'],
  none: [GUARDIAN_SALUTATION_LABELS.none, 'keine', 'divers'],
})

/** Our own words and those of SchILD-NRW. */
const RELATIONSHIPS_BY_WORD = wordsOf<(typeof RELATIONSHIPS)[number]>({
  mother: [RELATIONSHIP_LABELS.mother, 'Mama'],
  father: [RELATIONSHIP_LABELS.father, 'Papa'],
  grandparent: [RELATIONSHIP_LABELS.grandparent, 'Großeltern', 'Großmutter', 'Großvater', 'Oma', 'Opa'],
  foster_parent: [RELATIONSHIP_LABELS.foster_parent, 'Pflegeeltern', 'Pflegemutter', 'Pflegevater'],
  legal_guardian: [RELATIONSHIP_LABELS.legal_guardian, 'Vormundin', 'Amtsvormund'],
  youth_welfare_office: [RELATIONSHIP_LABELS.youth_welfare_office],
  other: [RELATIONSHIP_LABELS.other],
})
const WAITING_LIST = ['1', 'warteliste']

type Schema = typeof PersonName

const by =
  (schema: Schema) =>
  (text: string): Read => {
    const result = schema.safeParse(text)
    return result.success ? { value: result.data } : { message: result.error.issues[0]?.message ?? MESSAGES.invalid }
  }

/** A time after the day, which spreadsheet programs and databases write, is left out. */
const readDate = (text: string, today: string): Read => {
  const day = parseDateInput(asWrittenDay(text), today)
  return day ? { value: day } : { message: MESSAGES.date }
}

/** Spreadsheet programs drop the leading zero: 03042 arrives as 3042. */
const readZip = (text: string): Read => by(Zip)(/^\d{4}$/.test(text) ? `0${text}` : text)

/** A word that is none of these gets the value `other`, like on the page. */
const readWordOr =
  (words: ReadonlyMap<string, string>, other: string) =>
  (text: string): Read => ({ value: words.get(foldWord(text)) ?? other })

const readKnownStatus = readWord(STATUSES_BY_WORD, { message: IMPORT_TEXTS.unknownStatus })
const readStatus: CellReader = (text, today) =>
  WAITING_LIST.includes(foldWord(text)) ? { message: IMPORT_TEXTS.waitingList } : readKnownStatus(text, today)

const readGrade = (text: string): Read => {
  const grade = Number(/^0*(\d{1,2})\.?$/.exec(text)?.[1])
  return grade >= 1 && grade <= 13 ? { value: grade } : { message: MESSAGES.numbers }
}

const readYear = (text: string): Read =>
  /^(19|20|21)\d\d$/.test(text) ? { value: Number(text) } : { message: MESSAGES.numbers }

const name = by(PersonName)
const phone = by(Phone)
const mail = by(Email)
const text = (max: number) => by(Text(max))
const address = (max: number) => by(AddressText(max))

const guardianReaders = <P extends 1 | 2>(place: P) => {
  const parts: Record<GuardianPart, CellReader> = {
    salutation: readWordOr(SALUTATIONS_BY_WORD, 'none'),
    title: text(20),
    firstname: name,
    lastname: name,
    relationship: readWordOr(RELATIONSHIPS_BY_WORD, 'other'),
    phone,
    mobile: phone,
    work_phone: phone,
    mail,
    street: address(80),
    house_number: address(10),
    zip: readZip,
    city: address(80),
  }
  const named = Object.entries(parts).map(([part, reader]) => [`guardian${place}_${part}`, reader])
  return Object.fromEntries(named) as Record<`guardian${P}_${GuardianPart}`, CellReader>
}

const READERS: Record<ImportField, CellReader> = {
  pupil_number: text(30),
  lastname: name,
  lastname_prefix: text(30),
  firstname: name,
  firstnames_all: text(160),
  birthname: name,
  gender: readWord(GENDERS_BY_WORD, { message: IMPORT_TEXTS.unknownGender }),
  birthdate: readDate,
  birthplace: address(80),
  schoolclass: text(60),
  schoolgrade: readGrade,
  status: readStatus,
  date_entry: readDate,
  date_exit: readDate,
  first_enrolment_year: readYear,
  immigration_year: readYear,
  ...CODED_READERS,
  street: address(80),
  house_number: address(10),
  address_extra: address(80),
  zip: readZip,
  city: address(80),
  phone,
  mail,
  ...guardianReaders(1),
  ...guardianReaders(2),
}

const STREETS = ['', 'guardian1_', 'guardian2_'] as const

/** Some programs have one column for both: the number goes where it belongs. */
const withHouseNumbers = (cells: Cells): Cells => {
  const split = STREETS.flatMap((whose) => {
    const split = splitStreet(cells[`${whose}street`] ?? '')
    if (!split || cells[`${whose}house_number`]?.trim()) return []
    return [
      [`${whose}street`, split.street],
      [`${whose}house_number`, split.house_number],
    ]
  })
  return split.length === 0 ? cells : { ...cells, ...Object.fromEntries(split) }
}

/** An export puts an apostrophe before a formula, which is no part of the text (domain DP-18). */
export const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

const EMPTY = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, null])) as RowValues

/**
 * Reads the texts of a row. A text that cannot be read becomes a problem of its cell in the words of spec §5, or is
 * left out with a note.
 */
export function readCells(cells: Cells, today: string) {
  const values: Record<string, string | number | null> = { ...EMPTY }
  const [problems, notes]: [Problem[], Problem[]] = [[], []]
  for (const [field, cell] of Object.entries(withHouseNumbers(cells)) as [ImportField, string][]) {
    if (cell.trim() === '') continue
    const read = READERS[field](withoutGuard(cell.trim()), today)
    if ('value' in read) values[field] = read.value
    else if ('note' in read) notes.push({ field, message: read.note })
    else problems.push({ field, message: read.message })
  }
  return { values: values as unknown as RowValues, problems, notes }
}

/** Fields whose value often differs from the typed text. */
const DATES = ['birthdate', 'date_entry', 'date_exit'] as const
export const isDateField = (field: ImportField) => (DATES as readonly string[]).includes(field)
const PLACES = STREETS.flatMap((whose) => [`${whose}street`, `${whose}house_number`, `${whose}zip`] as const)

/** Codes and „ohne Angabe“ become a word of the school; „w“ and „weiblich“ are the same to everybody. */
const unclearGender = ({ gender: cell = '' }: Cells, { gender }: RowValues) =>
  gender === 'd' && cell.trim().toLowerCase() !== 'd' ? GENDER_LABELS.d : null

/** The values to be stored for days, addresses and codes, where they differ from the cells. */
export function storedTexts(cells: Cells, values: RowValues): Cells {
  const stored = [
    ...DATES.map((field) => [field, values[field] && formatDate(values[field])] as const),
    ...PLACES.map((field) => [field, values[field]] as const),
    ...CODED_FIELDS.map((field) => [field, values[field] && codedWord(field, values[field])] as const),
    ['gender', unclearGender(cells, values)] as const,
  ]
  return Object.fromEntries(stored.filter(([field, text]) => text !== null && text !== (cells[field]?.trim() ?? '')))
}

/** A day that an English program would read differently. */
const AMBIGUOUS = /^(0?[1-9]|1[0-2])\/(0?[1-9]|1[0-2])\/\d+$/

export const dateNotes = (cells: Cells, values: RowValues): Problem[] =>
  DATES.flatMap((field) => {
    const [, first, second] = AMBIGUOUS.exec(cells[field]?.trim() ?? '') ?? []
    const day = values[field]
    const isClear = day === null || first === undefined || Number(first) === Number(second)
    return isClear ? [] : [{ field, message: IMPORT_TEXTS.dayFirst(formatDate(day)) }]
  })

const PLAIN_OTHER = ['d', GENDER_LABELS.d]

/** „x“ or „ohne Angabe“ may mean that nobody knows it: taken as divers, but never without a word. */
export const genderNotes = ({ gender: cell = '' }: Cells, { gender }: RowValues): Problem[] =>
  gender === 'd' && !PLAIN_OTHER.includes(foldWord(cell))
    ? [{ field: 'gender', message: IMPORT_TEXTS.genderAsOther(cell.trim()) }]
    : []
