import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Permission, permissionsOf, type Role } from '#contract/permissions.ts'
import { inTransaction, type Queries } from './database.ts'

declare const bound: unique symbol
/**
 * Queries in a transaction that knows who acts and for which school; row-level security follows from it. Only the
 * functions of this file make one, when they bind a transaction or are shown a viewer inside a school.
 */
export type SchoolTransaction = Queries & { readonly [bound]: true }

const asBound = (tx: Queries) => tx as SchoolTransaction

/** Who asks, read at each request: rights change at the next one. `school_id`: the active school, null while none is. */
export interface Viewer {
  user_id: number
  name: string
  email: string
  role: Role | null
  permissions: readonly Permission[]
  school_id: number | null
  /** „Eingeloggt bleiben“. */
  stays_signed_in: boolean
  /** A second factor is asked for that this account lacks: until it has one it may only go to another school. */
  lacks_two_factor: boolean
}

/** A signed-in user inside the active school: what every handler of a school endpoint gets. */
export interface SchoolViewer extends Viewer {
  school_id: number
}

export const isInSchool = (viewer: Viewer): viewer is SchoolViewer => viewer.school_id !== null

/** Who acts and when. */
export interface Acting {
  viewer: SchoolViewer
  now: Date
  /** The day in Berlin. */
  today: string
}

