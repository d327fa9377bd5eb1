import type { CellObject } from 'write-excel-file/node'
import { isIsoDay } from '#contract/dates.ts'

export type CellValue = string | number | null

/** A sheet without its rows. */
export interface SheetShape {
  title: string
  columns: { heading: string; kind: 'text' | 'day'; width: number }[]
}

/**
 * The library looks up texts by keys of a plain object, where `constructor` and the like exist already. A character
 * that XML cannot contain keeps them apart; it is dropped on writing, like half a surrogate pair.
 */
const safeText = (text: string) => (text in Object.prototype ? `${text}\u0000` : text.toWellFormed())

/** Texts that a program would turn into a formula, number or day as soon as somebody edits the cell (security 20). */
const NEEDS_FORMAT = /^[\s=+\-@'.,\d]/

const DAY_FORMAT = 'dd.mm.yyyy'

const cellOf = (value: CellValue, kind: 'text' | 'day'): CellObject | null => {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (kind === 'day' && isIsoDay(value)) return { value: new Date(value), type: Date, format: DAY_FORMAT }
  if (NEEDS_FORMAT.test(value)) return { value: safeText(value), type: String, format: '@' }
  return { value: safeText(value), type: String }
}

const hasLines = (value: CellValue) => typeof value === 'string' && value.includes('\n')

type Columns = SheetShape['columns']
export type Cells = (CellObject | null)[]

/** The cells of one row. */
export const cellsOf = (values: readonly CellValue[], columns: Columns): Cells => {
  const cells = values.map((value, index) => cellOf(value, columns[index]?.kind ?? 'text'))
  if (!values.some(hasLines)) return cells
  return cells.map(
    (cell, index) => cell && { ...cell, alignVertical: 'top' as const, wrap: hasLines(values[index] ?? '') },
  )
}

const sheetOf = ({ title, columns }: SheetShape, rows: readonly Cells[]) => ({
  sheet: title,
  data: [columns.map(({ heading }): CellObject => ({ value: heading, type: String, fontWeight: 'bold' })), ...rows],
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
  orientation: 'landscape' as const,
})

/** The Excel file: bold headings that stay in sight. Blocks its thread for 5 to 10 µs a cell. */
export async function writeWorkbook(sheets: readonly { shape: SheetShape; rows: readonly Cells[] }[]) {
  // Loaded at its first use (ADR 0078).
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const written = sheets.map(({ shape, rows }) => sheetOf(shape, rows))
  return new Uint8Array(await writeExcelFile(written).toBuffer())
}
