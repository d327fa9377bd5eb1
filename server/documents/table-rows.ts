import { FileRefusal } from './file-refusal.ts'

export interface TableLimits {
  /** The number of rows without the headings. */
  rows: number
  columns: number
  cellLength: number
}

/** A row of a file; `line` counts from 1 like spreadsheet programs, empty rows included. */
export interface TableRow {
  line: number
  cells: string[]
}

const withoutTail = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Rows that are not empty, cells trimmed. Refuses tables beyond the limits. */
export function plainRows(raw: readonly TableRow[], limits: TableLimits): TableRow[] {
  const rows: TableRow[] = []
  for (const { line, cells: texts } of raw) {
    const cells = withoutTail(texts.map((cell) => cell.trim()))
    if (cells.length === 0) continue
    if (cells.length > limits.columns) throw new FileRefusal('columns')
    if (cells.some(({ length }) => length > limits.cellLength)) throw new FileRefusal('cell')
    rows.push({ line, cells })
    if (rows.length > limits.rows + 1) throw new FileRefusal('rows')
  }
  return rows
}
