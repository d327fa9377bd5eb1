import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { connectAsOwner, openOwnerWorkPool } from './watched-client.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const LOCK = 7_351_001

/** The application's role may exist already: the embedded database and a careful operator make it as a login role. */
const APP_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = 'schulhof_app') then create role schulhof_app nologin; end if;
  if not pg_has_role(current_user, 'schulhof_app', 'member') then execute format('grant schulhof_app to %I', current_user); end if;
exception when insufficient_privilege then
  if not exists (select from pg_roles where rolname = 'schulhof_app') then
    raise exception 'The role schulhof_app is missing and this user may not create it: create role schulhof_app login password ''…'';';
  end if;
end $$`

/** Names of the migrations this program brings, in their order. */
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

/** Where the applied migrations are noted. */
export const MIGRATION_TABLE =
  'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())'

async function applyMissing(client: pg.Client) {
  await client.query(MIGRATION_TABLE)
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const files = migrationNames()
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0) throw new Error(`The database is newer than this program: it knows ${unknown.join(', ')}.`)
  for (const name of files.filter((file) => !applied.has(file))) {
    await client.query('begin')
    await applyMigrations(client, [name])
    await client.query('commit')
  }
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
 * Brings the database to this program's schema, as the owner role. Several processes may start at once. Throws when the
 * database is newer than the program.
 */
export const migrate = (owner: pg.ClientConfig) => whileNobodyMigrates(owner, applyMissing)
