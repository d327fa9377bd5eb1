import { formatDateTime } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { changedFieldLabels } from '#contract/userlog.fields.ts'
import type { LogEntry, LogFilters } from '#contract/userlog.ts'
import { actionText, actorName, entityTypeLabel, exportedRows, LOG_RESULT_LABELS } from '#contract/userlog-labels.ts'
import { logEvent, type SchoolTransaction, type SchoolViewer } from '#server/db/in-school.ts'
import { spreadsheetCsv } from '#server/documents/csv.ts'
import { withLabels } from './userlog.labels.queries.ts'
import { listLogForExport } from './userlog.queries.ts'

const roleName = (role: string | null) => (role === null ? '' : (ROLE_LABELS[role as Role] ?? role))

/** German heads and what stands under them. */
const COLUMNS: Record<string, (entry: LogEntry) => string> = {
  Zeit: ({ created_at }) => formatDateTime(created_at),
  Person: actorName,
  Rolle: ({ role }) => roleName(role),
  Aktion: actionText,
  Objekt: ({ entity_type }) => entityTypeLabel(entity_type),
  Nummer: ({ entity_id }) => String(entity_id ?? ''),
  Name: ({ entity_label }) => entity_label ?? '',
  'Geänderte Felder': ({ changed_fields }) => changedFieldLabels(changed_fields).join(', '),
  Ergebnis: ({ result }) => LOG_RESULT_LABELS[result],
  Netz: ({ ip_trunc }) => ip_trunc ?? '',
}

interface Asking {
  viewer: SchoolViewer
  filters: LogFilters
  /** The day in Berlin, YYYY-MM-DD. */
  today: string
}

/**
 * The log as a file for a spreadsheet program; the export itself is logged with number and columns (domain DP-18). Names
 * leave only with who may take personal data out.
 */
export async function exportLog(tx: SchoolTransaction, { viewer, filters, today }: Asking) {
  const found = await listLogForExport(tx, filters)
  const entries = viewer.permissions.includes('export personal data')
    ? await withLabels(tx, viewer, found)
    : found.map((row) => ({ ...row, entity_label: null }))
  const columns = Object.keys(COLUMNS)
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'user_log',
    entityId: null,
    fields: [exportedRows(entries.length), ...columns],
  })
  const rows = entries.map((entry) => Object.values(COLUMNS).map((cell) => cell(entry)))
  return { filename: `benutzeraktionen-${today}.csv`, content: spreadsheetCsv({ columns, rows }) }
}
