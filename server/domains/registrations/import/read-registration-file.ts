import { asWrittenDay } from '#contract/dates.ts'
import { cleanLine, FILE_MESSAGES } from '#contract/formats.ts'
import { isSpecialHeading } from '#contract/headings.ts'
import {
  REGISTRATION_CELL_MAX,
  REGISTRATION_IMPORT_BYTES,
  REGISTRATION_IMPORT_COLUMNS,
  REGISTRATION_IMPORT_LIMIT,
  REGISTRATION_IMPORT_ROWS,
  REGISTRATION_LETTERS_MAX,
  REGISTRATION_IMPORT_TEXTS as TEXTS,
} from '#contract/registrations/registrations.import.ts'
import { cellTooLong, TABLE_FILE_TEXTS, tooManyColumns, tooManyRows } from '#contract/table-files.ts'
import { FileRefusal, type FileRefusalReason } from '#server/documents/file-refusal.ts'
import { readTableFile } from '#server/documents/read-table-file.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'

const LIMITS = {
  rows: REGISTRATION_IMPORT_ROWS,
  columns: REGISTRATION_IMPORT_COLUMNS,
  cellLength: REGISTRATION_CELL_MAX,
}

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

const lettersOf = (rows: readonly { cells: readonly string[] }[]) =>
  rows.reduce((sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0)

/**
 * The first table of a file with its headings, and every row with as many cells; 422 with the spec's texts when it
 * cannot be read. Columns of Art. 9 GDPR are emptied, because nobody may see them (domain §6.2).
 */
export async function readRegistrationFile(
  file: Uint8Array,
  { filename, sheet }: { filename: string; sheet?: string | undefined },
) {
  // Only other programs' lists of pupils come as several tables.
  if (/\.zip$/i.test(filename)) throw refuse(FILE_MESSAGES.type)
  if (file.length > REGISTRATION_IMPORT_BYTES) throw refuse(FILE_MESSAGES.size(REGISTRATION_IMPORT_LIMIT))
  const read = await readTableFile(file, { filename, sheet, limits: LIMITS }).catch((error: unknown) =>
    Promise.reject(toApiError(error)),
  )
  const [head, ...rows] = read.tables[0]?.rows ?? []
  // A letter, for example; some programs write a table into such a file.
  if (/\.txt$/i.test(filename) && (rows.length === 0 || head?.cells.length === 1)) throw refuse(TEXTS.noTable)
  if (!head || rows.length === 0) throw refuse(TEXTS.empty)
  if (lettersOf(rows) > REGISTRATION_LETTERS_MAX) throw refuse(TEXTS.tooMuch)
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
