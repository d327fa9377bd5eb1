import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export type PersonSubject = 'pupil' | 'employee'

interface Row {
  id: number
  firstname: string
  lastname: string
  lastname_prefix: string | null
  date_exit: string | null
  reduced_on: string | null
  hold: { reason: string; until: string; by: string | null } | null
  notice: { reason: string; listed_on: string } | null
}
export type RetainedPersonRow = Row

/** People who left up to these days: those of whom everything is left, and those who were reduced before. */
export interface LeftUntil {
  whole: string
  reduced: string
}

/**
 * Pupils or employees who have left or are on hold, in the order of their ids: the given ones, or all of these days. Records in the bin
 * are not among them, because the bin has a period of its own.
 */
export async function listRetainedPeople(
  tx: SchoolTransaction,
  subject: PersonSubject,
  chosen: { ids: readonly number[] } | { leftUntil: LeftUntil },
) {
  const column = sql.ref(`${subject}_id`)
  const prefix = subject === 'pupil' ? sql`p.lastname_prefix` : sql`null`
  const wanted =
    'ids' in chosen
      ? sql`p.id = any(${[...chosen.ids]}::bigint[])`
      : sql`(h.id is not null or p.date_exit <= case when p.reduced_on is null then ${chosen.leftUntil.whole}::date
          else ${chosen.leftUntil.reduced}::date end)`
  const { rows } = await sql<Row>`
    select p.id, p.firstname, p.lastname, ${prefix} as lastname_prefix, p.date_exit, p.reduced_on,
      case when h.id is not null then jsonb_build_object('reason', h.reason, 'until', h.until, 'by', u.name) end as hold,
      case when n.id is not null then jsonb_build_object('reason', n.reason, 'listed_on', n.listed_on) end as notice
    from ${sql.table(subject)} p
    left join retention_hold h on h.school_id = p.school_id and h.${column} = p.id
    left join app_user u on u.id = h.created_by
    left join retention_notice n on n.school_id = p.school_id and n.${column} = p.id
    where p.deleted_at is null and ${wanted}
    order by p.id`.execute(tx)
  return rows
}

/** Locks the people in the order of their ids. */
export const lockPeople = (tx: SchoolTransaction, subject: PersonSubject, ids: readonly number[]) =>
  sql`select id from ${sql.table(subject)} where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx)
