import { sql } from 'kysely'
import type { StatStatus } from '#contract/registrationstats/registrationstats.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { MONTH, STATUS } from './registrationstats.shared.queries.ts'

/** The number of applications by year, grade, month of arrival and status. */
export interface Arrivals {
  school_year_id: number
  grade: number
  status: StatStatus
  /** The first day of the month. */
  month: string
  count: number
  /** How many of them are pupils already. */
  transformed: number
}

/** Existing applications, without those in the bin. */
export const countArrivals = (tx: SchoolTransaction, yearIds: readonly number[]): Promise<Arrivals[]> =>
  withRestricted(tx, () =>
    tx
      .selectFrom('registration')
      .select(({ fn }) => ['school_year_id', 'desired_grade as grade', fn.countAll<number>().as('count')])
      .select([STATUS.as('status'), MONTH.as('month')])
      .select(sql<number>`count(*) filter (where pupil_id is not null and withdrawn_at is null)`.as('transformed'))
      .where((eb) => eb('school_year_id', '=', eb.fn.any(eb.val([...yearIds]))))
      .where('deleted_at', 'is', null)
      .groupBy(['school_year_id', 'desired_grade', STATUS, MONTH])
      .execute(),
  )

/** The numbers that are left of deleted applications (domain §5.2). */
export async function listTallies(tx: SchoolTransaction, yearIds: readonly number[]): Promise<Arrivals[]> {
  const rows = await tx
    .selectFrom('registration_tally')
    .select(['school_year_id', 'desired_grade as grade', 'status', 'month', 'count'])
    .where((eb) => eb('school_year_id', '=', eb.fn.any(eb.val([...yearIds]))))
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as StatStatus, transformed: 0 }))
}

/** The grades of the school with their seats in a year; null when they are not set. */
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
