import { parseDateInput } from '#contract/dates.ts'
import { XLSX_TYPE } from '#contract/file-reply.ts'
import { IMPORT_FIELDS, IMPORT_LABELS, type ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { rowFields } from '#contract/pupilimports/pupilimports.meanings.ts'
import type { ImportRow } from '#contract/pupilimports/pupilimports.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { lockImport } from './get-import.ts'
import { listRows } from './import-rows.queries.ts'
import { isDateField } from './read-cells.ts'

const WIDTH = 18
const WIDE = 60

const messagesOf = ({ problems }: ImportRow) =>
  problems.map(({ field, message }) => (field === null ? message : `${IMPORT_LABELS[field]}: ${message}`)).join('\n')

/** Rows with errors and open duplicates; logged, because it is an export. */
export async function listErrorRows(tx: SchoolTransaction, id: number) {
  const { mapping } = await lockImport(tx, id)
  const { data } = await listRows(tx, id, { page: 1, per_page: 0, verdict: ['error', 'duplicate'] })
  await logEvent(tx, { action: 'export_created', entityType: 'pupil_import', entityId: id })
  return { fields: rowFields(mapping, data), rows: data }
}

interface ErrorRows {
  today: string
  fields: readonly ImportField[]
  rows: readonly ImportRow[]
}

/** A day as YYYY-MM-DD; text that is no day stays, so that somebody can correct it. */
const cellOf = (field: ImportField, text: string | undefined, today: string) => {
  if (text === undefined || !isDateField(field)) return text ?? null
  return parseDateInput(text, today) ?? text
}

/** The current rows, with days as days and the errors behind them; the corrected file can be imported as it is. */
export async function errorFile({ today, fields, rows }: ErrorRows) {
  const content = await writeSpreadsheet({
    title: 'Fehlerzeilen',
    columns: [
      ...fields.map((field) => ({
        heading: IMPORT_LABELS[field],
        cell: ({ cells }: ImportRow) => cellOf(field, cells[field], today),
        ...(isDateField(field) && { kind: 'day' as const }),
        width: WIDTH,
      })),
      { heading: 'Hinweise', cell: messagesOf, width: WIDE },
      { heading: 'Zeile der Datei', cell: ({ line }: ImportRow) => line, width: WIDTH },
    ],
    rows,
  })
  return { filename: 'fehlerzeilen.xlsx', media_type: XLSX_TYPE, content }
}

/** All columns and no rows, to be filled in. */
export async function templateFile() {
  const content = await writeSpreadsheet({
    title: 'SuS',
    columns: IMPORT_FIELDS.map((field) => ({ heading: IMPORT_LABELS[field], cell: () => null, width: WIDTH })),
    rows: [],
  })
  return { filename: 'vorlage-sus-import.xlsx', media_type: XLSX_TYPE, content }
}
