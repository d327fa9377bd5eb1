import { type RawBuilder, sql } from 'kysely'
import { addMonths } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Whoever is born until this day is 18 on the given one, as `isOfAge` counts: on 28 February not those of the 29th. */
export const ofAgeSince = (today: string) => addMonths(today, -18 * 12)

/**
 * Whether parents hear of the child `p` at all: until the 18th birthday, and later only while the child wants it
 * (domain §5.5). `since` is `ofAgeSince` of the day.
 */
export const informsParents = (since: string): RawBuilder<boolean> =>
  sql<boolean>`(p.birthdate > ${since}::date or wants_parents_informed(p.school_id, p.id))`

/**
 * Whether the school informs the guardian `pg` of the child `p` by itself: by mails, links and packages. Somebody
 * without custody hears of the child only from the head (domain §5.5).
 */
export const informsGuardian = (since: string): RawBuilder<boolean> =>
  sql<boolean>`(pg.has_custody and ${informsParents(since)})`

/** Whether the pupil wants the parents to be informed after the 18th birthday. */
export async function wantsParentsInformed(tx: SchoolTransaction, pupilId: number) {
  const { rows } = await sql<{ wants: boolean }>`
    select wants_parents_informed(current_school(), ${pupilId}::bigint) as wants`.execute(tx)
  return rows[0]?.wants === true
}
