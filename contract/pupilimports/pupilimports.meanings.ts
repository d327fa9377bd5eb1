import { IMPORT_FIELDS, IMPORT_LABELS, type ImportField } from './pupilimports.columns.ts'

/** Columns that hold two fields in one cell, in this order. */
const PAIRS = {
  first_last: ['firstname', 'lastname'],
  last_first: ['lastname', 'firstname'],
  zip_city: ['zip', 'city'],
} as const satisfies Record<string, readonly ImportField[]>
export type ImportPair = keyof typeof PAIRS
/** In the list of choices a pair follows this field, where people look for it. */
const LAST_OF_PAIR: Record<ImportPair, ImportField> = {
  first_last: 'firstname',
  last_first: 'firstname',
  zip_city: 'city',
}
export const IMPORT_PAIRS = Object.keys(PAIRS) as ImportPair[]

/** The meaning of a column in a file: a field, or a pair of them. */
export type ImportMeaning = ImportField | ImportPair
export const IMPORT_MEANINGS: readonly ImportMeaning[] = IMPORT_FIELDS.flatMap((field) => [
  field,
  ...IMPORT_PAIRS.filter((pair) => LAST_OF_PAIR[pair] === field),
])

export const MEANING_LABELS: Record<ImportMeaning, string> = {
  ...IMPORT_LABELS,
  first_last: 'Vor- und Nachname',
  last_first: 'Nachname, Vorname',
  zip_city: 'PLZ und Ort',
}

export const isPair = (meaning: ImportMeaning): meaning is ImportPair => meaning in PAIRS

export const fieldsOfMeaning = (meaning: ImportMeaning): readonly ImportField[] =>
  isPair(meaning) ? PAIRS[meaning] : [meaning]

/** Every field that the columns fill, in their order. */
export const mappedFields = (mapping: readonly (ImportMeaning | null)[]): ImportField[] =>
  mapping.flatMap((meaning) => (meaning === null ? [] : fieldsOfMeaning(meaning)))

/** Inserts a field at its position in the house list: the grade comes after the class. */
const insertField = (fields: ImportField[], field: ImportField): ImportField[] => {
  const before = IMPORT_FIELDS.slice(0, IMPORT_FIELDS.indexOf(field)).findLast((one) => fields.includes(one))
  const at = before === undefined ? 0 : fields.indexOf(before) + 1
  return fields.toSpliced(at, 0, field)
}

type RowFindings = { cells: object; problems: readonly { field: ImportField | null }[] }

/** The fields of rows: those of the columns, and every field with a value or an error, even without a column. */
export const rowFields = (mapping: readonly (ImportMeaning | null)[], rows: readonly RowFindings[]): ImportField[] => {
  const mapped = mappedFields(mapping)
  const wanted = new Set<string | null>([
    ...mapped,
    ...rows.flatMap(({ cells, problems }) => [...Object.keys(cells), ...problems.map(({ field }) => field)]),
  ])
  const added = IMPORT_FIELDS.filter((field) => wanted.has(field) && !mapped.includes(field))
  return added.reduce<ImportField[]>(insertField, mapped)
}
