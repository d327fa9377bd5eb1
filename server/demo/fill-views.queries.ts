import { sql } from 'kysely'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface PageView {
  userId: number
  id: number
  at: string
}

/** Writes pages of pupils that people opened. */
export const writeDemoPages = (tx: SchoolTransaction, views: readonly PageView[]) =>
  sql`select log_page_views(${views.map(({ at }) => at)}::timestamptz[], ${views.map(({ userId }) => userId)}::bigint[],
    ${views.map(() => 'pupil')}::text[], ${views.map(({ id }) => id)}::bigint[])`.execute(tx)

/** Writes an export or a paper as the work of this account. */
export async function writeDemoFile(
  tx: SchoolTransaction,
  {
    userId,
    at,
    ...view
  }: { userId: number; at: string; kind: 'export' | 'print'; what: string; ids: readonly number[] },
) {
  await sql`select set_config('app.user_id', ${String(userId)}, true)`.execute(tx)
  await logView(tx, { subject: 'pupil', ...view, at: new Date(at) })
  await sql`select set_config('app.user_id', '', true)`.execute(tx)
}
