import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { connectAsOwner, openOwnerWorkPool } from './watched-client.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const LOCK = 7_351_001

/** The application's role may exist already: the embedded database and careful operators create it with a login. */
const APP_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = 'schulhof_app') then create role schulhof_app nologin; end if;
  if not pg_has_role(current_user, 'schulhof_app', 'member') then execute format('grant schulhof_app to %I', current_user); end if;
exception when insufficient_privilege then
  if not exists (select from pg_roles where rolname = 'schulhof_app') then
    raise exception 'The role schulhof_app is missing and this user may not create it: create role schulhof_app login password ''…'';';
  end if;
end $$`

/** Names of this program's migrations, in order. */
export const migrationNames = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Applies the named migrations inside the caller's transaction. */
export async function applyMigrations(client: pg.Client, names: readonly string[]) {
  for (const name of names) {
    await client.query(readFileSync(join(FOLDER, name), 'utf8'))
    await client.query('insert into schema_migration (name) values ($1)', [name])
  }
}

/** The table with the applied migrations. */
export const MIGRATION_TABLE =
  'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())'

const numberOf = (name: string | undefined) => name?.split('-')[0] ?? '0000'

/** The version of the program that migrated last, as `noteVersion` wrote it; null when it wrote none. */
const findVersion = async (client: pg.Client) => {
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
An den Daten wurde nichts geändert. Bitte starten Sie wieder das neuere Programm. Zum älteren zurück geht es nur mit einer Sicherung von vor dem Wechsel (docs/operations.md, „Restore“).`,
  )
}

async function applyMissing(client: pg.Client, appVersion: string | undefined) {
  await client.query(MIGRATION_TABLE)
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const files = migrationNames()
  const unknown = [...applied].filter((name) => !files.includes(name)).sort()
  if (unknown.length > 0) throw await newerDatabase(client, unknown.at(-1), appVersion)
  const missing = files.filter((file) => !applied.has(file))
  for (const name of missing) {
    await client.query('begin')
    await applyMigrations(client, [name])
    await client.query('commit')
  }
  if (appVersion && missing.length > 0) await noteVersion(client, appVersion)
}

/**
 * Connects as the owner and runs `work` while nobody else migrates this database: an advisory lock lets one at a time.
 * The application's role and the tables of the job queue are there by then.
 */
export async function whileNobodyMigrates<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = await connectAsOwner(owner)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(APP_ROLE)
    const pool = openOwnerWorkPool(owner)
    await runMigrations({ pgPool: pool }).finally(() => pool.end())
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Brings the database to this program's schema, as the owner role. Several processes may start at once. Throws a
 * `StartError` when the database is newer than the program. `appVersion` is noted in the database for such a message.
 */
export const migrate = (owner: pg.ClientConfig, appVersion?: string) =>
  whileNobodyMigrates(owner, (client) => applyMissing(client, appVersion))
