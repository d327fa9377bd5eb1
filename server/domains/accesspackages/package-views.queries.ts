import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export interface ViewedRow {
  day: string
  role: string | null
  kind: string
  what: string | null
  times: number
}

/** Who saw the data of somebody at the bound school, alone or among others, counted by day, role and kind. */
export async function listViewsOf(tx: SchoolTransaction, { subject, id }: { subject: string; id: number }) {
  const { rows } = await sql<ViewedRow>`
    select (v.viewed_at at time zone 'Europe/Berlin')::date::text as day, v.role, v.kind, v.what, count(*)::int as times
    from view_log v
    where v.subject = ${subject} and v.id in (
      select own.id from view_log own where own.subject = ${subject} and own.subject_id = ${id}
      union all
      select r.view_log_id from view_log_record r where r.subject_id = ${id})
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(tx)
  return rows
}
