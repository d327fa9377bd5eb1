import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { isAbsentNote } from './sicknotes.absent.shared.queries.ts'

/** The time of a mark „fehlt“. */
interface MarkedTime {
  date_start: string
  date_end: string
  partial: boolean
  time_start: string | null
  time_end: string | null
  lessons: readonly number[]
}

/**
 * Whether the note `n` explains the mark `m`: a whole day explains every mark, a part of a day the same part or a
 * smaller one. Null when times and lessons cannot be compared.
 */
const EXPLAINS = sql<boolean>`(n.school_id = m.school_id and n.pupil_id = m.pupil_id
  and n.reason <> 'unexplained' and ${isAbsentNote('n')} and n.date_start <= m.date_start and n.date_end >= m.date_end
  and (not n.partial or (m.partial and ((m.lessons <> '{}' and m.lessons <@ n.lessons)
    or (m.time_start >= n.time_start and m.time_end <= n.time_end)))))`

/** The oldest note that explains the mark `m`, or null. */
const EXPLAINER = sql<number | null>`(select n.id from pupil_sicknote n where ${EXPLAINS} order by n.id limit 1)`

/**
 * Says whether the note stored as the explanation of the mark `m` no longer explains it; a deleted note explains it for
 * ever.
 */
const IS_UNEXPLAINED = sql<boolean>`exists (select from pupil_sicknote n
  where n.school_id = m.school_id and n.id = m.explained_by and ${EXPLAINS} is not true)`

const SAME_TIME = sql<boolean>`(o.date_start, o.date_end, o.partial, o.time_start, o.time_end, o.lessons)
  is not distinct from (m.date_start, m.date_end, m.partial, m.time_start, m.time_end, m.lessons)`

/** The same mark exists, or was set again later: only one of them comes back (index pupil_sicknote_once). */
const IS_SET_AGAIN = sql<boolean>`exists (select from pupil_sicknote o
  where o.school_id = m.school_id and o.pupil_id = m.pupil_id and o.reason = 'unexplained' and ${SAME_TIME}
    and (o.cancelled_at is null or (o.id > m.id and o.explained_by is not null)))`

/** Finds which of these children have a known absence at that time, with its reason. */
export async function listExplained(tx: SchoolTransaction, pupilIds: readonly number[], mark: MarkedTime) {
  const { date_start, date_end, partial, time_start, time_end, lessons } = mark
  const { rows } = await sql<{ pupil_id: number }>`
    select m.pupil_id from (select current_school() as school_id, unnest(${[...pupilIds]}::bigint[]) as pupil_id,
        ${date_start}::date as date_start, ${date_end}::date as date_end, ${partial}::boolean as partial,
        ${time_start}::text as time_start, ${time_end}::text as time_end, ${[...lessons]}::int[] as lessons) m
      where exists (select from pupil_sicknote n where ${EXPLAINS})`.execute(tx)
  return rows.map(({ pupil_id }) => pupil_id)
}

/** Ends the marks of these children that a note explains, and stores which note that is. */
export const cancelExplained = (tx: SchoolTransaction, pupilIds: readonly number[], now: Date) =>
  sql`update pupil_sicknote m
      set cancelled_at = ${now.toISOString()}, cancelled_as = 'explained', explained_by = ${EXPLAINER}
    where m.pupil_id = any(${[...pupilIds]}::bigint[]) and m.reason = 'unexplained' and m.cancelled_at is null
      and exists (select from pupil_sicknote n where ${EXPLAINS})`.execute(tx)

/** Restores, each once, the marks of these children that no note explains any more. */
export const restoreUnexplained = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  sql`update pupil_sicknote m set cancelled_at = null, cancelled_as = null, explained_by = null
    where m.pupil_id = any(${[...pupilIds]}::bigint[]) and m.cancelled_as = 'explained' and ${IS_UNEXPLAINED}
      and ${EXPLAINER} is null and not ${IS_SET_AGAIN}`.execute(tx)

/** The others get the note that explains them now; a mark that another one replaces gets none and never comes back. */
export const changeExplainers = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  sql`update pupil_sicknote m set explained_by = ${EXPLAINER}
    where m.pupil_id = any(${[...pupilIds]}::bigint[]) and m.cancelled_as = 'explained' and ${IS_UNEXPLAINED}`.execute(
    tx,
  )
