import writeExcelFile, { type CellObject } from 'write-excel-file/node'

interface Column<R> {
  heading: string
  /** Text as it is, also `=1+1` and `+49 …`; a day as YYYY-MM-DD becomes a date. Null: empty. */
  cell: (row: R) => string | number | null
  kind?: 'text' | 'day'
  /** In characters. */
  width: number
}

interface Sheet<R> {
  /** Name of the sheet. */
  title: string
  columns: readonly Column<R>[]
  rows: readonly R[]
}

const TITLE_MAX = 31

/** What Excel refuses in the name of a sheet becomes a hyphen. */
export const sheetTitle = (title: string) =>
  title
    .replace(/[\\/?*[\]:]/g, '-')
    .slice(0, TITLE_MAX)
    .replace(/^'|'$/g, '') || 'Tabelle'

const toCell = (value: string | number | null, kind: 'text' | 'day'): CellObject | null => {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  // Control characters have no place in XML: Excel would call the file broken.
  if (kind === 'text')
    return {
      value: value.replace(/(?!\n)\p{Cc}/gu, ''),
      type: String,
      wrap: value.includes('\n'),
      alignVertical: 'top',
    }
  return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy', alignVertical: 'top' }
}

/** Rows as an Excel file: the headings bold and always in sight, days as dates, text never a formula. */
export async function writeSpreadsheet<R>({ title, columns, rows }: Sheet<R>) {
  const head = columns.map(({ heading }): CellObject => ({ value: heading, type: String, fontWeight: 'bold' }))
  const body = rows.map((row) => columns.map(({ cell, kind = 'text' }) => toCell(cell(row), kind)))
  const options = {
    sheet: sheetTitle(title),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
    orientation: 'landscape' as const,
  }
  return new Uint8Array(await writeExcelFile([head, ...body], options).toBuffer())
}
