import { Socket } from 'node:net'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import { refuseStrongRole } from './app-role.ts'
import { CONFIRM } from './confirmed-commits.ts'
import { noteFailingWrites } from './failing-writes.ts'
import type { DB } from './schema.generated.ts'
import { StatementNames } from './statement-names.ts'
import { openWatchedPool, PAGE_LIMITS, type TimeLimits, type WatchedClient } from './watched-client.ts'

export type Queries = Kysely<DB>
export type Connection = pg.PoolConfig
export type Pool = pg.Pool
type WatchedPoolClient = pg.PoolClient & WatchedClient
/** The named statements that pg knows to be parsed on a connection; its types leave them out. */
type WithStatements = { connection: { parsedStatements: Record<string, string> } }

const DATE = 1082
const INT8 = 20
const INT8_ARRAY = 1016
const TIMESTAMPTZ = 1184

/** '2026-11-20 06:41:00.123+00' → '2026-11-20T06:41:00.123Z'; the app's connections speak UTC. */
const toInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, '')}Z`

/** Dates stay 'YYYY-MM-DD', instants become ISO 8601 UTC, int8 a number: ids and counts stay far below 2^53. */
const parsers: Record<number, (text: string) => unknown> = {
  [DATE]: String,
  [INT8]: Number,
  [INT8_ARRAY]: (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number),
  [TIMESTAMPTZ]: toInstant,
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
}

/**
 * pg corks the socket for each statement; uncorking it a moment later sends the statements of one moment in one write,
 * including those that follow from promises that are settled by then.
 */
class BatchingSocket extends Socket {
  override uncork() {
    process.nextTick(queueMicrotask, () => process.nextTick(() => super.uncork()))
  }
}

const COMMIT = { name: 'commit', text: 'commit' }

/** A finished transaction stays open for this long at most: the locks of tables it read would block a migration. */
const FINISH_MS = 10

const unfinished = new WeakMap<pg.ClientBase, NodeJS.Timeout>()
const finish = (client: pg.ClientBase) => {
  const timer = unfinished.get(client)
  if (!timer) return
  clearTimeout(timer)
  unfinished.delete(client)
  client.query(COMMIT).catch(() => {}) // The pool replaces a connection that breaks now.
}

/**
 * The commit of a read-only transaction has no effect, so it travels with the next statement of its connection. Under
 * load this comes at once, and it saves a write here and a turn in PostgreSQL. Whoever takes the connection finds it
 * finished.
 */
const finishLater = (client: pg.ClientBase) => unfinished.set(client, setTimeout(finish, FINISH_MS, client).unref())

/** PostgreSQL also gives up a client that disappears silently: the locks of its transaction are free within seconds. */
const NOTICE_LOST_PEERS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2'

/** Whoever set the server otherwise: what was acknowledged is on the disk, and with a synchronous standby on two. */
const DURABLE = '-c synchronous_commit=on'

/** What both pools have in common. */
const bounded = ({ options, ...config }: Connection, { connectMs, statementMs, silenceMs }: TimeLimits) => ({
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  ...config,
  options: [
    `-c timezone=UTC -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=30000`,
    NOTICE_LOST_PEERS,
    DURABLE,
    options,
  ]
    .filter(Boolean)
    .join(' '),
  silenceMs,
  mustBePrimary: true,
})

/**
 * Connects to PostgreSQL, and refuses connections whose role row-level security does not bind. Plans are generic: with
 * `limit $1` PostgreSQL would plan the statement anew at every call (0.4 instead of 0.16 ms), because it overestimates
 * the generic plan.
 */
export function openPool({ options, ...config }: Connection, limits = PAGE_LIMITS) {
  const settings = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1'
  const pool = openWatchedPool({
    max: 10,
    pipeline: true,
    stream: () => new BatchingSocket(),
    ...bounded({ ...config, options: [settings, options].filter(Boolean).join(' ') }, limits),
    types,
    onConnect: (client) => refuseStrongRole(client, { query_timeout: limits.connectMs }),
  })
  pool.on('connect', (client) => noteFailingWrites(pool, client))
  return pool.on('acquire', (client) => {
    finish(client)
    ;(client as WatchedPoolClient).endLongWork()
  })
}

/** Connections as the owner, for the job worker. */
export const openOwnerPool = (config: Connection, limits = PAGE_LIMITS) =>
  openWatchedPool({ ...bounded(config, limits), max: 6 })

/** Each name costs every connection the memory of its plan (ADR 0079). */
const NAMES_MAX = 200
const namesByPool = new WeakMap<Pool, StatementNames>()
const namesOf = (pool: Pool) => {
  const names = namesByPool.get(pool) ?? new StatementNames(NAMES_MAX)
  namesByPool.set(pool, names)
  return names
}

/** A connection drops retired statements once this many more names have been retired. */
const RETIRED_MAX = 32
const freedAt = new WeakMap<pg.ClientBase, number>()

/** Frees a connection, outside of a transaction, of the statements whose names are no longer used. */
function dropRetired(client: pg.PoolClient, names: StatementNames) {
  if (names.retired - (freedAt.get(client) ?? 0) < RETIRED_MAX) return
  freedAt.set(client, names.retired)
  const { parsedStatements } = (client as unknown as WithStatements).connection
  const retired = Object.keys(parsedStatements).filter((name) => names.isRetired(name))
  for (const name of retired) delete parsedStatements[name]
  if (retired.length === 0) return
  // If this fails, the connection is broken, and the pool replaces it.
  client.query(retired.map((name) => `deallocate ${name}`).join(';')).catch(() => {})
}

const notHere = async () => {
  throw new Error('Transactions belong to inTransaction.')
}

/** Runs Kysely's queries on one connection; Kysely's own driver would send them unnamed. */
class OneClientDriver implements Driver {
  readonly #connection: DatabaseConnection
  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery) {
        const { rows, rowCount } = await client.query({ name: names.nameOf(sql), text: sql, values: [...parameters] })
        return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
      },
      streamQuery: () => {
        throw new Error('Streaming is not used.')
      },
    }
  }
  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  beginTransaction = notHere
  commitTransaction = notHere
  rollbackTransaction = notHere
  async destroy() {}
}

const kyselys = new WeakMap<pg.PoolClient, Queries>()
const clients = new WeakMap<Queries, WatchedPoolClient>()
function queriesOn(client: pg.PoolClient, names: StatementNames) {
  let queries = kyselys.get(client)
  if (!queries) {
    queries = new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new OneClientDriver(client, names),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    kyselys.set(client, queries)
    clients.set(queries, client as WatchedPoolClient)
  }
  return queries
}

/**
 * Sets the time limit of statements in this transaction from now on: for imports and other work that no page waits for.
 */
export async function allowLongStatements(tx: Queries, seconds: number) {
  clients.get(tx)?.allowSilence((seconds + 1) * 1000)
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx)
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const mayTryAgain = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)

interface TransactionOptions {
  /** PostgreSQL then refuses every write; nothing can be lost at the end, so nobody waits for it. */
  isReadOnly?: boolean
  /** Sent right after BEGIN, before `work` runs: PostgreSQL executes it before any statement of `work`. */
  opening?: { text: string; values: unknown[] }
}

type Work<T> = (queries: Queries, opened: Promise<unknown[]>) => Promise<T>

const BEGIN = { name: 'begin', text: 'begin' }
const BEGIN_READ_ONLY = { name: 'begin read only', text: 'begin read only' }

async function attempt<T>(pool: Pool, work: Work<T>, { isReadOnly = false, opening }: TransactionOptions) {
  const client = await pool.connect()
  const names = namesOf(pool)
  let broken: Error | undefined
  try {
    dropRetired(client, names)
    // Not awaited: it travels with the first statement. If it fails no school is bound, and no row is visible.
    const begun = client.query(isReadOnly ? BEGIN_READ_ONLY : BEGIN)
    begun.catch(() => {})
    const opened = opening ? client.query({ name: names.nameOf(opening.text), ...opening }) : undefined
    const openedRows = opened ? opened.then(({ rows }) => rows) : Promise.resolve([])
    openedRows.catch(() => {})
    const result = await work(queriesOn(client, names), openedRows)
    await begun
    if (isReadOnly) {
      finishLater(client)
      return result
    }
    // Not awaited: it travels with the commit. In a failed transaction it fails, too, and the commit says so.
    client.query(CONFIRM).catch(() => {})
    const { command } = await client.query(COMMIT)
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: a failed statement was caught inside it.')
    return result
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Runs `work` in one transaction on one connection and commits; on any error everything is rolled back. After a
 * deadlock it is run again, three times at most: `work` has no effects outside the database.
 */
export async function inTransaction<T>(pool: Pool, work: Work<T>, options: TransactionOptions = {}): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(pool, work, options)
    } catch (error) {
      if (tries === 3 || !mayTryAgain(error)) throw error
    }
  }
}
