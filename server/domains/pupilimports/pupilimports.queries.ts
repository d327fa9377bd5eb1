import { createHash } from 'node:crypto'
import { type Insertable, sql, type Updateable } from 'kysely'
import { HOUR_MS } from '#contract/dates.ts'
import { isSpecialHeading } from '#contract/headings.ts'
import type { ImportMeaning } from '#contract/pupilimports/pupilimports.meanings.ts'
import type { ImportAnswers } from '#contract/pupilimports/pupilimports.questions.ts'
import {
  IMPORT_HOURS,
  type ImportCounts,
  type ImportDetail,
  type ImportSummary,
} from '#contract/pupilimports/pupilimports.ts'
import type { PupilImport } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { countHints, countToWrite, countUndecided } from './import-rows.queries.ts'
import { openPreview } from './seal-import.ts'

/** Null means a column that is not read; the database stores an empty text for it. */
const toMapping = (mapping: readonly string[]) =>
  mapping.map((field) => (field === '' ? null : (field as ImportMeaning)))
export const fromMapping = (mapping: readonly (ImportMeaning | null)[]) => mapping.map((field) => field ?? '')

const IMPORT_COLUMNS = [
  'i.id',
  'i.filename',
  'i.state',
  'i.row_count',
  'i.created_at',
  'i.finished_at',
  'i.progress_done',
  'i.report',
  'i.format',
  'i.encoding',
  'i.delimiter',
  'i.sheet',
  'i.sheets',
  'i.headings',
  'i.mapping',
  'i.answers',
  'i.is_remembered',
  'i.missing_classes',
  'i.problem',
  'i.undo_report',
  'i.only_good',
] as const

const selectImports = (tx: SchoolTransaction) =>
  tx
    .selectFrom('pupil_import as i')
    .leftJoin('app_user as u', 'u.id', 'i.created_by')
    .leftJoin('app_user as b', 'b.id', 'i.begun_by')
    .select(IMPORT_COLUMNS)
    .select(['u.name as created_by_name', 'b.name as begun_by_name'])

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

const NO_COUNTS: ImportCounts = { new: 0, changed: 0, same: 0, error: 0, duplicate: 0 }

export async function countVerdicts(tx: SchoolTransaction, importId: number): Promise<ImportCounts> {
  const rows = await tx
    .selectFrom('pupil_import_row')
    .select((eb) => ['verdict', eb.fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy('verdict')
    .execute()
  return { ...NO_COUNTS, ...Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count])) }
}

const undoUntil = ({ state, finished_at }: Row, now: Date) => {
  if (state !== 'done' || finished_at === null) return null
  const until = new Date(new Date(finished_at).getTime() + IMPORT_HOURS * HOUR_MS)
  return until > now ? until.toISOString() : null
}

const PROGRESSING = ['queued', 'running']

const toSummary = (row: Row, counts: ImportCounts | null, now: Date) =>
  ({
    id: row.id,
    filename: row.filename,
    state: row.state,
    row_count: row.row_count,
    created_at: row.created_at,
    created_by_name: row.created_by_name,
    begun_by_name: row.begun_by_name,
    finished_at: row.finished_at,
    undo_until: undoUntil(row, now),
    progress: PROGRESSING.includes(row.state) ? { done: row.progress_done, total: row.row_count } : null,
    counts,
    report: row.report,
  }) as ImportSummary

const LISTED_MAX = 50

/** The bound school's imports, newest first; only a single import has counts. */
export async function listImports(tx: SchoolTransaction, now: Date) {
  const rows = await selectImports(tx)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map((row) => toSummary(row, null, now))
}

export interface Reading {
  keys: SecretRing
  now: Date
}

/** Undefined for an import of another school. */
export async function findImport(
  tx: SchoolTransaction,
  id: number,
  { keys, now }: Reading,
): Promise<ImportDetail | undefined> {
  const row = await selectImports(tx)
    .select(['i.school_id', 'i.preview_encrypted'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('pupil_import as f')
            .select('f.id')
            .whereRef('f.id', '=', 'i.id')
            .where('f.file_encrypted', 'is not', null),
        )
        .as('has_rows'),
    )
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const counts = row.state === 'uploaded' ? null : await countVerdicts(tx, id)
  return {
    ...toSummary(row, counts, now),
    format: row.format,
    encoding: row.encoding,
    delimiter: row.delimiter,
    sheet: row.sheet,
    sheets: row.sheets,
    headings: row.headings,
    mapping: toMapping(row.mapping),
    answers: row.answers,
    is_remembered: row.is_remembered,
    ignored_headings: row.headings.filter(isSpecialHeading),
    preview: row.preview_encrypted ? openPreview({ keys, school_id: row.school_id, id }, row.preview_encrypted) : [],
    missing_classes: row.missing_classes,
    problem: row.problem,
    undo_report: row.undo_report,
    has_rows: Boolean(row.has_rows),
    undecided: await countUndecided(tx, id),
    to_write: await countToWrite(tx, id),
    hints: await countHints(tx, id),
  } as ImportDetail
}

/** Locks an import until the end of the transaction, so that one of two parallel steps waits. */
export async function lockImportRow(tx: SchoolTransaction, id: number) {
  const row = await tx
    .selectFrom('pupil_import')
    .select([
      'id',
      'state',
      'filename',
      'encoding',
      'delimiter',
      'sheet',
      'headings',
      'mapping',
      'answers',
      'finished_at',
      'row_count',
      'updated_at',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, mapping: toMapping(row.mapping), answers: row.answers as ImportAnswers }
}

/** Without a lock, so that others can write the progress meanwhile. */
export const findImportState = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('pupil_import').select(['state', 'only_good', 'answers']).where('id', '=', id).executeTakeFirst()

/** Takes an id for an import before it is written, because the encryption of its file is bound to the id. */
export async function takeImportId(tx: SchoolTransaction) {
  const { rows } = await sql<{ id: number }>`select nextval('pupil_import_id_seq')::int8 as id`.execute(tx)
  return rows[0]?.id as number
}

export const insertImport = (tx: SchoolTransaction, row: Insertable<PupilImport>) =>
  tx.insertInto('pupil_import').values(row).execute()

export const updateImport = (tx: SchoolTransaction, id: number, change: Updateable<PupilImport>) =>
  tx
    .updateTable('pupil_import')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteImport = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_import').where('id', '=', id).execute()

/** The encrypted file; null after a day. */
export const findImportFile = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('pupil_import').select(['school_id', 'file_encrypted']).where('id', '=', id).executeTakeFirst()

const hashOf = (key: string) => createHash('sha256').update(key).digest()

/** The mapping that somebody of the school chose for a file with these headings, if there is one. */
export async function findMapping(tx: SchoolTransaction, headingsKey: string) {
  const row = await tx
    .selectFrom('pupil_import_mapping')
    .select('mapping')
    .where('headings_hash', '=', hashOf(headingsKey))
    .executeTakeFirst()
  return row && toMapping(row.mapping)
}

export const saveMapping = (
  tx: SchoolTransaction,
  { headingsKey, mapping }: { headingsKey: string; mapping: readonly (ImportMeaning | null)[] },
) =>
  tx
    .insertInto('pupil_import_mapping')
    .values({ headings_hash: hashOf(headingsKey), mapping: fromMapping(mapping) })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'headings_hash'])
        .doUpdateSet({ mapping: fromMapping(mapping), updated_at: sql`now()` }),
    )
    .execute()
