import { formatDate } from '#contract/dates.ts'
import { type FileReply, XLSX_TYPE } from '#contract/file-reply.ts'
import { spreadsheetCsv } from './csv.ts'
import { type Column, writeSpreadsheet } from './spreadsheet.ts'

/** A cell as text, with days as dd.MM.yyyy and null as an empty text: for files without types. */
export const cellText = <R>({ cell, kind }: Column<R>, row: R) => {
  const value = cell(row)
  return kind === 'day' && typeof value === 'string' ? formatDate(value) : String(value ?? '')
}

interface TableFile<R> {
  /** The file name without its ending; it names no person. */
  name: string
  title: string
  columns: readonly Column<R>[]
  rows: readonly R[]
}

/** Writes a list that is short enough for one piece, as Excel or CSV. */
export async function writeTableFile<R>(
  { name, title, columns, rows }: TableFile<R>,
  format: 'xlsx' | 'csv',
): Promise<FileReply> {
  const filename = `${name}.${format}`
  if (format === 'xlsx')
    return { filename, media_type: XLSX_TYPE, content: await writeSpreadsheet({ title, columns, rows }) }
  const csv = spreadsheetCsv({
    columns: columns.map(({ heading }) => heading),
    rows: rows.map((row) => columns.map((column) => cellText(column, row))),
  })
  return { filename, media_type: 'text/csv; charset=utf-8', content: new Uint8Array(Buffer.from(csv)) }
}
