import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { StoredReport } from './planned-rollover.ts'
import type { RolloverChanges } from './rollovers.commit.queries.ts'

interface NewRollover {
  report: StoredReport
  changes: RolloverChanges
  userId: number
  /** ISO 8601 */
  now: string
}

export async function insertRollover(tx: SchoolTransaction, { report, changes, userId, now }: NewRollover) {
  const { rows } = await sql<{ id: number }>`
    insert into rollover (from_year_id, to_year_id, report, changes, created_by, created_at, updated_at)
    values (${report.from_year.id}, ${report.to_year.id}, ${JSON.stringify(report)}::jsonb,
      ${JSON.stringify(changes)}::jsonb, ${userId}, ${now}, ${now}) returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Year changes with the names of the years and the user; `is_newest`: the last one that was not undone. */
const rollovers = (tx: SchoolTransaction) =>
  tx
    .selectFrom('rollover as r')
    .innerJoin('schoolyear as f', (join) =>
      join.onRef('f.school_id', '=', 'r.school_id').onRef('f.id', '=', 'r.from_year_id'),
    )
    .innerJoin('schoolyear as t', (join) =>
      join.onRef('t.school_id', '=', 'r.school_id').onRef('t.id', '=', 'r.to_year_id'),
    )
    .leftJoin('app_user as c', 'c.id', 'r.created_by')
    .leftJoin('app_user as u', 'u.id', 'r.undone_by')
    .select(['r.id', 'r.from_year_id', 'r.to_year_id', 'f.name as from_year', 't.name as to_year'])
    .select([
      't.date_start as to_date_start',
      't.date_end as to_date_end',
      'r.created_at',
      'r.undone_at',
      'c.name as created_by',
      'u.name as undone_by',
    ])
    .select([
      sql<StoredReport['counts']>`r.report->'counts'`.as('counts'),
      sql<boolean>`r.undone_at is null and not exists
        (select from rollover n where n.school_id = r.school_id and n.id > r.id and n.undone_at is null)`.as(
        'is_newest',
      ),
    ])

export type StoredRollover = Awaited<ReturnType<typeof listRollovers>>[number]

/** The newest first. */
export const listRollovers = (tx: SchoolTransaction) => rollovers(tx).orderBy('r.id', 'desc').execute()

export const findRollover = (tx: SchoolTransaction, id: number) =>
  rollovers(tx).select(sql<StoredReport>`r.report`.as('report')).where('r.id', '=', id).executeTakeFirst()

/** The latest change between two years that was not undone. */
export const findRolloverBetween = (tx: SchoolTransaction, years: { fromId: number; toId: number }) =>
  tx
    .selectFrom('rollover')
    .select('id')
    .where('from_year_id', '=', years.fromId)
    .where('to_year_id', '=', years.toId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The id of the latest change, undone or not; null before the first. */
export async function findLatestRolloverId(tx: SchoolTransaction) {
  const { id } = await tx
    .selectFrom('rollover')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** Whether there is a change into the year that was not undone. */
export async function hasRolloverInto(tx: SchoolTransaction, yearId: number) {
  const row = await tx
    .selectFrom('rollover')
    .select('id')
    .where('to_year_id', '=', yearId)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A change to be undone, with everything it changed. */
export const getRolloverChanges = async (tx: SchoolTransaction, id: number) => {
  const { changes } = await tx
    .selectFrom('rollover')
    .select(sql<RolloverChanges>`changes`.as('changes'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return changes
}

export const updateUndone = async (
  tx: SchoolTransaction,
  id: number,
  { userId, now }: { userId: number; now: string },
) => {
  await tx
    .updateTable('rollover')
    .set({ undone_at: now, undone_by: userId, updated_at: now })
    .where('id', '=', id)
    .execute()
}
