import { sql } from 'kysely'
import { searchWords } from '#contract/search-fold.ts'
import { type LogEntry, type LogFilters, type LogQuery, SIGN_IN_ACTIONS } from '#contract/userlog/userlog.ts'
import { beginOf, endOf } from '#server/db/begin-of-day.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

const COLUMNS = [
  'id',
  'created_at',
  'user_id',
  'user_name',
  'role',
  'action',
  'entity_type',
  'entity_id',
  'changed_fields',
  'result',
  'ip_trunc',
] as const

/**
 * Only the child's own history shows that a confidential entry of this child was deleted; here the entry's own line
 * says it without a child (domain §1.0). Rows are left out by id, so that an index still counts the rest.
 */
const confidentialAtPupils = (tx: SchoolTransaction) =>
  tx
    .selectFrom('user_log')
    .select('id')
    .where('action', '=', 'pupil_sensitive_deleted')
    .where('entity_type', '=', 'pupil')

/** The bound school's log, or the newest 50,000 events without a school, which the database shows only to admins. */
function logOf(tx: SchoolTransaction, { without_school }: Pick<LogFilters, 'without_school'>) {
  const ofSchool = tx.selectFrom('user_log').where('id', 'not in', confidentialAtPupils(tx))
  const ofNone = tx.selectFrom(sql`installation_log()`.as('user_log'))
  return without_school ? (ofNone as unknown as typeof ofSchool) : ofSchool
}

/**
 * Finds names in which every word of the search begins a word, in any order. Each name is folded once and not for each
 * row, because there are far fewer names (100,000 rows: 40 instead of 170 ms).
 */
function namesLike(tx: SchoolTransaction, { search, ...filters }: LogFilters) {
  const names = logOf(tx, filters).select('user_name').distinct().as('n')
  const words = searchWords(search)
  return tx
    .selectFrom(names)
    .select('n.user_name')
    .where((eb) =>
      words.length === 0
        ? sql<boolean>`false`
        : eb.and(words.map((word) => sql<boolean>`' ' || search_fold(n.user_name) like ${`% ${word}%`}`)),
    )
}

/** The name that an account had in its newest entry; null: it has none, or its name is forgotten. */
export async function findLoggedName(
  tx: SchoolTransaction,
  { user_id, ...filters }: Pick<LogFilters, 'without_school'> & { user_id: number },
) {
  const row = await logOf(tx, filters)
    .select('user_name')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.user_name ?? null
}

/** The operator at the command line has no account, but a name. */
const isBySystem = sql<boolean>`(user_id is null and ip_trunc is null and user_name is null)`

function filtered(tx: SchoolTransaction, filters: LogFilters) {
  const { actor, user_id, action, entity_type, entity_id, result, from, until } = filters
  let found = logOf(tx, filters)
  if (actor !== undefined) found = found.where(actor === 'system' ? isBySystem : sql<boolean>`not ${isBySystem}`)
  if (user_id !== undefined) found = found.where('user_id', '=', user_id)
  if (action !== undefined) found = found.where('action', '=', action)
  if (entity_type !== undefined) found = found.where('entity_type', '=', entity_type)
  if (entity_id !== undefined) found = found.where('entity_id', '=', entity_id)
  if (filters.without_sign_ins) found = found.where('action', 'not in', SIGN_IN_ACTIONS)
  if (result !== undefined) found = found.where('result', '=', result)
  if (from !== undefined) found = found.where('created_at', '>=', beginOf(from))
  if (until !== undefined) found = found.where('created_at', '<', endOf(until))
  return filters.search === '' ? found : found.where('user_name', 'in', namesLike(tx, filters))
}
type Found = ReturnType<typeof filtered>

export type LogRow = Omit<LogEntry, 'entity_label' | 'entity_owner'>

/** A confidential entry must not stand beside the child that the same call changed. */
const requestId = sql<string | null>`case when entity_type not in ('pupil_sensitive', 'consent') then request_id end`

const rowsOf = (found: Found) =>
  found.select(COLUMNS).select(requestId.as('request_id')) as unknown as { execute(): Promise<LogRow[]> } & typeof found

const newestFirst = (found: Found) => found.orderBy('created_at', 'desc').orderBy('id', 'desc')
const oldestFirst = (found: Found) => found.orderBy('created_at').orderBy('id')

/** A page of the log and the number of all matching rows. */
export async function listLog(tx: SchoolTransaction, { page, per_page, sort, ...filters }: LogQuery) {
  const found = filtered(tx, filters)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const sorted = sort === 'created_at' ? oldestFirst(found) : newestFirst(found)
  const rows = sorted.limit(per_page).offset(per_page * (page - 1))
  return { rows: await rowsOf(rows).execute(), total }
}

/** The rows after `last`, or the first ones, newest first, so that a long log is read in pieces. */
export function listLogAfter(
  tx: SchoolTransaction,
  filters: LogFilters,
  { last, limit }: { last: Pick<LogRow, 'created_at' | 'id'> | undefined; limit: number },
) {
  const found = filtered(tx, filters)
  const rest = last
    ? found.where(sql<boolean>`(created_at, id) < (${last.created_at}::timestamptz, ${last.id}::bigint)`)
    : found
  return rowsOf(newestFirst(rest).limit(limit)).execute()
}

/** Whether no other export for this account is running; locked until the transaction ends. */
export const lockExport = async (tx: SchoolTransaction, userId: number) => {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('userlog export', ${userId}::bigint)) as is_held`.execute(tx)
  return rows[0]?.is_held === true
}

/**
 * The values in a column, sorted. Each step asks the index for the next value, because there are few values and many
 * rows.
 */
const listOccurring = async (tx: SchoolTransaction, column: 'action' | 'entity_type') => {
  const value = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive occurring(value) as (
      select min(${value}) from user_log
      union all
      select (select min(${value}) from user_log where ${value} > occurring.value) from occurring where value is not null)
    select value from occurring where value is not null`.execute(tx)
  return rows.map((row) => row.value)
}

/** The same for entries without a school, read once, because this is no table with an index. */
async function listKindsOfNone(tx: SchoolTransaction) {
  const { rows } = await sql<{ actions: string[] | null; entity_types: string[] | null }>`
    select array_agg(distinct action) as actions, array_agg(distinct entity_type) as entity_types
    from installation_log()`.execute(tx)
  return { actions: rows[0]?.actions ?? [], entity_types: rows[0]?.entity_types ?? [] }
}

/** The values in the log, for the filters. */
export const listKinds = async (tx: SchoolTransaction, { without_school }: Pick<LogFilters, 'without_school'>) =>
  without_school
    ? listKindsOfNone(tx)
    : { actions: await listOccurring(tx, 'action'), entity_types: await listOccurring(tx, 'entity_type') }
