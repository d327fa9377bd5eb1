import { TABLE_FILE_LIMITS } from '#contract/table-files.ts'
import { FileRefusal } from './file-refusal.ts'
import { isSpreadsheet, readSheetTable } from './read-sheet-table.ts'
import { type Delimiter, type Encoding, readTextTable } from './read-text-table.ts'
import { readZip, type ZipEntry } from './read-zip.ts'
import type { TableLimits, TableRow } from './table-rows.ts'

export interface TableRequest {
  /** Its ending must fit the content of the file. */
  filename: string
  limits: TableLimits
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** The name of a sheet; missing: the first one that is not empty. */
  sheet?: string | undefined
}

/** One table, or one for each text file of an archive. */
export interface TableFile {
  kind: 'sheet' | 'text' | 'archive'
  encoding: Encoding | null
  delimiter: Delimiter | null
  sheet: string | null
  /** Names of all sheets that are not empty. */
  sheets: string[]
  tables: { name: string; rows: TableRow[] }[]
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const TEXT_NAME = /\.(csv|txt|tsv|dat)$/i
const ZIP_NAME = /\.(xlsx|zip)$/i

const readTexts = (entries: readonly ZipEntry[], request: TableRequest): TableFile => {
  const texts = entries.filter(({ name }) => TEXT_NAME.test(name))
  if (texts.length === 0) throw new FileRefusal('type')
  if (texts.length > TABLE_FILE_LIMITS.texts) throw new FileRefusal('texts')
  const read = texts.map(({ name, content }) => ({ name, ...readTextTable(content(), request) }))
  const tables = read.map(({ name, rows }) => ({ name: name.split('/').at(-1) ?? name, rows }))
  return {
    kind: 'archive',
    encoding: read[0]?.encoding ?? null,
    delimiter: read[0]?.delimiter ?? null,
    sheet: null,
    sheets: [],
    tables,
  }
}

async function readWhatItIs(file: Buffer, request: TableRequest): Promise<TableFile> {
  const { filename } = request
  if (file.subarray(0, ZIP.length).equals(ZIP)) {
    if (!ZIP_NAME.test(filename)) throw new FileRefusal('type')
    const entries = await readZip(file)
    if (!isSpreadsheet(entries)) return readTexts(entries, request)
    const { sheet, sheets, rows } = await readSheetTable(file, entries, request)
    return { kind: 'sheet', encoding: null, delimiter: null, sheet, sheets, tables: [{ name: filename, rows }] }
  }
  if (!TEXT_NAME.test(filename)) throw new FileRefusal('type')
  const { encoding, delimiter, rows } = readTextTable(file, request)
  return { kind: 'text', encoding, delimiter, sheet: null, sheets: [], tables: [{ name: filename, rows }] }
}

/** Reads a table by the content of the file, not by its name; FileRefusal when it is no known format, or empty. */
export async function readAnyTable(file: Buffer, request: TableRequest): Promise<TableFile> {
  if (file.length === 0) throw new FileRefusal('blank')
  const read = await readWhatItIs(file, request)
  if (read.tables.every(({ rows }) => rows.length === 0)) throw new FileRefusal('blank')
  return read
}
