import { unavailable } from '#server/http/api-error.ts'
import { inSteps } from './breathe.ts'
import { DocumentThreadError, documentThreads } from './document-threads.ts'
import { type CellValue, cellsOf, writeWorkbook } from './write-workbook.ts'

export interface Column<R> {
  heading: string
  /** Text is stored as it is, also `=1+1` and `+49 …`; in a column of days YYYY-MM-DD becomes a date. Null: empty. */
  cell: (row: R) => CellValue
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
const ROWS_AT_ONCE = 200
/** A class of 30 is written in 15 ms, but a thread needs 100 ms to start; above this number a thread is faster. */
const CELLS_IN_PLACE = 5000

const runWriter = documentThreads<Uint8Array<ArrayBuffer>>({
  script: new URL('./write-workbook-worker.ts', import.meta.url),
  threadsMax: 2,
  waitingMax: 10,
  secondsMax: 60,
  heapMb: 640,
  youngMb: 192,
  keepSeconds: 30,
})

/** Replaces characters that Excel refuses in the name of a sheet by hyphens. */
export const sheetTitle = (title: string) =>
  title
    .replace(/[\\/?*[\]:]/g, '-')
    .slice(0, TITLE_MAX)
    .replace(/^'|'$/g, '') || 'Tabelle'

const isOverloaded = (error: unknown) => error instanceof DocumentThreadError && error.reason !== 'died'

const shapeOf = <R>({ title, columns }: Omit<Sheet<R>, 'rows'>) => ({
  title: sheetTitle(title),
  columns: columns.map(({ heading, kind = 'text', width }) => ({ heading, kind, width })),
})

/** Rows as an Excel file: bold headings that stay in sight, days as dates, text never as a formula. */
export async function writeSpreadsheet<R>({ title, columns, rows }: Sheet<R>) {
  const shape = shapeOf({ title, columns })
  const valuesOf = (row: R) => columns.map(({ cell }) => cell(row))
  if (rows.length * columns.length <= CELLS_IN_PLACE) return writeSpreadsheets([{ title, columns, rows }])
  const pieces = inSteps(rows, ROWS_AT_ONCE, (slice) => slice.map(valuesOf))
  try {
    return await runWriter({ data: shape, pieces, receive: (file) => file })
  } catch (error) {
    throw isOverloaded(error) ? unavailable() : error
  }
}

/** Several short sheets as one Excel file; their titles differ within 31 characters. */
export const writeSpreadsheets = <R>(sheets: readonly Sheet<R>[]) =>
  writeWorkbook(
    sheets.map((sheet) => {
      const shape = shapeOf(sheet)
      const cells = sheet.rows.map((row) =>
        cellsOf(
          sheet.columns.map(({ cell }) => cell(row)),
          shape.columns,
        ),
      )
      return { shape, rows: cells }
    }),
  )
