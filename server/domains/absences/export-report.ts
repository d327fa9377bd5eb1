import type { AbsenceReport } from '#contract/absences/absences.ts'
import type { FileReply } from '#contract/file-reply.ts'
import type { TableFormat } from '#contract/table-formats.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import type { Column } from '#server/documents/spreadsheet.ts'
import { writeTableFile } from '#server/documents/write-table-file.ts'
import { type HalfQuery, readClassReport } from './read-class-report.ts'

type Row = AbsenceReport['rows'][number]

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Nachname',
    cell: ({ pupil }) => [pupil.lastname_prefix, pupil.lastname].filter(Boolean).join(' '),
    width: 24,
  },
  { heading: 'Vorname', cell: ({ pupil }) => pupil.firstname, width: 20 },
  { heading: 'Abgang', cell: ({ date_exit }) => date_exit, kind: 'day', width: 14 },
  { heading: 'Fehltage entschuldigt', cell: ({ count }) => count.days_excused, width: 22 },
  { heading: 'Fehltage unentschuldigt', cell: ({ count }) => count.days_unexcused, width: 24 },
  { heading: 'Fehltage offen', cell: ({ count }) => count.days_open, width: 16 },
  { heading: 'Stunden entschuldigt', cell: ({ count }) => count.lessons_excused, width: 22 },
  { heading: 'Stunden unentschuldigt', cell: ({ count }) => count.lessons_unexcused, width: 24 },
  { heading: 'Stunden offen', cell: ({ count }) => count.lessons_open, width: 16 },
  { heading: 'Stand', cell: ({ is_closed }) => (is_closed ? 'festgeschrieben' : 'laufend'), width: 16 },
]

/** Reads the content of the file; the export is logged with its columns and number of rows (domain DP-18). */
export async function readExport(tx: SchoolTransaction, query: HalfQuery, reader: Reader) {
  const report = await readClassReport(tx, query, reader)
  const fields = [exportedRows(report.rows.length), ...COLUMNS.map(({ heading }) => heading)]
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'schoolclass',
    entityId: report.schoolclass.id,
    fields,
  })
  const ids = report.rows.map(({ pupil }) => pupil.id)
  await logView(tx, { kind: 'export', subject: 'pupil', ids, what: `Fehlzeiten ${report.schoolclass.classgradePlain}` })
  return report
}

/** Writes the report as a file. It contains no reasons, and its name names no person. */
export function writeExport(report: AbsenceReport, format: TableFormat): Promise<FileReply> {
  const { classgradePlain } = report.schoolclass
  const half = `${report.schoolyear.name}-${report.half}`.replace('/', '-')
  const name = `Fehlzeiten-${classgradePlain.replace(/[^\p{L}\p{N}]+/gu, '-')}-${half}`
  return writeTableFile({ name, title: `Fehlzeiten ${classgradePlain}`, columns: COLUMNS, rows: report.rows }, format)
}
