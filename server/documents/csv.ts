import { stringify } from 'csv-stringify/sync'

interface Table {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

const FORM = {
  delimiter: ';',
  record_delimiter: '\r\n',
  escape_formulas: true,
  // The library quotes only its own line end; a single LF would end the row as well.
  quoted_match: /[\r\n]/,
}

/** Blanks before a formula hide it from the library, but not from every spreadsheet program. */
const asText = (cell: string) => (/^\s+[=+\-@]/.test(cell) ? `'${cell}` : cell)

const textRows = (rows: Table['rows']) => rows.map((row) => row.map(asText))

/** More rows of the same file. */
export const spreadsheetRows = (rows: Table['rows']) => stringify(textRows(rows), FORM)

/**
 * A file that spreadsheet programs open as a table (ux §4): byte order mark, semicolons, CRLF. A cell that would start
 * a formula gets an apostrophe in front (domain DP-18).
 */
export const spreadsheetCsv = ({ columns, rows }: Table) =>
  stringify(textRows([columns, ...rows]), { ...FORM, bom: true })

/** Rows for another program, not for a spreadsheet: cells stay as they are and are quoted only where necessary. */
export const programRows = (rows: Table['rows'], delimiter: ',' | ';' | '\t') =>
  stringify([...rows], { delimiter, record_delimiter: FORM.record_delimiter, quoted_match: FORM.quoted_match })
