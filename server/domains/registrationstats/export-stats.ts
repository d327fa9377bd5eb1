import { monthName } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import {
  type RegistrationStats,
  STAT_STATUS_LABELS,
  STAT_STATUSES,
  type StatCounts,
  type StatTable,
} from '#contract/registrationstats/registrationstats.ts'
import type { TableFormat } from '#contract/table-formats.ts'
import type { Column } from '#server/documents/spreadsheet.ts'
import { writeTableFile } from '#server/documents/write-table-file.ts'

const FILE_NAMES: Record<StatTable, string> = {
  status: 'nach-Status',
  grade: 'nach-Klassenstufe',
  month: 'nach-Monat',
}

interface Line {
  title: string
  counts: StatCounts
  places?: number | null
  before: number
}

const countColumns: readonly Column<Line>[] = STAT_STATUSES.map((status) => ({
  heading: STAT_STATUS_LABELS[status],
  cell: ({ counts }) => counts[status],
  width: 16,
}))

const columnsOf = (table: StatTable, { before }: RegistrationStats): Column<Line>[] => [
  { heading: table === 'grade' ? 'Klassenstufe' : 'Monat', cell: ({ title }) => title, width: 20 },
  ...countColumns,
  { heading: 'Gesamt', cell: ({ counts }) => counts.total, width: 12 },
  ...(table === 'grade' ? [{ heading: 'Plätze', cell: ({ places }: Line) => places ?? null, width: 12 }] : []),
  ...(before ? [{ heading: `Gesamt ${before.name}`, cell: (line: Line) => line.before, width: 20 }] : []),
]

const linesOf = (table: StatTable, { byGrade, byMonth }: RegistrationStats): Line[] =>
  table === 'grade'
    ? byGrade.map(({ grade, total_before, ...line }) => ({ ...line, title: String(grade), before: total_before }))
    : byMonth.map(({ month, total_before, ...line }) => ({ ...line, title: monthName(month), before: total_before }))

type StatusLine = [label: string, count: number, before: number]

const writeStatus = (stats: RegistrationStats, file: { name: string; title: string }, format: TableFormat) => {
  const { schoolyear, before, counts, counts_before } = stats
  const columns: Column<StatusLine>[] = [
    { heading: 'Status', cell: ([label]) => label, width: 20 },
    { heading: schoolyear.name, cell: ([, count]) => count, width: 14 },
    ...(before ? [{ heading: before.name, cell: (line: StatusLine) => line[2], width: 14 }] : []),
  ]
  const rows: StatusLine[] = [
    ...STAT_STATUSES.map((status): StatusLine => [STAT_STATUS_LABELS[status], counts[status], counts_before[status]]),
    ['Gesamt', counts.total, counts_before.total],
  ]
  return writeTableFile({ ...file, columns, rows }, format)
}

/** One of the tables, like on the page; it has only numbers, so nothing about a person leaves. */
export function writeStats(stats: RegistrationStats, table: StatTable, format: TableFormat): Promise<FileReply> {
  const title = `Bewerbungen ${stats.schoolyear.name}`
  const file = { name: `Bewerbungen-${stats.schoolyear.name.replace(/\D+/g, '-')}-${FILE_NAMES[table]}`, title }
  if (table === 'status') return writeStatus(stats, file, format)
  return writeTableFile({ ...file, columns: columnsOf(table, stats), rows: linesOf(table, stats) }, format)
}
