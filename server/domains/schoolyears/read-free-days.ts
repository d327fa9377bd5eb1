import { parseDateInput } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { cutAtBounds } from '#contract/school-calendar.ts'
import { isSameEntry } from '#contract/schoolyears.rules.ts'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  FREE_DAYS_MAX,
  FreeDays,
  SCHOOLYEAR_TEXTS as TEXTS,
} from '#contract/schoolyears.ts'
import { readCsv } from '#server/documents/read-csv.ts'
import { invalid } from '#server/http/api-error.ts'

interface Bounds {
  date_start: string
  date_end: string
}

/** The one row, or the text of what is wrong with it. */
type Read = FreeDays | string

const isHeading = ([, from = '']: string[]) => /^(von|beginn|ab|start)$/i.test(from)

const kindOf = (typed: string) =>
  FREE_DAY_KINDS.find((kind) => FREE_DAY_KIND_LABELS[kind].toLowerCase() === typed.toLowerCase())

/** Two-digit years belong to the school year, so they are read as on its last day. */
const dayOf = (typed: string, { date_end }: Bounds) => parseDateInput(typed, date_end)

/** `Name;Von;Bis;Art`: without an end it is one day, without a kind holidays (domain §9). */
function readRow([name = '', from = '', until = '', kind = '']: string[], bounds: Bounds): Read {
  const [date_start, date_end] = [dayOf(from, bounds), dayOf(until || from, bounds)]
  if (!date_start || !date_end) return from === '' ? 'Bitte angeben, von wann an.' : MESSAGES.date
  const known = kind === '' ? 'holiday' : kindOf(kind)
  if (!known) return TEXTS.unknownKind
  const row = FreeDays.safeParse({ name, kind: known, date_start, date_end })
  if (!row.success) return row.error.issues[0]?.message ?? MESSAGES.invalid
  return cutAtBounds([row.data], bounds)[0] ?? TEXTS.outside
}

/**
 * Reads a CSV file of free days without storing anything: what lies across a bound of the year is cut, what lies beyond
 * it is an error of its line like all that cannot be read.
 */
export function readFreeDays(content: string, bounds: Bounds) {
  // One more for the heading, one to notice that there are too many.
  const { rows, brokenAt } = readCsv(content, { maxRows: FREE_DAYS_MAX + 2 })
  if (brokenAt !== undefined)
    return { free_days: [], errors: [{ line: brokenAt, text: '', message: TEXTS.unreadable }] }
  const lines = rows[0] && isHeading(rows[0].cells) ? rows.slice(1) : rows
  if (lines.length > FREE_DAYS_MAX) throw invalid({ content: [TEXTS.tooManyRows] })
  const free_days: FreeDays[] = []
  const errors: { line: number; text: string; message: string }[] = []
  for (const { line, cells } of lines) {
    const read = readRow(cells, bounds)
    const message = typeof read === 'string' ? read : free_days.some((free) => isSameEntry(free, read)) && TEXTS.twice
    if (message) errors.push({ line, text: cells.join(';').slice(0, 200), message })
    else if (typeof read !== 'string') free_days.push(read)
  }
  return { free_days, errors }
}
