import { sql } from 'kysely'
import type { ViewedSubject, ViewKind } from '#contract/viewlogs/viewlogs.kinds.ts'
import type { ViewFilters, ViewQuery } from '#contract/viewlogs/viewlogs.ts'
import { beginOf, endOf } from '#server/db/begin-of-day.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { filteredViews } from './viewlogs.queries.ts'

const DAY = sql<string>`to_char(v.viewed_at at time zone 'Europe/Berlin', 'YYYY-MM-DD')`

/** A page of days and people: who looked at something on which day, and how often. */
export async function listViewDays(tx: SchoolTransaction, { page, per_page, sort, ...filters }: ViewQuery) {
  const { found } = await filteredViews(tx, filters)
  const order = sort === 'viewed_at' ? 'asc' : 'desc'
  const days = await found
    .select([DAY.as('day'), 'v.user_id', 'v.user_name'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('v.viewed_at').as('first_at'),
      fn.max('v.viewed_at').as('last_at'),
    ])
    // Who was given another role meanwhile had this one last.
    .select(sql<string | null>`(array_agg(v.role order by v.viewed_at desc))[1]`.as('role'))
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .select(sql<number>`sum(count(*)) over ()::int`.as('entries'))
    .groupBy([DAY, 'v.user_id', 'v.user_name'])
    .orderBy('day', order)
    .orderBy('last_at', order)
    .orderBy('v.user_id', order)
    .limit(per_page)
    .offset(per_page * (page - 1))
    .execute()
  const rows = days.map(({ total: _total, entries: _entries, ...day }) => day)
  const [first] = days
  // A page past the end has no row that could say how many there are.
  return { rows, ...(first ? { total: first.total, entries: first.entries } : await countViewDays(tx, filters)) }
}
export type ViewDayRow = Awaited<ReturnType<typeof listViewDays>>['rows'][number]

async function countViewDays(tx: SchoolTransaction, filters: ViewFilters) {
  const { found } = await filteredViews(tx, filters)
  const days = found
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy([DAY, 'v.user_id', 'v.user_name'])
    .as('days')
  return tx
    .selectFrom(days)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`coalesce(sum(days.count), 0)::int`.as('entries'))
    .executeTakeFirstOrThrow()
}

interface Period {
  from: string
  until: string
}

/** What the people saw on the days of the period, and in how many views. */
export async function listSeen(
  tx: SchoolTransaction,
  { page: _page, per_page: _perPage, sort: _sort, ...filters }: ViewQuery,
  { from, until }: Period,
) {
  const { found } = await filteredViews(tx, filters)
  const rows = await found
    .select([DAY.as('day'), 'v.user_id', 'v.user_name', 'v.kind', 'v.subject', 'v.subject_id'])
    // What was printed counts only where it was several people: a child's own page says enough by its name.
    .select(sql<string | null>`case when v.subject_id is null then v.what end`.as('what'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('v.subject_count').as('subject_count'),
      fn.max('v.viewed_at').as('last_at'),
    ])
    .where('v.viewed_at', '>=', beginOf(from))
    .where('v.viewed_at', '<', endOf(until))
    .groupBy([
      DAY,
      ...(['v.user_id', 'v.user_name', 'v.kind', 'v.subject', 'v.subject_id'] as const),
      sql`case when v.subject_id is null then v.what end`,
    ])
    .execute()
  // The database allows only these words.
  return rows.map((row) => ({ ...row, kind: row.kind as ViewKind, subject: row.subject as ViewedSubject }))
}
export type SeenRow = Awaited<ReturnType<typeof listSeen>>[number]
