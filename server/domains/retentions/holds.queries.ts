import { sql } from 'kysely'
import type { RetentionSubject } from '#contract/retentions/retentions.people.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Rows that are announced like records, but cannot be held alone. */
export type RowSubject = 'consent' | 'request'
type NoticeSubject = RetentionSubject | RowSubject

/** The column of `retention_hold` and `retention_notice` that names a subject of this kind. */
const columnOf = (subject: NoticeSubject) => sql.ref(`${subject}_id`)

interface NewHold {
  id: number
  reason: string
  until: string
  created_by: number
}

/** Holds a record, or changes why and until when. */
export const insertHold = (tx: SchoolTransaction, subject: RetentionSubject, hold: NewHold) =>
  sql`insert into retention_hold (${columnOf(subject)}, reason, until, created_by)
    values (${hold.id}, ${hold.reason}, ${hold.until}, ${hold.created_by})
    on conflict (school_id, ${columnOf(subject)})
    do update set reason = excluded.reason, until = excluded.until, created_by = excluded.created_by, updated_at = now()`.execute(
    tx,
  )

/** Whether there was one. */
export async function deleteHold(tx: SchoolTransaction, subject: RetentionSubject, id: number) {
  const { numAffectedRows } = await sql`delete from retention_hold where ${columnOf(subject)} = ${id}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Ends holds of this kind of record whose last day is over; answers the records. */
export async function deletePastHolds(tx: SchoolTransaction, subject: RetentionSubject, today: string) {
  const column = columnOf(subject)
  const { rows } = await sql<{
    id: number
  }>`delete from retention_hold where until < ${today} and ${column} is not null returning ${column} as id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface NewNotice {
  id: number
  reason: string
  listed_on: string
}

/** Stores since when the preview shows these, or since when it shows another reason. */
export async function insertNotices(tx: SchoolTransaction, subject: NoticeSubject, notices: readonly NewNotice[]) {
  if (notices.length === 0) return
  await sql`insert into retention_notice (${columnOf(subject)}, reason, listed_on)
    select n.id, n.reason, n.listed_on
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (id bigint, reason text, listed_on date)
    on conflict (school_id, ${columnOf(subject)})
    do update set reason = excluded.reason, listed_on = excluded.listed_on`.execute(tx)
}

/** Records that leave the preview have to be listed in it again before they are erased. */
export const deleteNotices = (tx: SchoolTransaction, subject: RetentionSubject, ids: readonly number[]) =>
  sql`delete from retention_notice where ${columnOf(subject)} = any(${[...ids]}::bigint[])`.execute(tx)

/** Forgets since when the preview showed records of this kind that it shows no longer. */
export const deleteOtherNotices = (tx: SchoolTransaction, subject: NoticeSubject, shownIds: readonly number[]) =>
  // Against an empty list even null differs from all, and rows of other kinds have null here.
  sql`delete from retention_notice
    where ${columnOf(subject)} is not null and ${columnOf(subject)} <> all(${[...shownIds]}::bigint[])`.execute(tx)

/** Since when the preview shows rows of this kind, by id. */
export async function listListings(tx: SchoolTransaction, subject: RowSubject) {
  const column = columnOf(subject)
  const { rows } = await sql<{ id: number; listed_on: string }>`
    select ${column} as id, listed_on from retention_notice where ${column} is not null`.execute(tx)
  return new Map(rows.map(({ id, listed_on }) => [id, listed_on]))
}
