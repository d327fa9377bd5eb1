import { asWrittenDay } from '#contract/dates.ts'
import type { ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { type ImportMeaning, type ImportPair, isPair } from '#contract/pupilimports/pupilimports.meanings.ts'
import type { ImportAnswers } from '#contract/pupilimports/pupilimports.questions.ts'
import { IMPORT_CELL } from '#contract/pupilimports/pupilimports.ts'
import type { TableRow } from '#server/documents/table-rows.ts'
import { type Cells, isDateField } from './read-cells.ts'

const POSTCODE_AND_TOWN = /^(?:DE?\s?-\s?)?(\d{4,5})\s+(.+)$/i

const splitTown = (text: string): Cells => {
  const [, zip, city] = POSTCODE_AND_TOWN.exec(text) ?? []
  if (zip && city) return { zip, city }
  return /^\d+$/.test(text) ? { zip: text } : { city: text }
}

/**
 * A comma or exactly two words separate the names; any other name stays whole, and the form asks for the missing part.
 */
const splitName = (text: string, isLastFirst: boolean): Cells => {
  const [last = '', first = '', ...more] = text.split(',').map((part) => part.trim())
  if (last && first && more.length === 0) return { lastname: last, firstname: first }
  const words = text.split(/\s+/)
  const [one = '', two = ''] = isLastFirst ? words : words.toReversed()
  return words.length === 2 && !text.includes(',') ? { lastname: one, firstname: two } : { lastname: text }
}

const splitPair = (pair: ImportPair, text: string): Cells =>
  pair === 'zip_city' ? splitTown(text) : splitName(text, pair === 'last_first')

/** Days are shown in the German format, whatever program wrote the file. */
export const writtenCells = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([field, text]) => [
      field,
      isDateField(field as ImportField) ? asWrittenDay(text) : text,
    ]),
  )

interface Reading {
  mapping: readonly (ImportMeaning | null)[]
  answers: ImportAnswers
}

/** The stored part of a row: mapped columns that are not empty, and the answers that hold for all rows. */
export const takeCells = ({ cells }: TableRow, { mapping, answers }: Reading): Cells => {
  const read = mapping.map((meaning, column): Cells => {
    const text = (cells[column] ?? '').trim().slice(0, IMPORT_CELL)
    if (meaning === null || text === '') return {}
    return isPair(meaning) ? splitPair(meaning, text) : { [meaning]: text }
  })
  const said = Object.entries(answers).filter(([, text]) => text !== null)
  return writtenCells(Object.assign(Object.fromEntries(said), ...read))
}
