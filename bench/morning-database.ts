import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { berlinToday } from '#contract/dates.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPasswords } from '#server/passwords.ts'
import { fillState } from './morning-fill.ts'

/** Everybody's password in the made-up state. */
export const PASSWORD = 'Schulhof-Bench-2026'

/** `data/` is not in the repository; BENCH_DATA names another disk. */
const FOLDER = process.env.BENCH_DATA ?? join(import.meta.dirname, '..', 'data', 'bench')
const TEMPLATE = 'schulhof_morning'
export const RUN = 'schulhof'

const FLAGS = [
  ...['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB', '-c', 'checkpoint_timeout=15min'],
  ...['-c', 'shared_preload_libraries=pg_stat_statements', '-c', 'max_connections=100'],
]

const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const rename = (client: pg.Client, from: string, to: string) => client.query(`alter database ${from} rename to ${to}`)

/**
 * PostgreSQL with the filled database of so many schools, kept between runs in `data/bench`. Each run gets a fresh copy.
 * A newer program migrates its copy at its start.
 */
export async function startMorningDatabase({ schools, say }: { schools: number; say: (line: string) => void }) {
  const dataDir = join(FOLDER, `morning-${schools}`)
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir, flags: FLAGS })
  const isThere = await withClient(postgres.superuser, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
    return rows.length > 0
  })
  const superuser = { ...postgres.superuser, database: RUN }
  if (!isThere) {
    const start = performance.now()
    await withClient(postgres.superuser, async (client) => {
      await client.query(`drop database if exists ${RUN} with (force)`)
      await client.query(`create database ${RUN} owner schulhof_owner`)
    })
    await withClient(superuser, (client) =>
      client.query('create extension btree_gist; create extension pg_trgm; create extension pg_stat_statements'),
    )
    await migrate(postgres.owner)
    const passwordHash = await openPasswords().hash(PASSWORD)
    await fillState(superuser, { schools, passwordHash, today: berlinToday(new Date()) }, say)
    await withClient(postgres.superuser, (client) => rename(client, RUN, TEMPLATE))
    say(`filled in ${Math.round((performance.now() - start) / 1000)} s`)
  }
  return {
    ...postgres,
    superuser,
    /** A copy of the template, as if the morning had not happened yet. */
    async fresh() {
      const start = performance.now()
      await withClient(postgres.superuser, async (client) => {
        await client.query(`drop database if exists ${RUN} with (force)`)
        await client.query(`create database ${RUN} template ${TEMPLATE} owner schulhof_owner strategy file_copy`)
      })
      const { rows } = await withClient(superuser, (client) =>
        client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size'),
      )
      say(`a fresh copy of ${rows[0]?.size} in ${Math.round((performance.now() - start) / 1000)} s`)
    },
  }
}
