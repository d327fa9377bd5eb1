import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import type { Connections } from '#server/db/connections.ts'
import { openPool } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import type { TimeLimits } from '#server/db/watched-client.ts'
import type { TestDatabase } from './test-database.ts'

/** Unlike the PostgreSQL that all tests share, it waits for a standby when it is told to. */
const FLAGS = ['fsync=off', 'wal_level=replica', 'max_wal_senders=4'].flatMap((setting) => ['-c', setting])

/** A database that was made elsewhere, for `startTestApp`. */
export const openTestDatabase = ({ owner, app }: Connections, limits?: TimeLimits): TestDatabase => {
  const owners = new pg.Pool({ ...owner, max: 4 })
  for (const event of ['error', 'connect'] as const) owners.on(event, () => {})
  const pool = openPool(app, limits)
  return {
    pool,
    owner: owners,
    connection: { host: owner.host ?? '', database: owner.database ?? '' },
    async drop() {
      await Promise.all([pool.end(), owners.end()])
    },
  }
}

/** A PostgreSQL for one test file, whose settings the test may change and which it may restart; migrated and empty. */
export async function startReplicatedPostgres(limits: TimeLimits) {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-replicated-postgres-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755)
  let postgres = await startEmbeddedPostgres({ dataDir, flags: FLAGS })
  await migrate(postgres.owner)
  /** One statement as superuser in the product's database. */
  const asSuperuser = async <R extends pg.QueryResultRow>(text: string) => {
    const client = new pg.Client({ ...postgres.superuser, database: postgres.owner.database })
    await client.connect()
    return client.query<R>(text).finally(() => client.end())
  }
  return {
    database: openTestDatabase(postgres, limits),
    asSuperuser,
    /** Starts it again as a standby, which only reads; the returned function makes it a primary. */
    async becomeStandby() {
      await postgres.stop()
      writeFileSync(join(postgres.dataDir, 'cluster/standby.signal'), '')
      // It counts as started when it takes writes.
      const started = startEmbeddedPostgres({ dataDir, flags: FLAGS })
      await vi.waitFor(() => asSuperuser('select 1'), { timeout: 10_000 })
      return async () => {
        await asSuperuser('select pg_promote()')
        postgres = await started
      }
    },
    async stop() {
      await postgres.stop()
      for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>
