import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** One waiting list: of the bound school, a school year and a grade. */
export interface WaitList {
  school_year_id: number
  desired_grade: number
}

/** Whoever changes a waiting list waits here for the one before, so that ranks stay gapless (domain §3.1). */
export const lockWaitList = (tx: SchoolTransaction, { school_year_id, desired_grade }: WaitList) =>
  sql`select pg_advisory_xact_lock(hashtextextended(
    concat_ws(':', 'wait list', current_school(), ${school_year_id}::bigint, ${desired_grade}::int), 0))`.execute(tx)

export const isSameList = (one: WaitList, other: WaitList) =>
  one.school_year_id === other.school_year_id && one.desired_grade === other.desired_grade

const keyOf = ({ school_year_id, desired_grade }: WaitList) => `${school_year_id} ${desired_grade}`

/** The lists of these applications, each once. */
export const distinctLists = (rows: readonly WaitList[]): WaitList[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Locks several waiting lists, in one order for everybody: two who do so never wait for each other. */
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

/** Moves up all who wait behind a place that becomes free; the constraint looks only when the transaction commits. */
export const closeGap = (tx: SchoolTransaction, list: WaitList, rank: number) =>
  waitList(tx, list).set({ wait_rank: sql`wait_rank - 1` }).where('wait_rank', '>', rank).execute()

/** Moves down all from that rank on, so that one can take it. */
const openGap = (tx: SchoolTransaction, list: WaitList, rank: number) =>
  waitList(tx, list).set({ wait_rank: sql`wait_rank + 1` }).where('wait_rank', '>=', rank).execute()

/** The end of a list: an application that joins it waits since now, whatever was before (domain §3.2). */
export async function findLastPlace(tx: SchoolTransaction, list: WaitList, now: Date) {
  const { rank, place } = await tx
    .selectFrom('registration')
    .select(({ fn }) => [fn.count<number>('wait_rank').as('rank'), fn.max('wait_place').as('place')])
    .where('school_year_id', '=', list.school_year_id)
    .where('desired_grade', '=', list.desired_grade)
    .executeTakeFirstOrThrow()
  // Behind the places that were just left, too: whoever comes back to one comes before who joins now.
  return { wait_rank: rank + 1, wait_place: (place ?? 0) + 1, waiting_since: now.toISOString() }
}

/**
 * Takes a place that was left: between those who stood before and behind it, whoever else left or came back meanwhile.
 * Answers its rank, which is free now.
 */
export async function reopenPlace(tx: SchoolTransaction, list: WaitList, place: number) {
  const { count } = await tx
    .selectFrom('registration')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('school_year_id', '=', list.school_year_id)
    .where('desired_grade', '=', list.desired_grade)
    .where('wait_rank', 'is not', null)
    .where('wait_place', '<', place)
    .executeTakeFirstOrThrow()
  await openGap(tx, list, count + 1)
  return count + 1
}

/** The version with which an application came to the list it is for now; 0: it always was. */
const MOVED_WITH = sql<number>`greatest((r.field_changes #>> '{desired_grade,version}')::int,
  (r.field_changes #>> '{school_year_id,version}')::int, 0)`

/** The changes of status of an application since then, earliest first. */
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

/** Without those that a later one took back: after two steps away the second step back meets the first away. */
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
 * What an application left with the change of status that one to the given status takes back, if that was since then and
 * it is still for the same year and grade: the place on the list and since when it had waited there, or the days of an
 * acceptance.
 */
export async function findLeft(tx: SchoolTransaction, registrationId: number, back: { to: string; since: Date }) {
  const changes = await listChanges(tx, registrationId, back.since)
  const left = [changes.at(-1), standingOf(changes).at(-1)].find((change) => change?.from_status === back.to)
  return left && left.moved_with <= (left.version ?? 0) ? left : undefined
}
