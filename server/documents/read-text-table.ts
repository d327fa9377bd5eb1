import { CsvError, parse } from 'csv-parse/sync'
import { FileRefusal } from './file-refusal.ts'
import { plainRows, type TableLimits, type TableRow } from './table-rows.ts'

export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15'] as const
export const DELIMITERS = [';', ',', '\t', '|'] as const
export type Encoding = (typeof ENCODINGS)[number]
export type Delimiter = (typeof DELIMITERS)[number]

/** The bytes 0x80 to 0x9f, in which Windows-1252 differs from Latin-1; undefined ones stay. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const decodeWindows = (file: Buffer) =>
  file.toString('latin1').replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign)

/**
 * Domain §6.3: a byte order mark or valid UTF-8 means UTF-8; everything else is read as Windows-1252, which Latin-9
 * resembles.
 */
const detectEncoding = (file: Buffer): Encoding => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const isUtf16 = (file: Buffer) => file[0] === 0xff && file[1] === 0xfe

const decode = (file: Buffer, asked: Encoding | undefined) => {
  if (isUtf16(file)) return { text: new TextDecoder('utf-16le').decode(file), encoding: null }
  const encoding = asked ?? detectEncoding(file)
  const text = encoding === 'windows-1252' ? decodeWindows(file) : new TextDecoder(encoding).decode(file)
  return { text: text.replace(/^\ufeff/, ''), encoding }
}

/** The delimiter that gives most columns in the first line; a semicolon when there is none. */
const detectDelimiter = (text: string): Delimiter => {
  const first = (/^[^\r\n]+/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * Lines as an editor counts them, without those that only contain delimiters, and how many of these precede each line.
 */
function withoutEmptyLines(text: string, delimiter: Delimiter, hasQuotes: boolean) {
  const lines: string[] = []
  const dropped: number[] = []
  let [begin, isQuoted, isEmpty, count] = [0, false, true, 0]
  const end = (at: number) => {
    if (isEmpty && !isQuoted) count++
    else {
      lines.push(text.slice(begin, text[at - 1] === '\r' ? at - 1 : at))
      dropped.push(count)
    }
    begin = at + 1
    isEmpty = true
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) end(at)
    else if (sign === '"' && hasQuotes) [isQuoted, isEmpty] = [!isQuoted, false]
    else if (sign !== delimiter && sign !== ' ' && sign !== '\t' && sign !== '\r') isEmpty = false
  }
  if (begin < text.length) end(text.length)
  return { text: lines.join('\n'), dropped }
}

interface Parsed {
  info: { lines: number }
  record: string[]
}

/** SchILD-NRW separates columns with | and never quotes (domain §6.2). Empty rows count. */
const parseRows = (text: string, delimiter: Delimiter, { rows }: TableLimits): TableRow[] => {
  const quote = delimiter === '|' ? null : '"'
  const lean = withoutEmptyLines(text, delimiter, quote !== null)
  try {
    const parsed = parse(lean.text, {
      delimiter,
      quote,
      // All line ends have been replaced by this one; otherwise the parser counts CRLF in quotes twice.
      record_delimiter: '\n',
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: rows + 2,
    }) as unknown as Parsed[]
    return parsed.map(({ info, record }, index) => ({
      line: index + 1 + (lean.dropped[info.lines - 1] ?? 0),
      cells: record,
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefusal('unreadable')
    throw error
  }
}

interface TextOptions {
  limits: TableLimits
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
}

/** The rows of a text with delimited columns, and how it was read. */
export function readTextTable(file: Buffer, { limits, ...asked }: TextOptions) {
  const { text, encoding } = decode(file, asked.encoding)
  if (BINARY.test(text)) throw new FileRefusal('type')
  const delimiter = asked.delimiter ?? detectDelimiter(text)
  return { encoding, delimiter, rows: plainRows(parseRows(text, delimiter, limits), limits) }
}
