import { sql } from 'kysely'
import type { StatStatus } from '#contract/registrationstats/registrationstats.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** How and where an application is counted, while it is there and when only its number is left. */
export const STATUS = sql<StatStatus>`case when withdrawn_at is not null then 'withdrawn' else status end`
export const MONTH = sql<string>`date_trunc('month', created_at at time zone 'Europe/Berlin')::date`

/** What is to stay of applications that go: one more of their year, grade, status and month of arrival (domain §5.2). */
export const insertTallies = (tx: SchoolTransaction, registrationIds: readonly number[]) =>
  sql`insert into registration_tally (school_id, school_year_id, desired_grade, status, month, count)
    select school_id, school_year_id, desired_grade, ${STATUS}, ${MONTH}, count(*)
    from registration where id = any(${[...registrationIds]}::bigint[]) group by 1, 2, 3, 4, 5
    on conflict (school_id, school_year_id, desired_grade, status, month)
    do update set count = registration_tally.count + excluded.count, updated_at = now()`.execute(tx)
