import { sql } from 'kysely'
import { DECIDED_DAYS, UNDECIDED_DAYS } from '#contract/datachecks/datachecks.texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** A child's proposals and questions go when it is reduced or deleted. Guardians take theirs with them by their key. */
export const eraseChecksOf = async (tx: SchoolTransaction, pupilIds: readonly number[]) => {
  await sql`delete from data_check_change where pupil_id = any(${[...pupilIds]}::bigint[])`.execute(tx)
  await sql`delete from data_check_child where pupil_id = any(${[...pupilIds]}::bigint[])`.execute(tx)
}

/**
 * Proposals go 30 days after the decision, or 90 days after the end of the round if nobody decided; a round goes a year
 * after its end.
 */
export async function deleteOldChecks(tx: SchoolTransaction, today: string) {
  await sql`delete from data_check_change
    where (decided_at at time zone 'Europe/Berlin')::date + ${DECIDED_DAYS}::int <= ${today}::date`.execute(tx)
  await sql`delete from data_check_change x using data_check_reader r, data_check c
    where r.school_id = x.school_id and r.id = x.reader_id and c.school_id = r.school_id and c.id = r.data_check_id
      and x.state = 'open' and ${endOf} + ${UNDECIDED_DAYS}::int <= ${today}::date`.execute(tx)
  await sql`delete from data_check c where ${endOf} + interval '1 year' <= ${today}::date`.execute(tx)
}

/** The last day on which the links of a round worked. */
const endOf = sql<string>`coalesce((c.ended_at at time zone 'Europe/Berlin')::date, c.ends_on)`
