import { sql } from 'kysely'
import { DAY_MS } from '#contract/dates.ts'
import type { PaperSubject } from '#contract/papers/papers.kinds.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The column that names the record of a paper. */
export const OWNER = {
  pupil: 'pupil_id',
  registration: 'registration_id',
  employee: 'employee_id',
} as const satisfies Record<PaperSubject, string>

/** How long a deleted paper can be restored. */
const UNDO_MS = DAY_MS

/** A paper that was deleted after this instant can still be restored. */
export const undoSince = (now: Date) => new Date(now.getTime() - UNDO_MS).toISOString()

/** The papers of a record with their bytes, oldest first; null for those that would be more than `bytesMax` together. */
export async function listPaperFiles(
  tx: SchoolTransaction,
  { subject, id, bytesMax }: { subject: PaperSubject; id: number; bytesMax: number },
) {
  const { rows } = await sql<{
    id: number
    kind: string
    title: string
    pages: number
    created_at: string
    content_encrypted: Buffer | null
  }>`
    select id, kind, title, pages, created_at,
      case when sum(size) over (order by id) <= ${bytesMax} then content_encrypted end as content_encrypted
    from paper where ${sql.ref(OWNER[subject])} = ${id} and deleted_at is null order by id`.execute(tx)
  return rows
}

/** The papers of an application go along to the pupil that the child has become. */
export const movePapersToPupil = (tx: SchoolTransaction, registrationId: number, pupilId: number) =>
  sql`update paper set pupil_id = ${pupilId}, registration_id = null where registration_id = ${registrationId}`.execute(
    tx,
  )

/** For records that are reduced to a proof; a deleted record takes its papers along by itself. */
export const deletePapersOf = (tx: SchoolTransaction, subject: PaperSubject, ids: readonly number[]) =>
  sql`delete from paper where ${sql.ref(OWNER[subject])} = any(${[...ids]}::bigint[])`.execute(tx)

/** Papers that nobody restored in time. */
export const deleteRemovedPapers = (tx: SchoolTransaction, now: Date) =>
  sql`delete from paper where deleted_at <= ${undoSince(now)}::timestamptz`.execute(tx)
