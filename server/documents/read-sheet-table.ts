import readExcelFile from 'read-excel-file/node'
import { formatDate } from '#contract/dates.ts'
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts'
import { FileRefusal } from './file-refusal.ts'
import type { ZipEntry } from './read-zip.ts'
import { plainRows, type TableLimits } from './table-rows.ts'

const isAtLeast = (content: Buffer, needle: string, limit: number) => {
  let count = 0
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + 1)) {
    if (++count > limit) return true
  }
  return false
}

/**
 * A row or cell very far down: the library would fill the gap above it. Unusual spellings of the number are refused as
 * well, because the library reads `1e6` as a number.
 */
const FAR_DOWN = /\sr\s*=\s*["'](?![A-Z]{0,3}\d{1,5}["'])/

/** Entities are used for bombs and to steal files; no spreadsheet program writes a document type. */
const refuseXml = ({ name, content }: ZipEntry) => {
  if (!/\.(xml|rels)$/i.test(name)) return
  const xml = content()
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) throw new FileRefusal('doctype')
  if (!name.startsWith('xl/worksheets/')) return
  if (isAtLeast(xml, '<row', TABLE_FILE_LIMITS.lastRow) || FAR_DOWN.test(xml.toString('latin1')))
    throw new FileRefusal('lastRow')
  if (isAtLeast(xml, '<c ', TABLE_FILE_LIMITS.cells)) throw new FileRefusal('cells')
}

/** Days in a list of people have no time, and are written dd.MM.yyyy. */
const toText = (value: unknown) => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : formatDate(value.toISOString().slice(0, 10))
  if (typeof value === 'boolean') return value ? 'J' : 'N'
  return String(value)
}

const parse = async (file: Buffer) => {
  try {
    return await readExcelFile(file, { trim: false })
  } catch {
    throw new FileRefusal('unreadable')
  }
}

export const isSpreadsheet = (entries: readonly ZipEntry[]) => entries.some(({ name }) => name === 'xl/workbook.xml')

/**
 * The sheet of this name, otherwise the first one that is not empty, with days as dd.MM.yyyy; and the names of all
 * sheets that are not empty.
 */
export async function readSheetTable(
  file: Buffer,
  entries: readonly ZipEntry[],
  { limits, sheet: wanted }: { limits: TableLimits; sheet?: string | undefined },
) {
  for (const entry of entries) refuseXml(entry)
  const filled = (await parse(file)).filter(({ data }) => data.length > 0)
  const { sheet, data } = filled.find((one) => one.sheet === wanted) ?? filled[0] ?? { sheet: '', data: [] }
  return {
    sheet,
    sheets: filled.map((one) => one.sheet),
    rows: plainRows(
      data.map((row, index) => ({ line: index + 1, cells: row.map(toText) })),
      limits,
    ),
  }
}
