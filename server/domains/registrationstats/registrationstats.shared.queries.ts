import { sql } from 'kysely'
import type { StatStatus } from '#contract/registrationstats/registrationstats.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The group in which an application counts, while it exists and after only its number is left. */
export const STATUS = sql<StatStatus>`case when withdrawn_at is not null then 'withdrawn' else status end`
export const MONTH = sql<string>`date_trunc('month', created_at at time zone 'Europe/Berlin')::date`

/** Adds deleted applications to the numbers of their year, grade, status and month of arrival (domain §5.2). */
export const insertTallies = (tx: SchoolTransaction, registrationIds: readonly number[]) =>
  sql`insert into registration_tally (school_id, school_year_id, desired_grade, status, month, count)
    select school_id, school_year_id, desired_grade, ${STATUS}, ${MONTH}, count(*)
    from registration where id = any(${[...registrationIds]}::bigint[]) group by 1, 2, 3, 4, 5
    on conflict (school_id, school_year_id, desired_grade, status, month)
    do update set count = registration_tally.count + excluded.count, updated_at = now()`.execute(tx)
