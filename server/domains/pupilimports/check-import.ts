import type { ImportField } from '#contract/pupil-imports.columns.ts'
import { IMPORT_CELL, type ImportDecisionForm, type ImportRowForm } from '#contract/pupil-imports.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import type { TableRow } from '#server/documents/table-rows.ts'
import { type ImportContext, inSlices, readContext } from './import-context.ts'
import {
  countUndecided,
  deleteRows,
  findTwin,
  getKeptRow,
  listKeptRows,
  listRows,
  saveRows,
} from './import-rows.queries.ts'
import { type JudgedRow, judgeRow, type KeptRow, nothingSeen } from './judge-row.ts'
import { countVerdicts, getImport, updateImport } from './pupil-imports.queries.ts'
import { type Cells, readCells } from './read-cells.ts'
import { lockOpenImport, requireMapping } from './upload-import.ts'

interface Acting {
  viewer: SchoolViewer
  now: Date
  today: string
}

const SAVED_AT_ONCE = 500

/** Only what is mapped and not empty is kept of a row. */
const cellsOf = ({ cells }: TableRow, mapping: readonly (ImportField | null)[]): Cells =>
  Object.fromEntries(
    mapping.flatMap((field, column) => {
      const cell = (cells[column] ?? '').trim().slice(0, IMPORT_CELL)
      return field === null || cell === '' ? [] : [[field, cell]]
    }),
  )

export const judgeAll = (rows: readonly KeptRow[], context: ImportContext) => {
  const seen = nothingSeen()
  return inSlices(rows, (row) => judgeRow(row, context, seen))
}

const missingClasses = (judged: readonly JudgedRow[], { findClass }: ImportContext) => [
  ...new Set(
    judged.flatMap(({ values: { schoolclass } }) =>
      schoolclass !== null && !findClass(schoolclass) ? [schoolclass] : [],
    ),
  ),
]

const MISSING_MAX = 50

async function keepVerdicts(
  tx: SchoolTransaction,
  id: number,
  { rows, context }: { rows: readonly KeptRow[]; context: ImportContext },
) {
  const judged = await judgeAll(rows, context)
  for (let at = 0; at < judged.length; at += SAVED_AT_ONCE) await saveRows(tx, id, judged.slice(at, at + SAVED_AT_ONCE))
  await updateImport(tx, id, {
    state: 'checked',
    problem: null,
    row_count: judged.length,
    missing_classes: missingClasses(judged, context).slice(0, MISSING_MAX),
  })
}

/**
 * A verdict for each row. `fileRows` are those of the file at the first check; later the rows stay as they were
 * corrected and are compared with the school of now.
 */
export async function checkImport(
  tx: SchoolTransaction,
  { id, fileRows }: { id: number; fileRows: readonly TableRow[] | undefined },
  { viewer, now, today }: Acting,
) {
  const { mapping } = await lockOpenImport(tx, id)
  requireMapping(mapping)
  const context = await readContext(tx, { schoolId: viewer.school_id, today })
  if (fileRows) await deleteRows(tx, id)
  const rows = fileRows
    ? fileRows.map((row): KeptRow => ({ line: row.line, cells: cellsOf(row, mapping), decision: null }))
    : await listKeptRows(tx, id)
  await keepVerdicts(tx, id, { rows, context })
  return getImport(tx, id, now)
}

/** What is typed into a cell replaces it; an empty text takes it out. */
const edited = (cells: Cells, changes: ImportRowForm['cells']): Cells =>
  Object.fromEntries(Object.entries({ ...cells, ...changes }).filter(([, cell]) => cell?.trim()))

/** A row corrected or decided on, judged again beside the others. */
export async function changeRow(
  tx: SchoolTransaction,
  { id, line, form }: { id: number; line: number; form: ImportRowForm },
  { viewer, today }: Acting,
) {
  await lockOpenImport(tx, id)
  const kept = await getKeptRow(tx, id, line)
  const cells = edited(kept.cells, form.cells)
  const { values } = readCells(cells, today)
  const context = await readContext(tx, { schoolId: viewer.school_id, today, child: values })
  const decision = form.decision === undefined ? kept.decision : form.decision
  const row = { line, cells, decision }
  const alone = judgeRow(row, context, nothingSeen())
  await saveRows(tx, id, [await besideOthers(tx, id, { row, alone, context })])
  const { data } = await listRows(tx, id, { page: 1, per_page: 0, line })
  const [shown] = data
  return {
    ...(shown ?? { ...alone, line }),
    counts: await countVerdicts(tx, id),
    undecided: await countUndecided(tx, id),
  }
}

/** The same decision for many rows, each judged again as if it were decided on alone; lines that are not there are left out. */
export async function decideRows(
  tx: SchoolTransaction,
  { id, form: { lines, decision } }: { id: number; form: ImportDecisionForm },
  { viewer, now, today }: Acting,
) {
  await lockOpenImport(tx, id)
  const wanted = new Set(lines)
  const context = await readContext(tx, { schoolId: viewer.school_id, today })
  const kept = (await listKeptRows(tx, id)).filter(({ line }) => wanted.has(line))
  for (const row of kept.map((one): KeptRow => ({ ...one, decision }))) {
    const alone = judgeRow(row, context, nothingSeen())
    await saveRows(tx, id, [await besideOthers(tx, id, { row, alone, context })])
  }
  return getImport(tx, id, now)
}

/** The verdict when another row of the file is the same child. */
async function besideOthers(
  tx: SchoolTransaction,
  id: number,
  { row, alone, context }: { row: KeptRow; alone: JudgedRow; context: ImportContext },
) {
  if (alone.verdict === 'error' || row.decision === 'create') return alone
  const twin = await findTwin(tx, id, alone)
  if (!twin) return alone
  const seen = nothingSeen()
  if (twin.isSameChild && alone.child_key) seen.children.set(alone.child_key, twin.line)
  else if (alone.target) seen.targets.set(alone.target.id, twin.line)
  return judgeRow(row, context, seen)
}
