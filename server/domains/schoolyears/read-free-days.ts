import { parseDateInput } from '#contract/dates.ts'
import { cutAtBounds } from '#contract/schoolyears/school-calendar.ts'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  FREE_DAYS_MAX,
  FreeDays,
} from '#contract/schoolyears/schoolyears.free-days.ts'
import { isSameEntry } from '#contract/schoolyears/schoolyears.rules.ts'
import { SCHOOLYEAR_TEXTS as TEXTS } from '#contract/schoolyears/schoolyears.ts'
import { readCsv } from '#server/documents/read-csv.ts'
import { invalid } from '#server/http/api-error.ts'

interface Bounds {
  date_start: string
  date_end: string
}

/** The row, or all its errors, each with its column. */
type Read = FreeDays | string[]

const COLUMNS = { name: 'Name', date_start: 'Von', date_end: 'Bis', kind: 'Art' } as const
type Column = keyof typeof COLUMNS
const COLUMN_ORDER = Object.keys(COLUMNS) as Column[]

const faultIn = (column: Column, text: string) => `${COLUMNS[column]}: ${text}`

const isHeading = ([, from = '']: string[]) => /^(von|beginn|ab|start)$/i.test(from)

const kindOf = (typed: string) =>
  FREE_DAY_KINDS.find((kind) => FREE_DAY_KIND_LABELS[kind].toLowerCase() === typed.toLowerCase())

/** Two-digit years belong to the school year, so they are read as on its last day. */
const dayOf = (typed: string, { date_end }: Bounds) => parseDateInput(typed, date_end)

/** `Name;Von;Bis;Art`: without an end it is one day, without a kind holidays (domain §9). */
function readRow([name = '', from = '', until = '', kind = '']: string[], bounds: Bounds): Read {
  const typed = {
    name,
    date_start: from === '' ? '' : (dayOf(from, bounds) ?? 'unreadable'),
    // Without an end it is one day, so an error in this day is reported only once.
    date_end: until === '' ? dayOf(from, bounds) : (dayOf(until, bounds) ?? 'unreadable'),
    kind: kind === '' ? 'holiday' : kindOf(kind),
  }
  const row = FreeDays.safeParse(typed)
  if (row.success) return cutAtBounds([row.data], bounds)[0] ?? [faultIn('date_start', TEXTS.outside)]
  const { issues } = row.error
  return COLUMN_ORDER.flatMap((column) => {
    const issue = column === 'date_end' && until === '' ? undefined : issues.find(({ path }) => path[0] === column)
    if (!issue) return []
    return faultIn(column, column === 'kind' ? TEXTS.unknownKind : issue.message)
  })
}

/**
 * Reads a CSV file of free days without storing anything: days are cut at the bounds of the year; a row outside of it
 * is an error, like a row that cannot be read.
 */
export function readFreeDays(content: string, bounds: Bounds) {
  // One more row for the heading, and one to notice that there are too many.
  const { rows, brokenAt } = readCsv(content, { maxRows: FREE_DAYS_MAX + 2 })
  if (brokenAt !== undefined)
    return { free_days: [], errors: [{ line: brokenAt, text: '', messages: [TEXTS.unreadable] }] }
  const lines = rows[0] && isHeading(rows[0].cells) ? rows.slice(1) : rows
  if (lines.length > FREE_DAYS_MAX) throw invalid({ content: [TEXTS.tooManyRows] })
  const free_days: FreeDays[] = []
  const errors: { line: number; text: string; messages: string[] }[] = []
  for (const { line, cells } of lines) {
    const read = readRow(cells, bounds)
    const refuse = (messages: string[]) => errors.push({ line, text: cells.join(';').slice(0, 200), messages })
    if (Array.isArray(read)) refuse(read)
    else if (free_days.some((free) => isSameEntry(free, read))) refuse([TEXTS.twice])
    else free_days.push(read)
  }
  return { free_days, errors }
}
