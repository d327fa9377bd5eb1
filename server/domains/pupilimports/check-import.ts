import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { TableRow } from '#server/documents/table-rows.ts'
import { conflict } from '#server/http/api-error.ts'
import { type ImportContext, inSlices, readContext } from './import-context.ts'
import { deleteRows, listStoredRows, saveRows } from './import-rows.queries.ts'
import { updateImport } from './pupilimports.queries.ts'
import { takeCells } from './take-cells.ts'
import { lockOpenImport, requireMapping } from './upload-import.ts'
import { noEarlierRows, type StoredRow, type ValidatedRow, validateRow } from './validate-row.ts'

export const validateAll = (rows: readonly StoredRow[], context: ImportContext) => {
  const seen = noEarlierRows()
  return inSlices(rows, (row) => validateRow(row, context, seen))
}

const missingClasses = (validated: readonly ValidatedRow[], { findClass }: ImportContext) => [
  ...new Set(
    validated.flatMap(({ values: { schoolclass } }) =>
      schoolclass !== null && !findClass(schoolclass) ? [schoolclass] : [],
    ),
  ),
]

const MISSING_MAX = 50

async function saveFindings(
  tx: SchoolTransaction,
  id: number,
  { rows, context }: { rows: readonly StoredRow[]; context: ImportContext },
) {
  const validated = await validateAll(rows, context)
  await saveRows(tx, id, validated)
  await updateImport(tx, id, {
    state: 'checked',
    problem: null,
    row_count: validated.length,
    missing_classes: missingClasses(validated, context).slice(0, MISSING_MAX),
  })
}

/**
 * Validates each row. `fileRows` are the rows of the file, given at the first check; later the corrected rows are
 * compared with the current data of the school. 409 when another step came in while the file was `read`.
 */
export async function checkImport(
  tx: SchoolTransaction,
  { id, read, fileRows }: { id: number; read: { updated_at: string }; fileRows: readonly TableRow[] | undefined },
  today: string,
) {
  const { mapping, answers, updated_at } = await lockOpenImport(tx, id)
  if (updated_at !== read.updated_at) throw conflict(IMPORT_TEXTS.otherState)
  requireMapping({ mapping, answers })
  const context = await readContext(tx, { today, answers })
  if (fileRows) await deleteRows(tx, id)
  const rows = fileRows
    ? fileRows.map(
        (row): StoredRow => ({ line: row.line, cells: takeCells(row, { mapping, answers }), decision: null }),
      )
    : await listStoredRows(tx, id)
  await saveFindings(tx, id, { rows, context })
}
