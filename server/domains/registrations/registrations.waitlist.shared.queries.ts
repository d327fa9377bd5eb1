import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

/** A waiting list of the bound school, for a school year and a grade. */
export interface WaitList {
  school_year_id: number
  desired_grade: number
}

/** Changes of a waiting list happen one after the other, so that ranks stay gapless (domain §3.1). */
export const lockWaitList = (tx: SchoolTransaction, { school_year_id, desired_grade }: WaitList) =>
  sql`select pg_advisory_xact_lock(hashtextextended(
    concat_ws(':', 'wait list', current_school(), ${school_year_id}::bigint, ${desired_grade}::int), 0))`.execute(tx)

export const isSameList = (one: WaitList, other: WaitList) =>
  one.school_year_id === other.school_year_id && one.desired_grade === other.desired_grade

const keyOf = ({ school_year_id, desired_grade }: WaitList) => `${school_year_id} ${desired_grade}`

/** The waiting lists of these applications, each once. */
export const distinctLists = (rows: readonly WaitList[]): WaitList[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Locks several waiting lists, always in the same order, so that two calls cannot deadlock. */
export async function lockWaitLists(tx: SchoolTransaction, lists: readonly WaitList[]) {
  const sorted = distinctLists(lists).sort(
    (one, other) => one.school_year_id - other.school_year_id || one.desired_grade - other.desired_grade,
  )
  for (const list of sorted) await lockWaitList(tx, list)
}

const waitList = (tx: SchoolTransaction, list: WaitList) =>
  tx
    .updateTable('registration')
    .where('school_year_id', '=', list.school_year_id)
    .where('desired_grade', '=', list.desired_grade)

/**
 * Also those whose processing is restricted keep a rank: two applications would have the same otherwise.
 * Moves up all applications behind a position that becomes free; the constraint is checked only when the transaction
 * commits.
 */
export const closeGap = (tx: SchoolTransaction, list: WaitList, rank: number) =>
  withRestricted(tx, () =>
    waitList(tx, list).set({ wait_rank: sql`wait_rank - 1` }).where('wait_rank', '>', rank).execute(),
  )

/** Moves down all applications from that rank on, so that another one can take it. */
const openGap = (tx: SchoolTransaction, list: WaitList, rank: number) =>
  withRestricted(tx, () =>
    waitList(tx, list).set({ wait_rank: sql`wait_rank + 1` }).where('wait_rank', '>=', rank).execute(),
  )

/** The end of a list: an application that joins it has waited since now, whatever was before (domain §3.2). */
export async function findLastPlace(tx: SchoolTransaction, list: WaitList, now: Date) {
  const { rank, place } = await withRestricted(tx, () =>
    tx
      .selectFrom('registration')
      .select(({ fn }) => [fn.count<number>('wait_rank').as('rank'), fn.max('wait_place').as('place')])
      .where('school_year_id', '=', list.school_year_id)
      .where('desired_grade', '=', list.desired_grade)
      .executeTakeFirstOrThrow(),
  )
  // Also behind positions that were just left: an application that returns to one comes before a new one.
  return { wait_rank: rank + 1, wait_place: (place ?? 0) + 1, waiting_since: now.toISOString() }
}

/**
 * Takes a position that was left: between those who were before and behind it, whoever else left or came back
 * meanwhile. Returns its rank, which is now free.
 */
export async function reopenPlace(tx: SchoolTransaction, list: WaitList, place: number) {
  const { count } = await withRestricted(tx, () =>
    tx
      .selectFrom('registration')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('school_year_id', '=', list.school_year_id)
      .where('desired_grade', '=', list.desired_grade)
      .where('wait_rank', 'is not', null)
      .where('wait_place', '<', place)
      .executeTakeFirstOrThrow(),
  )
  await openGap(tx, list, count + 1)
  return count + 1
}

/** The version in which the application got its present grade and year, and so its list; 0 when they never changed. */
const MOVED_WITH = sql<number>`greatest((r.field_changes #>> '{desired_grade,version}')::int,
  (r.field_changes #>> '{school_year_id,version}')::int, 0)`

/** The changes of status of an application since this time, earliest first. */
const listChanges = (tx: SchoolTransaction, registrationId: number, since: Date) =>
  tx
    .selectFrom('registration_status_history as h')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'h.school_id').onRef('r.id', '=', 'h.registration_id'),
    )
    .select(['h.from_status', 'h.to_status', 'h.from_rank', 'h.from_waiting_since', 'h.from_place', 'h.version'])
    .select(MOVED_WITH.as('moved_with'))
    .where('h.registration_id', '=', registrationId)
    .where('h.created_at', '>=', since.toISOString())
    .orderBy('h.id')
    .execute()
type Change = Awaited<ReturnType<typeof listChanges>>[number]

/**
 * The changes without those that a later one took back: after two steps away and one step back, only the first step
 * away is left.
 */
const standingOf = (changes: readonly Change[]) => {
  const standing: Change[] = []
  for (const change of changes) {
    const before = standing.at(-1)
    if (before?.from_status === change.to_status && before.to_status === change.from_status) standing.pop()
    else standing.push(change)
  }
  return standing
}

/**
 * What the application lost with the change of status that a change to the given status would take back, if that was
 * since this time and it is still for the same year and grade: its position on the waiting list and since when it
 * waited there, or the days of an acceptance.
 */
export async function findLeft(tx: SchoolTransaction, registrationId: number, back: { to: string; since: Date }) {
  const changes = await listChanges(tx, registrationId, back.since)
  const left = [changes.at(-1), standingOf(changes).at(-1)].find((change) => change?.from_status === back.to)
  return left && left.moved_with <= (left.version ?? 0) ? left : undefined
}
