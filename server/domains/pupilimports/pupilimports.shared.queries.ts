import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

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
  // The name and headings of a list may contain a child's data, like everything in it.
  await sql`update pupil_import set file_encrypted = null, preview_encrypted = null, headings = '{}', mapping = '{}', answers = '{}',
      missing_classes = '{}', sheet = null, sheets = '{}', problem = null,
      filename = case format when 'schild' then 'SchILD-NRW' else 'Datei.' || format end
    where finished_at <= ${before} and file_encrypted is not null`.execute(tx)
}

/**
 * Deletes what imports keep of these pupils: the rows that are theirs, with the files in which they stand. An import that
 * was not started yet goes as a whole, because it would enter an erased child anew.
 */
export async function deleteImportRowsOf(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const { rows } = await sql<{ import_id: number }>`delete from pupil_import_row
    where match_id = any(${[...pupilIds]}::bigint[]) or (written ->> 'pupil_id')::bigint = any(${[...pupilIds]}::bigint[])
    returning import_id`.execute(tx)
  const imports = sql`any(${[...new Set(rows.map(({ import_id }) => import_id))]}::bigint[])`
  await sql`delete from pupil_import where id = ${imports} and finished_at is null and state not in ('queued', 'running')`.execute(
    tx,
  )
  await sql`update pupil_import set file_encrypted = null, preview_encrypted = null where id = ${imports}`.execute(tx)
}
