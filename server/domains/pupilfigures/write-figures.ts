import { formatDate } from '#contract/dates.ts'
import { type FileReply, XLSX_TYPE } from '#contract/file-reply.ts'
import { figureFieldLabel } from '#contract/pupilfigures/figure-fields.ts'
import { figureTableTitle } from '#contract/pupilfigures/figure-sheets.ts'
import type { FigureNumbers, PupilFigures } from '#contract/pupilfigures/pupilfigures.ts'
import { type Column, writeSpreadsheets } from '#server/documents/spreadsheet.ts'

interface Line {
  label: string
  total: number
  counts: readonly number[]
}

const sheetOf = ({ rows_by, columns_by, rows, columns, counts }: FigureNumbers, at: number, total: number) => {
  const lines: Line[] = rows.map(({ label, total: sum }, index) => ({ label, total: sum, counts: counts[index] ?? [] }))
  const sums: Line = { label: 'Kinder insgesamt', total, counts: columns.map((column) => column.total) }
  const heads: Column<Line>[] = columns.map(({ label }, index) => ({
    heading: label,
    cell: (line) => line.counts[index] ?? 0,
    width: Math.max(12, label.length + 2),
  }))
  return {
    title: `${at + 1} ${figureTableTitle({ rows: rows_by, columns: columns_by })}`,
    columns: [
      { heading: figureFieldLabel(rows_by), cell: ({ label }: Line) => label, width: 34 },
      { heading: 'Gesamt', cell: (line: Line) => line.total, width: 12 },
      ...heads,
    ],
    rows: [...lines, sums],
  }
}

/** The tables as on the page, each on a sheet of its own; nothing about a person leaves. */
export async function writeFigures({ day, total, tables }: PupilFigures): Promise<FileReply> {
  const content = await writeSpreadsheets(tables.map((table, at) => sheetOf(table, at, total)))
  return { filename: `Schuelerzahlen-${formatDate(day).replaceAll('.', '-')}.xlsx`, media_type: XLSX_TYPE, content }
}
