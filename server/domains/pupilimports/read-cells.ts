import { parseDateInput } from '#contract/dates.ts'
import { Email, MESSAGES, PersonName, Phone, Text, Zip } from '#contract/formats.ts'
import type { Gender } from '#contract/genders.ts'
import { IMPORT_FIELDS, type ImportField } from '#contract/pupil-imports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupil-imports.texts.ts'
import { PUPIL_STATUS_LABELS, PUPIL_STATUSES, type PupilStatus } from '#contract/pupils.ts'

/** Texts of a row by field, as they stand in the file; empty ones are left out. */
export type Cells = Partial<Record<ImportField, string>>
export interface Problem {
  field: ImportField | null
  message: string
}

/** What a row says, read; null: nothing, which changes nothing. */
export type RowValues = Record<
  Exclude<ImportField, 'gender' | 'status' | 'schoolgrade' | 'first_enrolment_year'>,
  string | null
> & {
  gender: Gender | null
  status: PupilStatus | null
  schoolgrade: number | null
  first_enrolment_year: number | null
}

type Read = { value: string | number } | { message: string }

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** Domain §7, codes as SVWS has them. */
const GENDERS: Record<string, Gender> = Object.fromEntries(
  Object.entries({
    f: ['w', 'weiblich', 'f', 'female', 'mädchen', '4'],
    m: ['m', 'männlich', 'male', 'junge', '3'],
    d: ['d', 'divers', 'x', '5', '6', 'ohneangabe', 'ohneeintrag'],
  }).flatMap(([gender, words]) => words.map((word) => [word, gender as Gender])),
)

/** Our own words, the codes of SchILD-NRW (domain §6.2) and the words of SVWS. */
const STATUSES: Record<string, PupilStatus> = {
  ...Object.fromEntries(PUPIL_STATUSES.map((status) => [fold(PUPIL_STATUS_LABELS[status]), status])),
  '0': 'upcoming',
  '2': 'active',
  '3': 'on_leave',
  '6': 'guest',
  '8': 'graduated',
  '9': 'left',
  neuaufnahme: 'upcoming',
  abschluss: 'graduated',
  abgang: 'left',
  extern: 'guest',
}
const WAITING_LIST = ['1', 'warteliste']

type Schema = typeof PersonName

const by =
  (schema: Schema) =>
  (text: string): Read => {
    const result = schema.safeParse(text)
    return result.success ? { value: result.data } : { message: result.error.issues[0]?.message ?? MESSAGES.invalid }
  }

/** A time behind the day, as spreadsheet programs and databases write it, is left out. */
const readDate = (text: string, today: string): Read => {
  const day = parseDateInput(text.replace(/[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?$/, ''), today)
  return day ? { value: day } : { message: MESSAGES.date }
}

/** A number that a spreadsheet program took the leading zero from gets it back. */
const readZip = (text: string): Read => by(Zip)(/^\d{4}$/.test(text) ? `0${text}` : text)

const readGender = (text: string): Read => {
  const gender = GENDERS[fold(text)]
  return gender ? { value: gender } : { message: IMPORT_TEXTS.unknownGender }
}

const readStatus = (text: string): Read => {
  const folded = fold(text)
  if (WAITING_LIST.includes(folded)) return { message: IMPORT_TEXTS.waitingList }
  const status = Object.hasOwn(STATUSES, folded) ? STATUSES[folded] : undefined
  return status ? { value: status } : { message: IMPORT_TEXTS.unknownStatus }
}

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

const READERS: Record<ImportField, (text: string, today: string) => Read> = {
  pupil_number: text(30),
  lastname: name,
  lastname_prefix: text(30),
  firstname: name,
  firstnames_all: text(160),
  birthname: name,
  gender: readGender,
  birthdate: readDate,
  birthplace: text(80),
  schoolclass: text(60),
  schoolgrade: readGrade,
  status: readStatus,
  date_entry: readDate,
  date_exit: readDate,
  first_enrolment_year: readYear,
  street: text(80),
  house_number: text(10),
  address_extra: text(80),
  zip: readZip,
  city: text(80),
  phone,
  mail,
  guardian1_firstname: name,
  guardian1_lastname: name,
  guardian1_phone: phone,
  guardian1_mail: mail,
  guardian2_firstname: name,
  guardian2_lastname: name,
  guardian2_phone: phone,
  guardian2_mail: mail,
}

const STREET_WITH_NUMBER = /^(.+?)\s+(\d+\s?[a-zA-Z]?(?:\s?[-/]\s?\d+\s?[a-zA-Z]?)?)$/

/** Programs that have one column for both: the number goes where it belongs. */
const withHouseNumber = (cells: Cells): Cells => {
  const [, street, house_number] = STREET_WITH_NUMBER.exec(cells.street ?? '') ?? []
  return cells.house_number || !street || !house_number ? cells : { ...cells, street, house_number }
}

/** An export keeps formulas away with an apostrophe, which is no part of the text (domain DP-18). */
export const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

const EMPTY = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, null])) as RowValues

/** Reads the texts of a row; each that cannot be read is a problem of its cell, in the words of spec §5. */
export function readCells(cells: Cells, today: string) {
  const values: Record<string, string | number | null> = { ...EMPTY }
  const problems: Problem[] = []
  for (const [field, cell] of Object.entries(withHouseNumber(cells)) as [ImportField, string][]) {
    if (cell.trim() === '') continue
    const read = READERS[field](withoutGuard(cell.trim()), today)
    if ('value' in read) values[field] = read.value
    else problems.push({ field, message: read.message })
  }
  return { values: values as unknown as RowValues, problems }
}
