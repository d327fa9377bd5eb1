import { sql } from 'kysely'
import { searchWords } from '#contract/search-fold.ts'
import type { ViewedSubject, ViewKind } from '#contract/viewlogs/viewlogs.kinds.ts'
import type { ViewFilters, ViewQuery } from '#contract/viewlogs/viewlogs.ts'
import { beginOf, endOf } from '#server/db/begin-of-day.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * All names in the log. Each step jumps to the next name in the index, so it costs as much as there are names and not as
 * there are views.
 */
const namesInLog = sql<{ user_name: string }>`(
  with recursive names as (
    (select user_name from view_log where user_name is not null order by user_name limit 1)
    union all
    select (select v.user_name from view_log v where v.user_name > names.user_name order by v.user_name limit 1)
    from names where names.user_name is not null)
  select user_name from names where user_name is not null)`

/** Names in which every word of the search begins a word; each name is folded once, because there are few. */
async function listNamesLike(tx: SchoolTransaction, search: string) {
  const words = searchWords(search)
  if (words.length === 0) return []
  const found = await tx
    .selectFrom(namesInLog.as('n'))
    .select('n.user_name')
    .where((eb) => eb.and(words.map((word) => sql<boolean>`' ' || search_fold(n.user_name) like ${`% ${word}%`}`)))
    .execute()
  return found.map(({ user_name }) => user_name)
}

/** Views of one person's data: those of this person alone, and those of several with this person among them. */
const viewsOf = (tx: SchoolTransaction, subject: ViewedSubject, id: number) =>
  tx
    .selectFrom('view_log as own')
    .select('own.id')
    .where('own.subject', '=', subject)
    .where('own.subject_id', '=', id)
    .unionAll(tx.selectFrom('view_log_record as r').select('r.view_log_id as id').where('r.subject_id', '=', id))

/** The views that the filters leave, for the queries of this domain. */
export async function filteredViews(
  tx: SchoolTransaction,
  { search, user_id, kind, subject, subject_id, from, until }: ViewFilters,
) {
  // The names are read before, so that PostgreSQL knows how many views the search is about to find.
  const names = search === '' ? undefined : await listNamesLike(tx, search)
  let found = tx.selectFrom('view_log as v')
  if (user_id !== undefined) found = found.where('v.user_id', '=', user_id)
  if (kind !== undefined) found = found.where('v.kind', '=', kind)
  if (subject !== undefined) found = found.where('v.subject', '=', subject)
  if (subject !== undefined && subject_id !== undefined)
    found = found.where('v.id', 'in', viewsOf(tx, subject, subject_id))
  if (from !== undefined) found = found.where('v.viewed_at', '>=', beginOf(from))
  if (until !== undefined) found = found.where('v.viewed_at', '<', endOf(until))
  if (names?.length === 0) found = found.where(sql<boolean>`false`)
  else if (names) found = found.where('v.user_name', '=', sql<string>`any(${names}::text[])`)
  // In an object: awaiting the query itself would run it.
  return { found }
}

const COLUMNS = ['id', 'viewed_at', 'user_id', 'user_name', 'role', 'what', 'subject_id', 'subject_count'] as const

const rowsOf = ({ found }: Awaited<ReturnType<typeof filteredViews>>) =>
  found.select(COLUMNS.map((column) => `v.${column}` as const)).select(['v.kind', 'v.subject'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** The database allows only these words. */
const typed = (rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, kind: row.kind as ViewKind, subject: row.subject as ViewedSubject }))

export const countViews = async (tx: SchoolTransaction, filters: ViewFilters) => {
  const { found } = await filteredViews(tx, filters)
  const count = found.select(({ fn }) => fn.countAll<number>().as('total'))
  return (await count.executeTakeFirstOrThrow()).total
}

/** A page of the log. */
export async function listViews(tx: SchoolTransaction, { page, per_page, sort, ...filters }: ViewQuery) {
  const order = sort === 'viewed_at' ? 'asc' : 'desc'
  const sorted = rowsOf(await filteredViews(tx, filters))
    .orderBy('v.viewed_at', order)
    .orderBy('v.id', order)
  return typed(
    await sorted
      .limit(per_page)
      .offset(per_page * (page - 1))
      .execute(),
  )
}

/** Everybody whose data the filtered views showed, and in how many of them. */
export async function listConcerned(tx: SchoolTransaction, filters: ViewFilters) {
  const { found } = await filteredViews(tx, filters)
  const alone = found.select(['v.subject', 'v.subject_id as id']).where('v.subject_id', 'is not', null)
  const together = found
    .innerJoin('view_log_record as r', (join) =>
      join.onRef('r.school_id', '=', 'v.school_id').onRef('r.view_log_id', '=', 'v.id'),
    )
    .select(['v.subject', 'r.subject_id as id'])
  const { subject, subject_id } = filters
  const rows = await tx
    .selectFrom(alone.unionAll(together).as('seen'))
    .select(['seen.subject', 'seen.id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // Narrowed to one person, the others of the same exports are not what was asked for.
    .$if(subject !== undefined && subject_id !== undefined, (query) => query.where('seen.id', '=', subject_id ?? 0))
    .groupBy(['seen.subject', 'seen.id'])
    .orderBy('count', 'desc')
    .orderBy('seen.id')
    .execute()
  return rows.flatMap(({ id, ...row }) =>
    id === null ? [] : [{ ...row, subject: row.subject as ViewedSubject, subject_id: id }],
  )
}

/** The people whose data one view showed; undefined when the bound school has no such view. */
export async function findViewedRecords(tx: SchoolTransaction, id: number) {
  const view = await tx.selectFrom('view_log').select(['subject', 'subject_id']).where('id', '=', id).executeTakeFirst()
  if (!view) return undefined
  const subject = view.subject as ViewedSubject
  if (view.subject_id !== null) return [{ subject, subject_id: view.subject_id }]
  const rows = await tx
    .selectFrom('view_log_record')
    .select('subject_id')
    .where('view_log_id', '=', id)
    .orderBy('subject_id')
    .execute()
  return rows.map(({ subject_id }) => ({ subject, subject_id }))
}
