import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'

/** One waiting list: of the bound school, a school year and a grade. */
export interface WaitList {
  school_year_id: number
  desired_grade: number
}

/** Whoever changes a waiting list waits here for the one before, so that ranks stay gapless (domain §3.1). */
export const lockWaitList = (tx: SchoolTransaction, { school_year_id, desired_grade }: WaitList) =>
  sql`select pg_advisory_xact_lock(hashtextextended(
    concat_ws(':', 'wait list', current_school(), ${school_year_id}::bigint, ${desired_grade}::int), 0))`.execute(tx)

const waitList = (tx: SchoolTransaction, list: WaitList) =>
  tx
    .updateTable('registration')
    .where('school_year_id', '=', list.school_year_id)
    .where('desired_grade', '=', list.desired_grade)

/** Moves up all who wait behind a place that becomes free; the constraint looks only when the transaction commits. */
export const closeGap = (tx: SchoolTransaction, list: WaitList, rank: number) =>
  waitList(tx, list).set({ wait_rank: sql`wait_rank - 1` }).where('wait_rank', '>', rank).execute()

/** Moves down all from that rank on, so that one can take it. */
export const openGap = (tx: SchoolTransaction, list: WaitList, rank: number) =>
  waitList(tx, list).set({ wait_rank: sql`wait_rank + 1` }).where('wait_rank', '>=', rank).execute()

export async function countWaiting(tx: SchoolTransaction, list: WaitList) {
  const { count } = await tx
    .selectFrom('registration')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('school_year_id', '=', list.school_year_id)
    .where('desired_grade', '=', list.desired_grade)
    .where('wait_rank', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The rank an application left with its latest change, if that was since then. */
export async function findLeftRank(tx: SchoolTransaction, registrationId: number, since: Date) {
  const latest = await tx
    .selectFrom('registration_status_history')
    .select(['from_rank', 'created_at'])
    .where('registration_id', '=', registrationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest && Date.parse(latest.created_at) >= since.getTime() ? latest.from_rank : null
}
