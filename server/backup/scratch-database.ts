import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import { ArchiveError } from './archive-format.ts'
import { quote } from './table-catalogue.ts'

/** An advisory lock in the real database: one scratch database at a time, so that any other one is a left-over. */
const LOCK = 7_351_002

/** Two installations in one PostgreSQL have databases of different names, so neither drops the other's. */
const prefixOf = (database: string) => `${database.slice(0, 40)}_pruefung_`

/** There can be no scratch database here; the message says what to do. */
export class NoScratchDatabase extends ArchiveError {
  override name = 'NoScratchDatabase'
}

/** Another verification is under way. */
export class ScratchInUse extends ArchiveError {
  override name = 'ScratchInUse'
}

/** The same server and role, another database; a connection string would win over `database`. */
const connectionTo = (owner: pg.ClientConfig, database: string): pg.ClientConfig => {
  const { host, port, user, password, ssl } = new pg.Client(owner)
  return { host, port, ssl, database, ...(user ? { user } : {}), ...(password ? { password } : {}) }
}

async function dropLeftOver(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1) and datdba = (select oid from pg_roles where rolname = current_user)`,
    [prefixOf(client.database as string)],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${quote(name)} with (force)`)
  return rows.length
}

interface Locale {
  encoding: string
  provider: string
  collate: string
  ctype: string
  /** Of ICU and of PostgreSQL's own provider. */
  locale: string | null
}

const LOCALE = `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datcollate as collate, datctype as ctype,
  coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') as locale
  from pg_database d where datname = current_database()`

const PROVIDERS: Record<string, (locale: string) => string> = {
  i: (locale) => `locale_provider icu icu_locale ${locale}`,
  b: (locale) => `locale_provider builtin builtin_locale ${locale}`,
}

/** Like the real one: order and comparison of texts are part of what a backup must fit. */
async function create(client: pg.Client, name: string) {
  const { rows } = await client.query<Locale>(LOCALE)
  const { encoding, provider, collate, ctype, locale } = rows[0] as Locale
  const text = pg.escapeLiteral
  const how = PROVIDERS[provider]?.(text(locale ?? '')) ?? 'locale_provider libc'
  await client.query(
    `create database ${quote(name)} template template0 encoding ${text(encoding)} ${how} lc_collate ${text(collate)} lc_ctype ${text(ctype)}`,
  )
  await client.query(
    `comment on database ${quote(name)} is 'Schulhof verifies a backup here; it may be dropped at any time.'`,
  )
}

async function assertMayCreate(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean; role: string }>(
    'select rolcreatedb or rolsuper as may, rolname as role from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.may)
    throw new NoScratchDatabase(
      `Die Rolle ${rows[0]?.role} darf keine Datenbank anlegen, in der sich die Sicherung probeweise zurückspielen lässt. Bitte erlauben Sie es: alter role ${rows[0]?.role} createdb;`,
    )
}

/** Last proof before anything is written: the connection leads to the scratch database and nowhere else. */
async function assertIsScratch(scratch: pg.ClientConfig, name: string) {
  const client = await connectAsOwner(scratch)
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.end()
  if (rows[0]?.name !== name)
    throw new Error(`The connection leads to ${rows[0]?.name} and not to the scratch database.`)
}

const withLock = async <T>(owner: Connection, work: (client: pg.Client) => Promise<T>) => {
  const client = await connectAsOwner(owner as pg.ClientConfig)
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
    return rows[0]?.free ? { result: await work(client) } : undefined
  } finally {
    await client.end()
  }
}

/** Drops scratch databases that a killed process left; does nothing while one is in use. Returns how many there were. */
export const dropScratchDatabases = async (owner: Connection) => (await withLock(owner, dropLeftOver))?.result ?? 0

/** Runs `work` with an empty database beside the real one, and drops it in any case. */
export async function withScratchDatabase<T>(owner: Connection, work: (scratch: Connection) => Promise<T>): Promise<T> {
  const done = await withLock(owner, async (client) => {
    await dropLeftOver(client)
    await assertMayCreate(client)
    const name = `${prefixOf(client.database as string)}${randomBytes(6).toString('hex')}`
    await create(client, name)
    try {
      const scratch = connectionTo(owner as pg.ClientConfig, name)
      await assertIsScratch(scratch, name)
      return await work(scratch as Connection)
    } finally {
      await client.query(`drop database if exists ${quote(name)} with (force)`)
    }
  })
  if (!done)
    throw new ScratchInUse('Es wird gerade schon eine Sicherung geprüft. Bitte warten Sie, bis das zu Ende ist.')
  return done.result
}
