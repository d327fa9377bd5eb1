import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The name and headings of a list may contain a child's data, like everything in it. */
const FORGOTTEN = sql`file_encrypted = null, preview_encrypted = null, headings = '{}', missing_classes = '{}', sheet = null,
  sheets = '{}', problem = null, filename = case format when 'schild' then 'SchILD-NRW' else 'Datei.' || format end`

/** Deletes file and rows after a day, imports that were never run as a whole, and old reports (DP-19). */
export async function deleteOldImports(
  tx: SchoolTransaction,
  { before, reportsBefore }: { before: string; reportsBefore: string },
) {
  await sql`delete from pupil_import where (finished_at is null and created_at <= ${before} and state not in ('queued', 'running'))
    or (finished_at is null and created_at <= ${before}::timestamptz - interval '1 day') or created_at <= ${reportsBefore}`.execute(
    tx,
  )
  await sql`delete from pupil_import_row r using pupil_import i where i.school_id = r.school_id and i.id = r.import_id
    and i.finished_at <= ${before}`.execute(tx)
  await sql`update pupil_import set ${FORGOTTEN}, mapping = '{}', answers = '{}'
    where finished_at <= ${before} and (file_encrypted is not null or mapping <> '{}')`.execute(tx)
}

/** What an import knows of these pupils. A row may show a pupil as somebody with a similar name, with the birth date. */
const rowsOf = (pupilIds: readonly number[]) => {
  const ids = sql`any(${[...pupilIds]}::bigint[])`
  return sql`match_id = ${ids} or (written ->> 'pupil_id')::bigint = ${ids}
    or exists (select from jsonb_array_elements(findings -> 'matches') m where (m ->> 'id')::bigint = ${ids})`
}

/**
 * Deletes what imports know of these pupils: their rows at once, whatever becomes of the import, and the files with these
 * rows. An import that nobody has started yet goes as a whole, because it would enter an erased child anew; so does a list
 * that is uploaded but not checked, because nobody knows yet who is in it. One that is queued or running goes on without
 * these rows, because the rows of the others are already decided: it needs neither the file nor its name for that.
 */
export async function deleteImportRowsOf(tx: SchoolTransaction, pupilIds: readonly number[]) {
  if (pupilIds.length === 0) return
  const { rows } = await sql<{ import_id: number }>`delete from pupil_import_row where ${rowsOf(pupilIds)}
    returning import_id`.execute(tx)
  const imports = sql`any(${[...new Set(rows.map(({ import_id }) => import_id))]}::bigint[])`
  await sql`delete from pupil_import where finished_at is null and state not in ('queued', 'running')
    and (id = ${imports} or state = 'uploaded')`.execute(tx)
  await sql`update pupil_import set ${FORGOTTEN} where id = ${imports}`.execute(tx)
}
