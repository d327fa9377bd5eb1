import { sql } from 'kysely'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** An export that contained the pupil and somebody else; returns its id. */
export async function plantViews(tx: SchoolTransaction, row: { school_id: number; pupil_id: number; word: string }) {
  await logView(tx, { kind: 'export', subject: 'pupil', ids: [row.pupil_id, row.pupil_id + 1], what: row.word })
  const { id } = await tx
    .selectFrom('view_log')
    .select(sql<number>`max(id)`.as('id'))
    .where('school_id', '=', row.school_id)
    .executeTakeFirstOrThrow()
  return id
}
