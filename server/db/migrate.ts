import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { ensureAppRole, refuseOldPostgres } from './database-rules.ts'
import { connectAsOwner, OWNER_WORK_NAME, openOwnerWorkPool } from './watched-client.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const LOCK = 7_351_001

/** Names of this program's migrations, in order. */
export const migrationNames = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** One migration of several that are applied together. */
export interface MigrationStep {
  name: string
  /** From 1. */
  number: number
  of: number
}

/** A migration failed. It keeps the database's error, whose message can quote data. */
export class MigrationFailed extends Error {
  readonly step: MigrationStep
  constructor(step: MigrationStep, cause: unknown) {
    super(`The migration ${step.name} failed.`, { cause })
    this.name = 'MigrationFailed'
    this.step = step
  }
}

/** Applies the named migrations inside the caller's transaction. */
export async function applyMigrations(
  client: pg.Client,
  names: readonly string[],
  onStep?: (step: MigrationStep) => void,
) {
  for (const [index, name] of names.entries()) {
    const step = { name, number: index + 1, of: names.length }
    onStep?.(step)
    try {
      await client.query(readFileSync(join(FOLDER, name), 'utf8'))
      await client.query('insert into schema_migration (name) values ($1)', [name])
      // A migration may not alter a table whose deferred checks still wait for the end of the transaction.
      await client.query('set constraints all immediate; set constraints all deferred')
    } catch (error) {
      throw new MigrationFailed(step, error)
    }
  }
}

/** The table with the applied migrations. */
export const MIGRATION_TABLE =
  'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())'

const numberOf = (name: string | undefined) => name?.split('-')[0] ?? '0000'

/** The version of the program that migrated last, as `noteVersion` wrote it; null when it wrote none. */
export const findVersion = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: string | null }>(
    "select obj_description('schema_migration'::regclass) as version",
  )
  return rows[0]?.version ?? null
}

/** Stores the program's version where an older program finds it. */
const noteVersion = (client: pg.Client, version: string) =>
  client.query(`comment on table schema_migration is ${client.escapeLiteral(version)}`)

/** The message of an old program about newer data. */
const newerDatabase = async (client: pg.Client, newest: string | undefined, appVersion: string | undefined) => {
  const version = await findVersion(client)
  const own = appVersion ? `dieses Programm (Schulhof ${appVersion})` : 'dieses Programm'
  return new StartError(
    `Die Datenbank ist neuer als das Programm: Sie hat den Stand ${numberOf(newest)}${version ? ` von Schulhof ${version}` : ''}, ${own} kennt nur den Stand ${numberOf(migrationNames().at(-1))}.
An den Daten wurde nichts geändert. Bitte starten Sie wieder das neuere Programm. Zum älteren zurück geht es mit dem Befehl go-back, der die Sicherung von vor dem Wechsel zurückspielt (docs/operations.md, „Going back“).`,
  )
}

const tableExists = async (client: pg.Client) => {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_migration') is not null as exists",
  )
  return rows[0]?.exists === true
}

/** What a database lacks. */
export interface Pending {
  missing: string[]
  /** Nothing was ever migrated here. */
  isNew: boolean
  /** The version of the program that migrated last. */
  version: string | null
}

/** Reads what is missing and changes nothing. Throws a `StartError` when the database is newer than the program. */
async function findPending(client: pg.Client, appVersion: string | undefined): Promise<Pending> {
  const files = migrationNames()
  if (!(await tableExists(client))) return { missing: files, isNew: true, version: null }
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !files.includes(name)).sort()
  if (unknown.length > 0) throw await newerDatabase(client, unknown.at(-1), appVersion)
  const missing = files.filter((file) => !applied.has(file))
  return { missing, isNew: applied.size === 0, version: await findVersion(client) }
}

/** All or none: when one migration fails, the database stays as it was. */
async function applyMissing(client: pg.Client, missing: readonly string[], options: Migration) {
  await client.query('begin')
  try {
    await client.query(MIGRATION_TABLE)
    await applyMigrations(client, missing, options.onStep)
    if (options.appVersion) await noteVersion(client, options.appVersion)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The pause between two tries to become the only one who migrates. */
const LOCK_PAUSE_MS = 200

/** An advisory lock of the session, which ends with its process. */
async function takeLock(client: pg.Client, onWait: (client: pg.Client) => Promise<void>) {
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
    if (rows[0]?.free) return
    await onWait(client)
    await wait(LOCK_PAUSE_MS)
  }
}

/** A migration may rebuild the largest table in one statement. */
const LONGEST_STATEMENT_MS = 6 * 3_600_000

interface Alone {
  /** Called again and again while another process has the lock. */
  onWait?: ((client: pg.Client) => Promise<void>) | undefined
  /** Runs with the lock, before anything is changed; an error leaves the database as it was. */
  first?: ((client: pg.Client) => Promise<void>) | undefined
}

/**
 * Connects as the owner and runs `work` while nobody else migrates this database: an advisory lock lets one at a time.
 * The application's role and the tables of the job queue are there by then.
 */
export async function whileNobodyMigrates<T>(
  owner: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  { onWait = async () => {}, first }: Alone = {},
) {
  const client = await connectAsOwner(owner, { silenceMs: LONGEST_STATEMENT_MS })
  try {
    await refuseOldPostgres(client)
    await takeLock(client, onWait)
    await first?.(client)
    await ensureAppRole(client)
    const pool = openOwnerWorkPool(owner)
    await runMigrations({ pgPool: pool }).finally(() => pool.end())
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Whether a process of Schulhof serves on this database: somebody else is connected as the owner or the application and
 * has nothing to do with the lock of the migrations.
 */
export async function isServed(client: pg.Client) {
  const { rows } = await client.query<{ served: boolean }>(
    `select exists (select from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid()
       and a.usename in (current_user, 'schulhof_app') and a.application_name <> $1) as served`,
    [OWNER_WORK_NAME],
  )
  return rows[0]?.served === true
}

interface Migration {
  /** Stored in the database for the message of an older program. */
  appVersion?: string | undefined
  /** Runs before a database with data is changed. */
  before?: (client: pg.Client, pending: Pending) => Promise<void>
  onStep?: (step: MigrationStep) => void
  onWait?: (client: pg.Client) => Promise<void>
}

/**
 * Brings the database to this program's schema, as the owner role, with all migrations or none. Several processes may
 * start at once: one migrates. Throws a `StartError` when the database is newer than the program. Returns what was
 * missing.
 */
export async function migrate(owner: pg.ClientConfig, options: Migration = {}) {
  const found: { pending?: Pending } = {}
  const first = async (client: pg.Client) => {
    found.pending = await findPending(client, options.appVersion)
    if (found.pending.missing.length > 0 && !found.pending.isNew) await options.before?.(client, found.pending)
  }
  return whileNobodyMigrates(
    owner,
    async (client) => {
      const pending = found.pending as Pending
      if (pending.missing.length > 0) await applyMissing(client, pending.missing, options)
      return pending
    },
    { first, onWait: options.onWait },
  )
}
