import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { permissionsOf, type Role } from '#contract/permissions.ts'
import { inTransaction, type Queries } from './database.ts'
import { hashToken } from './hash-token.ts'
import type { Viewer } from './viewer.ts'

/** For the log: which request, and from which truncated address. */
export interface Origin {
  requestId: string
  ipTrunc: string
}

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
  lacks_way: boolean
}

const toViewer = ({ may_view_sensitive, may_manage_users, ...row }: ViewerRow): Viewer => ({
  ...row,
  permissions: permissionsOf(row.role, { may_view_sensitive, may_manage_users }).filter(
    (permission) => (!row.lacks_two_factor && !row.lacks_way) || permission === 'change user school',
  ),
})

interface RequestOrigin extends Origin {
  /** The value of the session cookie. */
  token: string | undefined
  isReadOnly?: boolean
}

const OPEN = 'select * from open_request($1, $2, $3)'
const optionsOf = ({ token, requestId, ipTrunc, isReadOnly = false }: RequestOrigin) => ({
  isReadOnly,
  opening: { text: OPEN, values: [hashToken(token ?? ''), requestId, ipTrunc] },
})

/** Reads the answer of `open_request`: the viewer, or null when nobody is signed in. */
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

/** The last viewer of each session, as this process read it; only a guess. */
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
 * Like `openRequest`, for work that only reads and may run twice: it starts for the last known viewer, so that its first statement
 * travels together with the question who the viewer is. PostgreSQL answers that question first, so every row belongs to
 * the user and school that were really bound, whatever was guessed. Unless the viewer is exactly the guessed one, all
 * results, errors included, are thrown away, and the work runs again.
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
