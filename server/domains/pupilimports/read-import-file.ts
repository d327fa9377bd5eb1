import { FILE_MESSAGES } from '#contract/formats.ts'
import { foldHeading, isSpecialHeading } from '#contract/headings.ts'
import { IMPORT_COLUMNS } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { IMPORT_BYTES, IMPORT_LIMIT, IMPORT_ROWS } from '#contract/pupilimports/pupilimports.ts'
import { cellTooLong, TABLE_FILE_TEXTS, tooManyColumns, tooManyRows } from '#contract/table-files.ts'
import { FileRefusal, type FileRefusalReason } from '#server/documents/file-refusal.ts'
import { type ReadTableFile, readTableFile } from '#server/documents/read-table-file.ts'
import type { Delimiter, Encoding } from '#server/documents/read-text-table.ts'
import type { TableRow } from '#server/documents/table-rows.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { isSchild, joinTables } from './schild-tables.ts'

/** The limit of Excel. */
const CELL_MAX = 32_767
const LIMITS = { rows: IMPORT_ROWS, columns: IMPORT_COLUMNS, cellLength: CELL_MAX }

const REFUSALS: Record<FileRefusalReason, string> = {
  ...TABLE_FILE_TEXTS,
  type: FILE_MESSAGES.type,
  rows: tooManyRows(LIMITS.rows),
  columns: tooManyColumns(LIMITS.columns),
  cell: cellTooLong(LIMITS.cellLength),
}

const refuse = (text: string) => invalid({ file: [text] }, text)

const toApiError = (error: unknown) => {
  if (!(error instanceof FileRefusal)) return error
  if (error.reason === 'busy') return new ApiError(503, { message: REFUSALS.busy }, 5)
  return refuse(REFUSALS[error.reason])
}

export interface ImportFile {
  format: 'xlsx' | 'csv' | 'schild'
  encoding: Encoding | null
  delimiter: Delimiter | null
  sheet: string | null
  sheets: string[]
  headings: string[]
  rows: TableRow[]
  row_count: number
}

const toImportFile = ({ kind, tables, ...how }: ReadTableFile): ImportFile => {
  const heads = tables.map(({ rows }) => rows[0]?.cells ?? [])
  const isJoined = kind === 'archive' || heads.some(isSchild)
  const [first] = tables
  const { headings, rows } = isJoined
    ? joinTables(tables)
    : { headings: heads[0] ?? [], rows: first?.rows.slice(1) ?? [] }
  const counted = isJoined ? rows.length : (first?.row_count ?? 1) - 1
  const format = kind === 'sheet' ? 'xlsx' : isJoined ? 'schild' : 'csv'
  return { ...how, format, headings, rows, row_count: counted }
}

interface ReadOptions {
  filename: string
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  sheet?: string | undefined
  /** Only this many rows, for a preview. */
  rowsWanted?: number
}

/** The file as one table, whatever program wrote it; 422 with the spec's texts when that is impossible (ux §3.13). */
export async function readImportFile(file: Uint8Array, { rowsWanted, ...options }: ReadOptions): Promise<ImportFile> {
  if (file.length > IMPORT_BYTES) throw refuse(FILE_MESSAGES.size(IMPORT_LIMIT))
  // Households are merged by child, so archives of several text files are read completely to count the children.
  const isWhole = rowsWanted === undefined || /\.(zip|dat)$/i.test(options.filename)
  const job = { ...options, limits: LIMITS, ...(isWhole ? {} : { rowsWanted: rowsWanted + 1 }) }
  const table = await readTableFile(file, job).catch((error: unknown) => Promise.reject(toApiError(error)))
  const read = toImportFile(table)
  if (read.row_count < 1 || read.headings.length === 0) throw refuse(IMPORT_TEXTS.empty)
  return rowsWanted === undefined ? read : { ...read, rows: read.rows.slice(0, rowsWanted) }
}

/** The rows without the columns of Art. 9 GDPR, which nobody may see (domain §6.2). */
export const withoutSpecial = (headings: readonly string[], rows: readonly TableRow[]) => {
  const hidden = headings.map(isSpecialHeading)
  return rows.map(({ cells }) => headings.map((_heading, column) => (hidden[column] ? '' : (cells[column] ?? ''))))
}

export const headingsKey = (headings: readonly string[]) => headings.map(foldHeading).join('|')
