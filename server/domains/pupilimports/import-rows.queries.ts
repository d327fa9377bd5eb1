import { sql } from 'kysely'
import type { ImportRow, ImportRowQuery, ImportVerdict } from '#contract/pupil-imports.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { notFound } from '#server/http/api-error.ts'
import type { JudgedRow, KeptRow } from './judge-row.ts'

interface Findings {
  problems: ImportRow['problems']
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
  problems,
  changes,
  matches,
  child_key,
  target,
}: JudgedRow) => ({
  line,
  cells,
  verdict,
  decision: chosen,
  findings: { problems, changes, matches, proposed: decision } satisfies Findings,
  child_key,
  match_id: target?.id ?? null,
})

/** Keeps rows with their verdicts, new ones and those judged again. */
export const saveRows = (tx: SchoolTransaction, importId: number, rows: readonly JudgedRow[]) =>
  sql`insert into pupil_import_row (school_id, import_id, line, cells, verdict, decision, findings, child_key, match_id)
    select current_school(), ${importId}, r.* from jsonb_to_recordset(${JSON.stringify(rows.map(stored))}::jsonb)
      as r (line int, cells jsonb, verdict text, decision text, findings jsonb, child_key text, match_id bigint)
    on conflict (school_id, import_id, line) do update set cells = excluded.cells, verdict = excluded.verdict,
      decision = excluded.decision, findings = excluded.findings, child_key = excluded.child_key, match_id = excluded.match_id`.execute(
    tx,
  )

export const deleteRows = (tx: SchoolTransaction, importId: number) =>
  tx.deleteFrom('pupil_import_row').where('import_id', '=', importId).execute()

interface StoredRow {
  line: number
  cells: KeptRow['cells']
  verdict: string
  decision: string | null
  findings: Findings
}

const toRow = ({ line, cells, verdict, findings }: StoredRow) =>
  ({
    line,
    cells,
    verdict,
    decision: findings.proposed,
    problems: findings.problems,
    changes: findings.changes,
    matches: findings.matches,
  }) as ImportRow

const selectRows = (tx: SchoolTransaction, importId: number, verdicts: readonly ImportVerdict[] | undefined) =>
  tx
    .selectFrom('pupil_import_row')
    .where('import_id', '=', importId)
    .$if(verdicts !== undefined, (query) =>
      query.where((eb) => eb('verdict', '=', eb.fn.any(eb.val([...(verdicts ?? [])])))),
    )

const ROW_COLUMNS = ['line', 'cells', 'verdict', 'decision', 'findings'] as const

export async function listRows(
  tx: SchoolTransaction,
  importId: number,
  { page, per_page, verdict, line }: ImportRowQuery & { line?: number },
) {
  const counted = await selectRows(tx, importId, verdict)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await selectRows(tx, importId, verdict)
    .select(ROW_COLUMNS)
    .$if(line !== undefined, (query) => query.where('line', '=', line ?? 0))
    .orderBy('line')
    .$if(per_page > 0, (query) => query.limit(per_page).offset((page - 1) * per_page))
    .execute()
  return { data: rows.map((row) => toRow(row as unknown as StoredRow)), total: counted.total, page, per_page }
}

/** All rows as they are judged again, with what was chosen and among whom. */
export async function listKeptRows(tx: SchoolTransaction, importId: number): Promise<KeptRow[]> {
  const rows = await selectRows(tx, importId, undefined).select(ROW_COLUMNS).orderBy('line').execute()
  return (rows as unknown as StoredRow[]).map(({ line, cells, decision, findings }) => ({
    line,
    cells,
    decision: decision as KeptRow['decision'],
    known_ids: findings.matches.map(({ id }) => id),
  }))
}

/** 404 when the file has no such row. */
export async function getKeptRow(tx: SchoolTransaction, importId: number, line: number) {
  const row = await selectRows(tx, importId, undefined).select(ROW_COLUMNS).where('line', '=', line).executeTakeFirst()
  if (!row) throw notFound()
  const { cells, decision, findings } = row as unknown as StoredRow
  return { line, cells, decision: decision as KeptRow['decision'], known_ids: findings.matches.map(({ id }) => id) }
}

/** Another row that is the same child or would change the same pupil. */
export async function findTwin(
  tx: SchoolTransaction,
  importId: number,
  { line, child_key, target }: Pick<JudgedRow, 'line' | 'child_key' | 'target'>,
) {
  const row = await tx
    .selectFrom('pupil_import_row')
    .select(['line', 'child_key'])
    .where('import_id', '=', importId)
    .where('line', '<>', line)
    .where('verdict', '<>', 'error')
    .where((eb) => eb.or([eb('child_key', '=', child_key ?? ''), eb('match_id', '=', target?.id ?? -1)]))
    .orderBy('line')
    .executeTakeFirst()
  return row && { line: row.line, isSameChild: row.child_key === child_key }
}

/** Pupils that the import is about to change, in the order in which they are held. */
export async function listMatchIds(tx: SchoolTransaction, importId: number) {
  const rows = await selectRows(tx, importId, ['changed', 'duplicate'])
    .select('match_id')
    .where('match_id', 'is not', null)
    .execute()
  return rows.flatMap(({ match_id }) => match_id ?? [])
}

/** Rows of which nobody knows what to do with them. */
export async function countUndecided(tx: SchoolTransaction, importId: number) {
  const { rows } = await sql<{ errors: number; duplicates: number }>`
    select count(*) filter (where verdict = 'error') as errors, count(*) filter (where verdict = 'duplicate') as duplicates
    from pupil_import_row where school_id = current_school() and import_id = ${importId} and decision is null`.execute(
    tx,
  )
  return rows[0] ?? { errors: 0, duplicates: 0 }
}
