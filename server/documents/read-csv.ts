import { CsvError, parse } from 'csv-parse/sync'

interface CsvRow {
  /** Counted from 1 as an editor does. */
  line: number
  cells: string[]
}

/** German spreadsheet programs write semicolons; commas are used when the first line has no semicolon. */
const delimiterOf = (content: string) => ((content.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',')

/**
 * The rows of a CSV text, cells trimmed, empty lines left out, at most `maxRows`; a byte order mark is ignored.
 * `brokenAt` is the line from which the text is no valid CSV, otherwise undefined.
 */
export function readCsv(content: string, { maxRows }: { maxRows: number }) {
  try {
    const records = parse(content, {
      bom: true,
      delimiter: delimiterOf(content),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: maxRows,
      trim: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    const rows: CsvRow[] = records.map(({ info, record }) => ({ line: info.lines, cells: record }))
    return { rows, brokenAt: undefined }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: [], brokenAt: Number(error.lines ?? 1) }
  }
}
