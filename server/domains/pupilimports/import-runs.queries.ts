import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** An import without any progress for this long has lost its process. */
const STALLED_MINUTES = 10

const lockKey = (id: ReturnType<typeof sql.ref> | number) =>
  sql`hashtextextended(concat_ws(':', 'pupil import', current_school(), ${id}::bigint), 0)`

/** Locked by the job that runs the import until its transaction ends in any way; a second job waits. */
export const lockRun = (tx: SchoolTransaction, id: number) =>
  sql`select pg_advisory_xact_lock(${lockKey(id)})`.execute(tx)

/** Only for an import that is not over: another run may have ended it meanwhile. */
export const noteFailure = (tx: SchoolTransaction, id: number, problem: string) =>
  tx
    .updateTable('pupil_import')
    .set({ state: 'failed', progress_done: 0, problem, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()

/** Imports of the bound school that were queued and that nobody runs; this marks them as fresh. */
export async function takeStalledImports(tx: SchoolTransaction) {
  const { rows } = await sql<{ import_id: number; user_id: number }>`
    with stalled as materialized (
      select i.id, pg_try_advisory_xact_lock(${lockKey(sql.ref('i.id'))}) as is_free from pupil_import i
      where i.state in ('queued', 'running') and i.begun_by is not null
        and i.updated_at < now() - make_interval(mins => ${STALLED_MINUTES}))
    update pupil_import i set updated_at = now() from stalled s
    where i.school_id = current_school() and i.id = s.id and s.is_free
    returning i.id as import_id, i.begun_by as user_id`.execute(tx)
  return rows
}
