import { asWrittenDay } from '#contract/dates.ts'
import { cleanLine, FILE_MESSAGES } from '#contract/formats.ts'
import { isSpecialHeading } from '#contract/headings.ts'
import { cellTooLong, TABLE_FILE_TEXTS, tooManyColumns, tooManyRows } from '#contract/table-files.ts'
import { FileRefusal, type FileRefusalReason } from '#server/documents/file-refusal.ts'
import { readTableFile } from '#server/documents/read-table-file.ts'
import { ApiError, invalid } from './api-error.ts'

/** What an import accepts, and its own texts. */
export interface ListLimits {
  rows: number
  columns: number
  cellLength: number
  bytes: number
  /** The limit of bytes as the messages name it. */
  size: string
  /** All cells together, in characters. */
  letters: number
  texts: { noTable: string; empty: string; tooMuch: string }
}

const refuse = (text: string) => invalid({ file: [text] }, text)

const toApiError = (error: unknown, { rows, columns, cellLength }: ListLimits) => {
  if (!(error instanceof FileRefusal)) return error
  if (error.reason === 'busy') return new ApiError(503, { message: TABLE_FILE_TEXTS.busy }, 5)
  const texts: Record<FileRefusalReason, string> = {
    ...TABLE_FILE_TEXTS,
    type: FILE_MESSAGES.type,
    rows: tooManyRows(rows),
    columns: tooManyColumns(columns),
    cell: cellTooLong(cellLength),
  }
  return refuse(texts[error.reason])
}

const lettersOf = (rows: readonly { cells: readonly string[] }[]) =>
  rows.reduce((sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0)

/**
 * The first table of a file with its headings, and every row with as many cells; 422 with the spec's texts when it
 * cannot be read. Columns of Art. 9 GDPR are emptied, because nobody may see them (domain §6.2).
 */
export async function readUploadedList(
  file: Uint8Array,
  { filename, sheet }: { filename: string; sheet?: string | undefined },
  limits: ListLimits,
) {
  // Only other programs' lists of pupils come as several tables.
  if (/\.zip$/i.test(filename)) throw refuse(FILE_MESSAGES.type)
  if (file.length > limits.bytes) throw refuse(FILE_MESSAGES.size(limits.size))
  const { rows: most, columns, cellLength } = limits
  const job = { filename, sheet, limits: { rows: most, columns, cellLength } }
  const read = await readTableFile(file, job).catch((error: unknown) => Promise.reject(toApiError(error, limits)))
  const [head, ...rows] = read.tables[0]?.rows ?? []
  // A letter, for example; some programs write a table into such a file.
  if (/\.txt$/i.test(filename) && (rows.length === 0 || head?.cells.length === 1)) throw refuse(limits.texts.noTable)
  if (!head || rows.length === 0) throw refuse(limits.texts.empty)
  if (lettersOf(rows) > limits.letters) throw refuse(limits.texts.tooMuch)
  const headings = head.cells.map((cell) => cleanLine(cell).slice(0, 200))
  const hidden = headings.map(isSpecialHeading)
  return {
    headings,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: headings.map((_heading, column) => (hidden[column] ? '' : asWrittenDay(cells[column] ?? ''))),
    })),
    sheets: read.sheets.map((name) => name.slice(0, 200)),
    sheet: read.sheet?.slice(0, 200) || null,
    encoding: read.encoding,
  }
}