/** For the log: which request, and from which truncated address. */
export interface Origin {
  requestId: string
  ipTrunc: string
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

interface ViewerRow {
  user_id: number
  name: string
  email: string
  role: Role | null
  may_view_sensitive: boolean
  may_manage_users: boolean
  school_id: number | null
  stays_signed_in: boolean
  lacks_two_factor: boolean
}

const toViewer = ({ may_view_sensitive, may_manage_users, ...row }: ViewerRow): Viewer => ({
  ...row,
  permissions: permissionsOf(row.role, { may_view_sensitive, may_manage_users }).filter(
    (permission) => !row.lacks_two_factor || permission === 'change user school',
  ),
})

interface RequestOrigin extends Origin {
  /** Of the session cookie. */
  token: string | undefined
  isReadOnly?: boolean
}

const OPEN = 'select * from open_request($1, $2, $3)'
const optionsOf = ({ token, requestId, ipTrunc, isReadOnly = false }: RequestOrigin) => ({
  isReadOnly,
  opening: { text: OPEN, values: [hashToken(token ?? ''), requestId, ipTrunc] },
})

/** What `open_request` answered: who asks, or null when nobody is signed in. */
const readViewer = async (opened: Promise<unknown[]>) => {
  const [row] = (await opened) as ViewerRow[]
  return row ? toViewer(row) : null
}

type Work<T> = (tx: Queries, viewer: Viewer | null) => Promise<T>

/**
 * Opens a request's transaction: one round trip finds the viewer of the session and binds the transaction to user and
 * school. `viewer` is null when nobody is signed in; then no row of any school is visible.
 */
export const openRequest = <T>(pool: pg.Pool, origin: RequestOrigin, work: Work<T>) =>
  inTransaction(pool, async (tx, opened) => work(tx, await readViewer(opened)), optionsOf(origin))

/** Who asked last in each session, as this process read it; a guess, and never more. */
const lastViewers = new Map<string, Viewer>()
const LAST_VIEWERS_MAX = 2000

const remember = (key: string, viewer: Viewer | null) => {
  lastViewers.delete(key)
  if (viewer) lastViewers.set(key, viewer)
  const oldest = lastViewers.size > LAST_VIEWERS_MAX ? lastViewers.keys().next().value : undefined
  if (oldest !== undefined) lastViewers.delete(oldest)
}

const OTHER_VIEWER = Symbol('other viewer')

/**
 * The same for work that only reads and may be done twice: it begins for the viewer of the last time, so that its first
 * statement travels with the question who asks. That one is answered first, so every row is of the user and school it
 * has just bound, whatever was guessed. Unless who asks is exactly who was guessed, all that came of it, errors too, is
 * thrown away, and the work is done anew.
 */
export async function readRequest<T>(pool: pg.Pool, asked: Omit<RequestOrigin, 'isReadOnly'>, work: Work<T>) {
  const origin = { ...asked, isReadOnly: true }
  const key = hashToken(origin.token ?? '').toString('base64')
  const guess = lastViewers.get(key)
  const guessing = async (tx: Queries, opened: Promise<unknown[]>) => {
    if (!guess) {
      const viewer = await readViewer(opened)
      remember(key, viewer)
      return work(tx, viewer)
    }
    const [found, done] = await Promise.allSettled([readViewer(opened), work(tx, guess)])
    if (found.status === 'rejected') throw found.reason
    remember(key, found.value)
    if (!isDeepStrictEqual(found.value, guess)) return OTHER_VIEWER
    if (done.status === 'rejected') throw done.reason
    return done.value
  }
  const result = await inTransaction(pool, guessing, optionsOf(origin))
  return result === OTHER_VIEWER ? openRequest(pool, origin, work) : result
}

/** Bound to a school only where the viewer is known to be inside one. */
export type TransactionOf<V> = V extends SchoolViewer ? SchoolTransaction : Queries

/** The transaction of a request, for its viewer: `openRequest` has bound it to the school that the viewer is in. */
export const transactionOf = <V extends Viewer | null>(tx: Queries, _viewer: V) => tx as TransactionOf<V>

/** Binds the open transaction to a school: public endpoints, for example, find it by its short name. */
export const bindSchool = async (tx: Queries, schoolId: number) => {
  await sql`select set_config('app.school_id', ${String(schoolId)}, true)`.execute(tx)
  return asBound(tx)
}

/**
 * Runs a statement whose SQL function opens a link and binds the transaction to the school of that link
 * (`open_pupil_link` and the like). The row is undefined when the link does not work; then the transaction is bound to
 * no school, and no row of any school is visible in it.
 */
export async function bindByLink<R>(tx: Queries, opening: RawBuilder<R>) {
  const { rows } = await opening.execute(tx)
  return { row: rows[0], tx: asBound(tx) }
}

/**
 * Runs `work` bound to each of the schools, one after the other, and binds back to `own`: for the few questions that
 * cross schools. The caller says why the viewer may ask there.
 */
export async function withSchools<T>(
  tx: Queries,
  { own, schoolIds }: { own: number; schoolIds: readonly number[] },
  work: (schoolId: number, inside: SchoolTransaction) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (const schoolId of schoolIds) {
    const inside = await bindSchool(tx, schoolId)
    answers.push(await work(schoolId, inside))
  }
  await bindSchool(tx, own)
  return answers
}

/** Binds the open transaction to a user and the active school: for a login, whose request began without either. */
export const bindUser = async (tx: Queries, userId: number) => {
  await sql`select set_config('app.user_id', u.id::text, true), set_config('app.school_id', coalesce(a.school_id::text, ''), true)
    from app_user u left join user_school a on a.user_id = u.id and a.school_id = u.school_id where u.id = ${userId}`.execute(
    tx,
  )
}

/** Work inside a school without a request: jobs, the demo, tests. */
export const inSchool = <T>(
  pool: pg.Pool,
  actor: { userId: number | null; schoolId: number; requestId: string },
  work: (tx: SchoolTransaction) => Promise<T>,
) =>
  inTransaction(pool, async (tx) => {
    await sql`select set_config('app.user_id', ${String(actor.userId ?? '')}, true),
      set_config('app.school_id', ${String(actor.schoolId)}, true),
      set_config('app.request_id', ${actor.requestId}, true)`.execute(tx)
    return work(asBound(tx))
  })

/** Names what the use case does to rows of one table, for the log; else it says created, updated or deleted. */
export const nameAction = async (tx: SchoolTransaction, table: string, action: string) => {
  await sql`select set_config('app.action', ${`${table}:${action}`}, true)`.execute(tx)
}

interface LogEvent {
  action: string
  entityType: string
  entityId: number | null
  /** Names of changed fields, never values. */
  fields?: readonly string[]
  result?: 'ok' | 'denied' | 'error'
}

/** Logs an event that changes no row of a school table, such as a login or an export. */
export const logEvent = async (tx: Queries, { action, entityType, entityId, fields = [], result = 'ok' }: LogEvent) => {
  await sql`select log_entry(${entityType}, ${entityId}, ${action}, ${fields}::text[], true, ${result})`.execute(tx)
}

/** The same event of many objects, in one statement. */
export const logEvents = async (
  tx: Queries,
  { action, entityType, entityIds }: Pick<LogEvent, 'action' | 'entityType'> & { entityIds: readonly number[] },
) => {
  await sql`select log_entry(${entityType}, id, ${action}, '{}', true, 'ok') from unnest(${[...entityIds]}::bigint[]) as id`.execute(
    tx,
  )
}

interface AccountEvent {
  userId: number
  action: string
  fields?: readonly string[]
  result?: 'ok' | 'denied'
}

/** Logs what happened to an account, in every school it is attached to. */
export const logAccountEvent = async (tx: Queries, { userId, action, fields = [], result = 'ok' }: AccountEvent) => {
  await sql`select log_account(${userId}, ${action}, ${fields}::text[], ${result})`.execute(tx)
}

interface JobPayload {
  /** Not before so many seconds from now; not part of what the job gets. */
  delaySeconds?: number
  /** One of this name that waits is replaced, and one that is held is not tried again; not part of what the job gets. */
  jobKey?: string
  [key: string]: unknown
}

/** Hands a job to the workers inside the transaction: it exists if and only if the transaction commits. */
export const enqueue = async (tx: Queries, task: string, { delaySeconds = 0, jobKey, ...payload }: JobPayload) => {
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${jobKey ?? null}, now() + make_interval(secs => ${delaySeconds}))`.execute(
    tx,
  )
}

/** The same job for many payloads, in one statement. */
export const enqueueMany = async (tx: Queries, task: string, payloads: readonly object[]) => {
  await sql`select enqueue(${task}, p::json, null, now()) from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) p`.execute(
    tx,
  )
}
