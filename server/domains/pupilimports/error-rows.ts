import { XLSX_TYPE } from '#contract/file-reply.ts'
import { IMPORT_FIELDS, IMPORT_LABELS, type ImportField } from '#contract/pupilimports.columns.ts'
import type { ImportRow } from '#contract/pupilimports.ts'
import { logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { listRows } from './import-rows.queries.ts'
import { lockImport } from './pupilimports.queries.ts'

const WIDTH = 18
const WIDE = 60

const messagesOf = ({ problems }: ImportRow) =>
  problems.map(({ field, message }) => (field === null ? message : `${IMPORT_LABELS[field]}: ${message}`)).join('\n')

/** Rows with errors and open duplicates, logged as the export it is. */
export async function listErrorRows(tx: SchoolTransaction, id: number) {
  const { mapping } = await lockImport(tx, id)
  const { data } = await listRows(tx, id, { page: 1, per_page: 0, verdict: ['error', 'duplicate'] })
  await logEvent(tx, { action: 'export_created', entityType: 'pupil_import', entityId: id })
  return { fields: mapping.flatMap((field) => field ?? []), rows: data }
}

interface ErrorRows {
  fields: readonly ImportField[]
  rows: readonly ImportRow[]
}

/** The rows as they stand, with what is wrong in front; corrected it can be imported as it is. */
export async function errorFile({ fields, rows }: ErrorRows) {
  const content = await writeSpreadsheet({
    title: 'Fehlerzeilen',
    columns: [
      ...fields.map((field) => ({
        heading: IMPORT_LABELS[field],
        cell: ({ cells }: ImportRow) => cells[field] ?? null,
        width: WIDTH,
      })),
      { heading: 'Hinweise', cell: messagesOf, width: WIDE },
      { heading: 'Zeile der Datei', cell: ({ line }: ImportRow) => line, width: WIDTH },
    ],
    rows,
  })
  return { filename: 'fehlerzeilen.xlsx', media_type: XLSX_TYPE, content }
}

/** All columns and no rows: to be filled in. */
export async function templateFile() {
  const content = await writeSpreadsheet({
    title: 'SuS',
    columns: IMPORT_FIELDS.map((field) => ({ heading: IMPORT_LABELS[field], cell: () => null, width: WIDTH })),
    rows: [],
  })
  return { filename: 'vorlage-sus-import.xlsx', media_type: XLSX_TYPE, content }
}
