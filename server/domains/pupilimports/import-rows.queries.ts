import { sql } from 'kysely'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import type { ImportRow, ImportRowQuery, ImportVerdict } from '#contract/pupilimports/pupilimports.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { StoredRow, ValidatedRow } from './validate-row.ts'

interface Findings {
  read: ImportRow['read']
  problems: ImportRow['problems']
  notes: ImportRow['notes']
  changes: ImportRow['changes']
  matches: ImportRow['matches']
  proposed: ImportRow['decision']
}

const stored = ({
  line,
  cells,
  verdict,
  chosen,
  decision,
  read,
  problems,
  notes,
  changes,
  matches,
  child_key,
  target,
}: ValidatedRow) => ({
  line,
  cells,
  verdict,
  decision: chosen,
  findings: { read, problems, notes, changes, matches, proposed: decision } satisfies Findings,
  child_key,
  match_id: target?.id ?? null,
})

const SAVED_AT_ONCE = 500

/**
 * Stores new or newly validated rows with their findings; unchanged rows are not written. Returns the lines that were.
 */
export async function saveRows(tx: SchoolTransaction, importId: number, rows: readonly ValidatedRow[]) {
  const written: number[] = []
  for (let at = 0; at < rows.length; at += SAVED_AT_ONCE) {
    const some = JSON.stringify(rows.slice(at, at + SAVED_AT_ONCE).map(stored))
    const { rows: saved } = await sql<{
      line: number
    }>`insert into pupil_import_row as t (import_id, line, cells, verdict, decision, findings, child_key, match_id)
      select ${importId}, r.* from jsonb_to_recordset(${some}::jsonb)
        as r (line int, cells jsonb, verdict text, decision text, findings jsonb, child_key text, match_id bigint)
      on conflict (school_id, import_id, line) do update set cells = excluded.cells, verdict = excluded.verdict,
        decision = excluded.decision, findings = excluded.findings, child_key = excluded.child_key, match_id = excluded.match_id
        where (t.cells, t.verdict, t.decision, t.findings, t.child_key, t.match_id)
          is distinct from (excluded.cells, excluded.verdict, excluded.decision, excluded.findings, excluded.child_key, excluded.match_id)
      returning line`.execute(tx)
    written.push(...saved.map(({ line }) => line))
  }
  return written
}

export const deleteRows = (tx: SchoolTransaction, importId: number) =>
  tx.deleteFrom('pupil_import_row').where('import_id', '=', importId).execute()

interface RowOfImport {
  line: number
  cells: StoredRow['cells']
  verdict: string
  decision: string | null
  findings: Findings
  match_id: number | null
}

const toRow = ({ line, cells, verdict, findings: { proposed, ...findings }, match_id }: RowOfImport) =>
  ({ line, cells, verdict, decision: proposed, ...findings, match_id }) as ImportRow

const selectRows = (tx: SchoolTransaction, importId: number, verdicts: readonly ImportVerdict[] | undefined) =>
  tx
    .selectFrom('pupil_import_row')
    .where('import_id', '=', importId)
    .$if(verdicts !== undefined, (query) =>
      query.where((eb) => eb('verdict', '=', eb.fn.any(eb.val([...(verdicts ?? [])])))),
    )

const ROW_COLUMNS = ['line', 'cells', 'verdict', 'decision', 'findings', 'match_id'] as const

export async function listRows(
  tx: SchoolTransaction,
  importId: number,
  { page, per_page, verdict, lines }: ImportRowQuery & { lines?: readonly number[] },
) {
  const counted = await selectRows(tx, importId, verdict)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await selectRows(tx, importId, verdict)
    .select(ROW_COLUMNS)
    .$if(lines !== undefined, (query) => query.where((eb) => eb('line', '=', eb.fn.any(eb.val([...(lines ?? [])])))))
    .orderBy('line')
    .$if(per_page > 0, (query) => query.limit(per_page).offset((page - 1) * per_page))
    .execute()
  return { data: rows.map((row) => toRow(row as unknown as RowOfImport)), total: counted.total, page, per_page }
}

