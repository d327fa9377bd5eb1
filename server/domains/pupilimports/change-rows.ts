import type { ImportAnswers } from '#contract/pupilimports/pupilimports.questions.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import type { ImportDecisionForm, ImportRowForm } from '#contract/pupilimports/pupilimports.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { found, invalid, notFound } from '#server/http/api-error.ts'
import { validateAll } from './check-import.ts'
import { childKey, readContext } from './import-context.ts'
import {
  countToWrite,
  countUndecided,
  findStoredRow,
  listRows,
  listRowsLike,
  listStoredRows,
  saveRows,
} from './import-rows.queries.ts'
import { childOf } from './match-row.ts'
import { countVerdicts } from './pupilimports.queries.ts'
import { type Cells, readCells } from './read-cells.ts'
import { writtenCells } from './take-cells.ts'
import { lockOpenImport } from './upload-import.ts'
import type { StoredRow } from './validate-row.ts'

/** Up to this many rows are compared only with similar pupils and rows; for more, everything is read once. */
const FEW = 50

const valuesOf = (rows: readonly StoredRow[], today: string) => rows.map(({ cells }) => readCells(cells, today).values)

/** The keys that rows about the same child have in common. */
function keysOf(rows: readonly StoredRow[], today: string) {
  const values = valuesOf(rows, today)
  const children = values.flatMap((one) => childOf(one) ?? [])
  return {
    children: [...new Set(children.map(childKey))],
    numbers: [...new Set(values.flatMap(({ pupil_number }) => pupil_number?.toUpperCase() ?? []))],
    matches: [...new Set(rows.flatMap(({ known_ids }) => known_ids ?? []))],
  }
}

interface Around {
  rows: readonly StoredRow[]
  /** The same rows after the change. */
  like: readonly StoredRow[]
  today: string
}

/**
 * The rows, all rows that may be about the same children, all rows related to those, and so on; in the order of the
 * file.
 */
async function rowsAround(tx: SchoolTransaction, id: number, { rows, like, today }: Around) {
  const around = new Map(rows.map((row) => [row.line, row]))
  for (let size = 0; size !== around.size; ) {
    size = around.size
    for (const row of await listRowsLike(tx, id, keysOf([...like, ...around.values()], today)))
      if (!around.has(row.line)) around.set(row.line, row)
  }
  return [...around.values()].sort((a, b) => a.line - b.line)
}

interface Changed {
  id: number
  /** The rows before the change; `after` has them with the change. */
  before: StoredRow[]
  after: StoredRow[]
  answers: ImportAnswers
}

/** Validates the changed rows and all rows whose finding depends on them, before or after the change. */
async function validateChanged(tx: SchoolTransaction, { id, before, after, answers }: Changed, today: string) {
  const about = { today, answers }
  const lines = new Map(after.map((row) => [row.line, row]))
  if (after.length > FEW) {
    const rows = (await listStoredRows(tx, id)).map((row) => lines.get(row.line) ?? row)
    return validateAll(rows, await readContext(tx, about))
  }
  const alone = await validateAll(after, await readContext(tx, { ...about, children: valuesOf(after, today) }))
  const like = after.map((row, index) => ({ ...row, known_ids: alone[index]?.matches.map((one) => one.id) }))
  const around = await rowsAround(tx, id, { rows: before, like, today })
  const rows = around.map((row) => lines.get(row.line) ?? row)
  return validateAll(rows, await readContext(tx, { ...about, children: valuesOf(rows, today) }))
}

/** Text typed into a cell replaces its content; an empty text removes it. */
const edited = (cells: Cells, changes: ImportRowForm['cells']): Cells =>
  Object.fromEntries(Object.entries({ ...cells, ...writtenCells(changes) }).filter(([, cell]) => cell?.trim()))

/** Corrects a row or stores a decision on it, and validates it again together with other rows about the same child. */
export async function changeRow(
  tx: SchoolTransaction,
  { id, line, form }: { id: number; line: number; form: ImportRowForm },
  today: string,
) {
  const { answers } = await lockOpenImport(tx, id)
  const stored = found(await findStoredRow(tx, id, line))
  const decision = form.decision === undefined ? stored.decision : form.decision
  const match_id = form.match_id === undefined ? stored.match_id : form.match_id
  const row = { ...stored, cells: edited(stored.cells, form.cells), decision, match_id, known_ids: undefined }
  const validated = await validateChanged(tx, { id, before: [stored], after: [row], answers }, today)
  const { chosen, matches } = validated.find((one) => one.line === line) ?? { chosen: null, matches: [] }
  if (form.decision === 'update' && chosen === null && matches.length > 1)
    throw invalid({ match_id: [IMPORT_TEXTS.whichChild] }, IMPORT_TEXTS.whichChild)
  const saved = await saveRows(tx, id, validated)
  const { data } = await listRows(tx, id, { page: 1, per_page: 0, lines: [line, ...saved] })
  const own = data.find((one) => one.line === line)
  if (!own) throw notFound()
  return {
    ...own,
    also: data.filter((one) => one !== own),
    counts: await countVerdicts(tx, id),
    undecided: await countUndecided(tx, id),
    to_write: await countToWrite(tx, id),
  }
}

/** Stores the same decision for many rows; lines that do not exist are ignored. */
export async function decideRows(
  tx: SchoolTransaction,
  { id, form: { lines, decision } }: { id: number; form: ImportDecisionForm },
  today: string,
) {
  const { answers } = await lockOpenImport(tx, id)
  const before = await listStoredRows(tx, id, lines)
  const after = before.map((row) => ({ ...row, decision, known_ids: undefined }))
  if (after.length > 0) await saveRows(tx, id, await validateChanged(tx, { id, before, after, answers }, today))
}
