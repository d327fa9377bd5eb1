import { inSteps } from './breathe.ts'
import { SHEET_STYLES, spreadsheetParts } from './spreadsheet-parts.ts'
import { writeZip } from './zip-archive.ts'

export interface Column<R> {
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
const ROWS_AT_ONCE = 200

/** What Excel refuses in the name of a sheet becomes a hyphen. */
export const sheetTitle = (title: string) =>
  title
    .replace(/[\\/?*[\]:]/g, '-')
    .slice(0, TITLE_MAX)
    .replace(/^'|'$/g, '') || 'Tabelle'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const UNSAFE = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]/u

/** Control characters and halves of a pair have no place in XML: Excel would call the file broken. */
const safeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/(?!\n)[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const xmlText = (text: string) => (UNSAFE.test(text) ? safeText(text) : text)

/** A, …, Z, AA: how a column is called. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Days since 30.12.1899, as Excel counts them. */
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

interface Place {
  at: string
  style: number
}

// Text in the cell itself and in the format of text: it is never read as a formula or number, not even after an edit.
const textCell = (text: string, { at, style }: Place) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const cellXml = (value: string | number | null, kind: 'text' | 'day', at: string) => {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (kind === 'day') return `<c r="${at}" s="${SHEET_STYLES.day}"><v>${serialOf(value)}</v></c>`
  return textCell(value, { at, style: value.includes('\n') ? SHEET_STYLES.lines : SHEET_STYLES.text })
}

async function* sheetXml<R>({ columns, rows }: Sheet<R>) {
  const shape = columns.map(({ cell, kind = 'text' }, index) => ({ cell, kind, letter: letterOf(index) }))
  const head = columns.map(({ heading }, index) =>
    textCell(heading, { at: `${letterOf(index)}1`, style: SHEET_STYLES.head }),
  )
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield spreadsheetParts.sheetHead(widths.join(''))
  yield `<row r="1">${head.join('')}</row>`
  let number = 1
  const rowXml = (row: R) => {
    number += 1
    return `<row r="${number}">${shape.map(({ cell, kind, letter }) => cellXml(cell(row), kind, `${letter}${number}`)).join('')}</row>`
  }
  yield* inSteps(rows, ROWS_AT_ONCE, (slice) => slice.map(rowXml).join(''))
  yield spreadsheetParts.sheetTail
}

/** Rows as an Excel file: the headings bold and always in sight, days as dates, text never a formula. */
export const writeSpreadsheet = <R>(sheet: Sheet<R>) =>
  writeZip([
    { name: '[Content_Types].xml', content: [spreadsheetParts.contentTypes] },
    { name: '_rels/.rels', content: [spreadsheetParts.rootRelations] },
    { name: 'xl/workbook.xml', content: [spreadsheetParts.workbook(xmlText(sheetTitle(sheet.title)))] },
    { name: 'xl/_rels/workbook.xml.rels', content: [spreadsheetParts.workbookRelations] },
    { name: 'xl/styles.xml', content: [spreadsheetParts.styles] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(sheet) },
  ])