const toStoredRow = ({ line, cells, decision, findings, match_id }: RowOfImport): StoredRow => ({
  line,
  cells,
  decision: decision as StoredRow['decision'],
  known_ids: findings.matches.map(({ id }) => id),
  match_id,
  shown: { decision: findings.proposed, changes: findings.changes },
})

/** Rows to be validated again, with the choice made and its candidates; all rows or some lines. */
export async function listStoredRows(tx: SchoolTransaction, importId: number, lines?: readonly number[]) {
  const rows = await selectRows(tx, importId, undefined)
    .select(ROW_COLUMNS)
    .$if(lines !== undefined, (query) => query.where((eb) => eb('line', '=', eb.fn.any(eb.val([...(lines ?? [])])))))
    .orderBy('line')
    .execute()
  return (rows as unknown as RowOfImport[]).map(toStoredRow)
}

/** Undefined when the file has no such row. */
export const findStoredRow = async (tx: SchoolTransaction, importId: number, line: number) =>
  (await listStoredRows(tx, importId, [line]))[0]

interface RowKeys {
  /** Normalised names and birth dates. */
  children: readonly string[]
  numbers: readonly string[]
  /** Pupils on record. */
  matches: readonly number[]
}

/** Rows that share one of these: they may be about the same child. */
export async function listRowsLike(tx: SchoolTransaction, importId: number, { children, numbers, matches }: RowKeys) {
  const { rows } =
    await sql<RowOfImport>`select line, cells, verdict, decision, findings, match_id from pupil_import_row
    where school_id = current_school() and import_id = ${importId} and (child_key = any(${[...children]}::text[])
      or upper(cells ->> 'pupil_number') = any(${[...numbers]}::text[])
      or exists (select from jsonb_array_elements(findings -> 'matches') m where (m ->> 'id')::bigint = any(${[...matches]}::bigint[])))
    order by line`.execute(tx)
  return rows.map(toStoredRow)
}

/** The pupils that the import is about to change, in the order in which they are locked. */
export async function listMatchIds(tx: SchoolTransaction, importId: number) {
  const rows = await selectRows(tx, importId, ['changed', 'duplicate'])
    .select('match_id')
    .where('match_id', 'is not', null)
    .execute()
  return rows.flatMap(({ match_id }) => match_id ?? [])
}

/** Counts the rows that need a decision or a correction. */
export async function countUndecided(tx: SchoolTransaction, importId: number) {
  const { rows } = await sql<{ errors: number; duplicates: number }>`
    select count(*) filter (where verdict = 'error') as errors, count(*) filter (where verdict = 'duplicate') as duplicates
    from pupil_import_row where school_id = current_school() and import_id = ${importId} and decision is null`.execute(
    tx,
  )
  return rows[0] ?? { errors: 0, duplicates: 0 }
}

/** Counts the rows that an import would write now; each is another child. */
export async function countToWrite(tx: SchoolTransaction, importId: number) {
  const { rows } = await sql<{ created: number; changed: number }>`
    select count(*) filter (where findings ->> 'proposed' = 'create') as created,
      count(*) filter (where findings ->> 'proposed' = 'update') as changed
    from pupil_import_row where school_id = current_school() and import_id = ${importId} and verdict <> 'error'`.execute(
    tx,
  )
  return rows[0] ?? { created: 0, changed: 0 }
}

/** Counts for hints about rows that do not stop the import. */
export async function countHints(tx: SchoolTransaction, importId: number) {
  const { rows } = await sql<{ without_gender: number; numbered: number; exits: number }>`
    select count(*) filter (where is_new and not cells ? 'gender') as without_gender,
      count(*) filter (where is_new and cells ? 'pupil_number') as numbered,
      count(*) filter (where findings -> 'notes' @> ${JSON.stringify([{ message: IMPORT_TEXTS.exitIgnored }])}::jsonb) as exits
    from (select cells, findings, findings ->> 'proposed' = 'create' as is_new from pupil_import_row
      where school_id = current_school() and import_id = ${importId}) r`.execute(tx)
  return rows[0] ?? { without_gender: 0, numbered: 0, exits: 0 }
}
