import { sql } from 'kysely'
import type { ErasedSubject } from '#contract/retentions/retentions.people.ts'
import type { ErasureCount } from '#contract/retentions/retentions.preview.ts'
import type { Queries } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The name of the job that copies rows to the journal. */
export const COPY_ERASURES_TASK = 'copy_erasures'

export interface NewErasure {
  subject: ErasedSubject
  subject_id: number
  rule: string
  action: 'reduce' | 'delete'
  erased_on: string
}

/** A proposal to erase a record on request may name people, so it goes with the record. */
const deleteProposals = (tx: SchoolTransaction, erasures: readonly NewErasure[]) =>
  sql`delete from erasure_proposal p
    using jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb) as e (subject text, subject_id bigint, action text)
    where p.subject = e.subject and p.subject_id = e.subject_id and e.action = 'delete'`.execute(tx)

/**
 * Stores what was erased, by id and without names, and queues the copy to the journal; a repetition on the same day
 * stays one row.
 */
export async function insertErasures(tx: SchoolTransaction, erasures: readonly NewErasure[]) {
  if (erasures.length === 0) return
  await sql`insert into erasure (subject, subject_id, rule, action, erased_on)
    select * from jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb)
      as e (subject text, subject_id bigint, rule text, action text, erased_on date)
    on conflict do nothing`.execute(tx)
  await deleteProposals(tx, erasures)
  await enqueue(tx, COPY_ERASURES_TASK, { jobKey: COPY_ERASURES_TASK })
}

export interface StoredErasure extends NewErasure {
  id: number
}

/** The oldest rows that the journal does not have yet, locked; rows that another process copies are left out. */
export async function takeUncopied(tx: SchoolTransaction, limit: number) {
  const { rows } = await sql<StoredErasure>`
    select id, subject, subject_id, rule, action, erased_on from erasure
    where copied_at is null order by id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export const updateCopied = (tx: SchoolTransaction, ids: readonly number[], now: Date) =>
  sql`update erasure set copied_at = ${now.toISOString()} where id = any(${[...ids]}::bigint[])`.execute(tx)

/** Which of these erasures of the journal the table does not know: it was restored from an older backup. */
export async function listUnknownErasures(tx: SchoolTransaction, erasures: readonly NewErasure[]) {
  const { rows } = await sql<NewErasure>`
    select subject, subject_id, rule, action, erased_on
    from jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb)
      as e (subject text, subject_id bigint, rule text, action text, erased_on date)
    where not exists (select 1 from erasure k where k.subject = e.subject and k.subject_id = e.subject_id
      and k.action = e.action and k.erased_on = e.erased_on)
    order by erased_on, subject, subject_id`.execute(tx)
  return rows
}

/** What the journal should hold by now. */
export async function listCopied(tx: SchoolTransaction) {
  const { rows } = await sql<StoredErasure>`
    select id, subject, subject_id, rule, action, erased_on from erasure where copied_at is not null`.execute(tx)
  return rows
}

/** Lets these rows be copied to the journal once more. */
export async function updateUncopied(tx: SchoolTransaction, ids: readonly number[]) {
  await sql`update erasure set copied_at = null where id = any(${[...ids]}::bigint[])`.execute(tx)
  await enqueue(tx, COPY_ERASURES_TASK, { jobKey: COPY_ERASURES_TASK })
}

/** No new school gets one of these numbers. */
export const skipSchoolIds = (tx: Queries, highest: number) => sql`select skip_school_ids(${highest})`.execute(tx)

/** Deletes people who were erased apart from a child: a guardian or a contact person. */
export const deleteErased = (
  tx: SchoolTransaction,
  table: 'guardian' | 'pupil_contact_person',
  ids: readonly number[],
) => sql`delete from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(tx)

/** The years of Berlin days on which something was erased, the newest first. */
export async function listErasureYears(tx: SchoolTransaction) {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from erased_on)::int as year from erasure order by 1 desc`.execute(tx)
  return rows.map(({ year }) => year)
}

/** What was erased in a year by day and rule, the newest day first. */
export async function countErasures(tx: SchoolTransaction, year: number) {
  const { rows } = await sql<ErasureCount>`
    select erased_on, subject, rule, action, count(*)::int as count from erasure
    where erased_on between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
    group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4`.execute(tx)
  return rows
}
