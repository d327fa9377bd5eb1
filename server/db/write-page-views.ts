import { sql } from 'kysely'
import type { Pool } from './database.ts'
import { inSchool } from './school-transaction.ts'

interface PageView {
  at: Date
  userId: number
  subject: string
  id: number
}

/** Writes the pages that were opened in a school, in one statement of a transaction of their own. */
export const writePageViews = (pool: Pool, schoolId: number, views: readonly PageView[]) =>
  inSchool(pool, { userId: null, schoolId, requestId: '' }, async (tx) => {
    const [at, users] = [views.map((view) => view.at.toISOString()), views.map(({ userId }) => userId)]
    const [subjects, ids] = [views.map(({ subject }) => subject), views.map(({ id }) => id)]
    await sql`select log_page_views(${at}::timestamptz[], ${users}::bigint[], ${subjects}::text[], ${ids}::bigint[])`.execute(
      tx,
    )
  })
