import { sql } from 'kysely'
import type { ERASED_SUBJECTS } from '#contract/retentions/retentions.people.ts'
import type { ErasureCount } from '#contract/retentions/retentions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export interface NewErasure {
  subject: (typeof ERASED_SUBJECTS)[number]
  subject_id: number
  rule: string
  action: 'reduce' | 'delete'
  erased_on: string
}

/** Stores what was erased, by id and without names; a repetition on the same day stays one row. */
export async function insertErasures(tx: SchoolTransaction, erasures: readonly NewErasure[]) {
  if (erasures.length === 0) return
  await sql`insert into erasure (subject, subject_id, rule, action, erased_on)
    select * from jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb)
      as e (subject text, subject_id bigint, rule text, action text, erased_on date)
    on conflict do nothing`.execute(tx)
}

/** The newest day first. */
export async function countErasures(tx: SchoolTransaction) {
  const { rows } = await sql<ErasureCount>`
    select erased_on, subject, rule, action, count(*)::int as count from erasure
    group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4`.execute(tx)
  return rows
}
