import { formatDateTime } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { LOG_EXPORT_ROWS, type LogEntry, type LogFilters } from '#contract/userlog/userlog.ts'
import {
  actionText,
  actorName,
  entityTypeLabel,
  exportedRows,
  LOG_RESULT_LABELS,
} from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { spreadsheetCsv, spreadsheetRows } from '#server/documents/csv.ts'
import { tooMany } from '#server/http/api-error.ts'
import { type Limit, type Limits, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { assertMayRead } from './log-reach.ts'
import { withLabels } from './userlog.labels.shared.queries.ts'
import { type LogRow, listLogAfter, lockExport } from './userlog.queries.ts'

const roleName = (role: string | null) => (role === null ? '' : (ROLE_LABELS[role as Role] ?? role))

/** The German headings and the content of their columns. */
const COLUMNS: Record<string, (entry: LogEntry) => string> = {
  Zeit: ({ created_at }) => formatDateTime(created_at),
  Person: actorName,
  Rolle: ({ role }) => roleName(role),
  Aktion: actionText,
  Objekt: ({ entity_type }) => entityTypeLabel(entity_type),
  Nummer: ({ entity_id }) => String(entity_id ?? ''),
  Name: ({ entity_label }) => entity_label ?? '',
  'Geänderte Felder': ({ changed_fields, entity_type }) => changedFieldLabels(changed_fields, entity_type).join(', '),
  Ergebnis: ({ result }) => LOG_RESULT_LABELS[result],
  Netz: ({ ip_trunc }) => ip_trunc ?? '',
}

const EXPORTS: Limit = { name: 'userlogExports', points: 10, seconds: 60 * MINUTE_SECONDS }
const TOO_OFTEN = 'Sie haben in der letzten Stunde schon zehn Mal exportiert. Bitte später noch einmal.'
const STILL_RUNNING = 'Ihr letzter Export läuft noch. Bitte warten Sie, bis er fertig ist.'
const WAIT_SECONDS = 10

/**
 * An export costs a second of database time and a file in memory, so each person may run one at a time and a limited
 * number.
 */
async function takeTurn(tx: SchoolTransaction, limits: Limits, userId: number) {
  // The lock comes first: a request that waits for the counter of a running export would not be refused.
  if (!(await lockExport(tx, userId))) throw tooMany(WAIT_SECONDS, STILL_RUNNING)
  await limits.spendIn(tx, { limit: EXPORTS, key: String(userId), message: TOO_OFTEN })
}

interface LogExport {
  viewer: SchoolViewer
  filters: LogFilters
  /** The day in Berlin, YYYY-MM-DD. */
  today: string
}

/** The number of rows that are read and written at once; between two pieces other requests run. */
const PIECE_ROWS = 1000

/** Only users who may export personal data get names in the file. */
const named = (
  tx: SchoolTransaction,
  { viewer, today }: LogExport,
  rows: LogRow[],
): Promise<LogEntry[]> | LogEntry[] =>
  viewer.permissions.includes('export personal data')
    ? withLabels(tx, { viewer, today }, rows)
    : rows.map((row) => ({ ...row, entity_label: null, entity_owner: null }))

/** The text of all matching rows, up to the limit of one file, and their number. */
async function writeRows(tx: SchoolTransaction, wanted: LogExport) {
  const { filters } = wanted
  const pieces: string[] = []
  let count = 0
  let last: LogRow | undefined
  do {
    const found = await listLogAfter(tx, filters, { last, limit: Math.min(PIECE_ROWS, LOG_EXPORT_ROWS - count) })
    const entries = await named(tx, wanted, found)
    pieces.push(spreadsheetRows(entries.map((entry) => Object.values(COLUMNS).map((cell) => cell(entry)))))
    count += found.length
    last = found.length === PIECE_ROWS ? found.at(-1) : undefined
  } while (last && count < LOG_EXPORT_ROWS)
  return { text: pieces.join(''), count }
}

/** The log as a file for a spreadsheet program; the export itself is logged with number and columns (domain DP-18). */
export async function exportLog(tx: SchoolTransaction, limits: Limits, wanted: LogExport) {
  assertMayRead(wanted.viewer, wanted.filters)
  await takeTurn(tx, limits, wanted.viewer.user_id)
  const { text, count } = await writeRows(tx, wanted)
  const columns = Object.keys(COLUMNS)
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'user_log',
    entityId: null,
    fields: [exportedRows(count), ...columns],
  })
  return {
    filename: `benutzeraktionen-${wanted.today}.csv`,
    content: spreadsheetCsv({ columns, rows: [] }) + text,
  }
}
