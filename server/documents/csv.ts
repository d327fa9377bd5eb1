import { stringify } from 'csv-stringify/sync'

interface Table {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/**
 * A file that spreadsheet programs open as a table (ux §4): byte order mark, semicolons, CRLF. What would begin a formula
 * gets an apostrophe before it (domain DP-18).
 */
export const spreadsheetCsv = ({ columns, rows }: Table) =>
  stringify([columns, ...rows] as string[][], {
    bom: true,
    delimiter: ';',
    record_delimiter: '\r\n',
    escape_formulas: true,
    // The library quotes its own line end only; a single LF would end the row as well.
    quoted_match: /[\r\n]/,
  })
