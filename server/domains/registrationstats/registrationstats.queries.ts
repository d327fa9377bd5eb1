import { sql } from 'kysely'
import type { StatStatus } from '#contract/registrationstats/registrationstats.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** How many applications of a year, grade, month of arrival and status there are. */
export interface Arrivals {
  school_year_id: number
  grade: number
  status: StatStatus
  /** First day of the month. */
  month: string
  count: number
  /** Of them: pupils already. */
  transformed: number
}

/** How and where an application is counted, while it is there and when only its number is left. */
const STATUS = sql<StatStatus>`case when withdrawn_at is not null then 'withdrawn' else status end`
const MONTH = sql<string>`date_trunc('month', created_at at time zone 'Europe/Berlin')::date`

/** Applications that are there, without those in the bin. */
export const countArrivals = (tx: SchoolTransaction, yearIds: readonly number[]): Promise<Arrivals[]> =>
  tx
    .selectFrom('registration')
    .select(({ fn }) => ['school_year_id', 'desired_grade as grade', fn.countAll<number>().as('count')])
    .select([STATUS.as('status'), MONTH.as('month')])
    .select(sql<number>`count(*) filter (where pupil_id is not null and withdrawn_at is null)`.as('transformed'))
    .where((eb) => eb('school_year_id', '=', eb.fn.any(eb.val([...yearIds]))))
    .where('deleted_at', 'is', null)
    .groupBy(['school_year_id', 'desired_grade', STATUS, MONTH])
    .execute()

/** What is to stay of applications that go: one more of their year, grade, status and month of arrival (domain §5.2). */
export const insertTallies = (tx: SchoolTransaction, registrationIds: readonly number[]) =>
  sql`insert into registration_tally (school_id, school_year_id, desired_grade, status, month, count)
    select school_id, school_year_id, desired_grade, ${STATUS}, ${MONTH}, count(*)
    from registration where id = any(${[...registrationIds]}::bigint[]) group by 1, 2, 3, 4, 5
    on conflict (school_id, school_year_id, desired_grade, status, month)
    do update set count = registration_tally.count + excluded.count, updated_at = now()`.execute(tx)

/** What is left of applications whose time was over (domain §5.2). */
export async function listTallies(tx: SchoolTransaction, yearIds: readonly number[]): Promise<Arrivals[]> {
  const rows = await tx
    .selectFrom('registration_tally')
    .select(['school_year_id', 'desired_grade as grade', 'status', 'month', 'count'])
    .where((eb) => eb('school_year_id', '=', eb.fn.any(eb.val([...yearIds]))))
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as StatStatus, transformed: 0 }))
}

/** The grades of the school with their places in a year; null: none are set. */
export const listPlaces = (tx: SchoolTransaction, yearId: number) =>
  tx
    .selectFrom('schoolgrade as g')
    .leftJoin('schoolgrade_capacity as k', (join) =>
      join
        .onRef('k.school_id', '=', 'g.school_id')
        .onRef('k.schoolgrade_id', '=', 'g.id')
        .on('k.school_year_id', '=', yearId),
    )
    .select(['g.grade', 'g.active', 'g.is_entry', 'k.places'])
    .orderBy('g.grade')
    .execute()
