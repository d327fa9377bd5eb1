import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { failUnconfirmedCommits, refuseStandby } from './confirmed-commits.ts'

/** How long a request waits for PostgreSQL, in milliseconds. */
export interface TimeLimits {
  /** For a new connection, or a free one of the pool. */
  connectMs: number
  /** PostgreSQL ends a statement that takes longer. */
  statementMs: number
  /** A connection that owes an answer and stays silent for this long counts as broken. Longer than `statementMs`. */
  silenceMs: number
}

/** Limits for everything a page waits for: a request ends within six seconds, and connections are new within five. */
export const PAGE_LIMITS: TimeLimits = { connectMs: 2000, statementMs: 4500, silenceMs: 4800 }

/** The name that connections of migration, backup and restore have in PostgreSQL. */
export const OWNER_WORK_NAME = 'schulhof-work'

/** Limits of the owner's own connections: in a migration or a restore one statement may work through a whole table. */
const OWNER_WORK = {
  connectionTimeoutMillis: 10_000,
  silenceMs: 600_000,
  keepAlive: true,
  application_name: OWNER_WORK_NAME,
}

/** PostgreSQL, or the way to it, went silent under a statement. Whether that took effect is not known. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
  constructor() {
    super('The database did not answer in time.')
    this.name = 'DatabaseSilent'
  }
}

interface Watching {
  silenceMs: number
  /** Refuses a standby: for everything but the owner's own work, because a backup may be made from one. */
  mustBePrimary?: boolean
}
type WatchedConfig = pg.ClientConfig & Watching

/** How long a closing connection waits for the other side to hang up. */
const GOODBYE_MS = 1000

/**
 * A connection that never hangs. `statement_timeout` only works when PostgreSQL receives the statement; behind a
 * firewall that dropped the connection, or on a machine that stopped, it does not. So the socket itself is watched:
 * silence while an answer is due breaks the connection. All its statements then fail, and the pool replaces it.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number
  #isAtLongWork = false
  /** False while PostgreSQL owes an answer. pg keeps it up to date but does not type it. */
  declare readonly readyForQuery?: boolean

  constructor(config: WatchedConfig) {
    super(config)
    this.#silenceMs = config.silenceMs
    // A broken connection fails its statements. It also emits an event, which would end the process without a listener.
    this.on('error', () => {})
    this.on('connect', () => this.#watch())
    failUnconfirmedCommits(this)
    if (config.mustBePrimary) refuseStandby(this)
  }

  /** Encrypted or not; encryption replaces it while connecting. */
  get #socket() {
    return this.connection.stream as Socket
  }

  #watch() {
    const socket = this.#socket
    socket.setTimeout(this.#silenceMs)
    socket.on('timeout', () => {
      const { bytesRead } = socket
      // After a pause of this process an answer may already be waiting: it is read before the next turn.
      setImmediate(() => {
        if (this.readyForQuery === false && socket.bytesRead === bytesRead) socket.destroy(new DatabaseSilent())
      })
    })
  }

  /** Allows a longer silence, for statements that take their time. */
  allowSilence(silenceMs: number) {
    this.#isAtLongWork = true
    this.#socket.setTimeout(silenceMs)
  }

  endLongWork() {
    if (!this.#isAtLongWork) return
    this.#isAtLongWork = false
    this.#socket.setTimeout(this.#silenceMs)
  }

  /** Also closes the socket when the other side does not answer the goodbye. */
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void) {
    const socket = this.#socket
    const timer = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
    socket.once('close', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }
}

/**
 * PostgreSQL keeps what a connection learned about tables and statements for as long as the connection lives. So each
 * one is replaced after ten to fifteen minutes, and not all of them in the same moment.
 */
const lifetimeSeconds = () => randomInt(600, 900)

/** A pool of watched connections. It removes a connection that breaks while idle, without an error for anybody. */
export function openWatchedPool(config: pg.PoolConfig & Watching) {
  const pool = new pg.Pool({
    maxLifetimeSeconds: lifetimeSeconds(),
    ...config,
    Client: WatchedClient as unknown as new () => pg.Client,
  })
  // The pool reads it for each new connection.
  if (!config.maxLifetimeSeconds)
    pool.on('connect', () => {
      pool.options.maxLifetimeSeconds = lifetimeSeconds()
    })
  const idle = new Set<pg.Client>()
  // When one connection went silent, the idle ones on the same network path would make every next request wait in vain.
  const hangUpIdle = (error: Error) => {
    if (!(error instanceof DatabaseSilent)) return
    for (const client of idle) client.connection.stream.destroy(new DatabaseSilent())
  }
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', hangUpIdle))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  return pool
}

/** One connection of the owner outside any pool, for migration, backup and restore. The caller ends it. */
export async function connectAsOwner(
  owner: pg.ClientConfig,
  limits: Partial<Pick<TimeLimits, 'silenceMs'>> = {},
): Promise<pg.Client> {
  const client = new WatchedClient({ ...OWNER_WORK, ...limits, ...owner })
  await client.connect()
  return client
}

/** The same as a pool, for the migration of the job queue. */
export const openOwnerWorkPool = (owner: pg.ClientConfig) => openWatchedPool({ ...OWNER_WORK, ...owner, max: 2 })
