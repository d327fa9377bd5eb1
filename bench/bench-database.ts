import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'

const CACHE = ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB']

/** A separate database for the benchmarks, with fsync like in production; it is deleted afterwards. */
export async function startBenchDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, flags: CACHE })
  await migrate(postgres.owner)
  return {
    owner: postgres.owner,
    app: postgres.app,
    superuser: { ...postgres.superuser, database: 'schulhof' },
    /** Does the work of autovacuum in advance: statistics and visibility. */
    async settle() {
      const client = new pg.Client({ ...postgres.superuser, database: 'schulhof' })
      await client.connect()
      await client.query('vacuum analyze')
      await client.query('checkpoint')
      await client.end()
    },
    async stop() {
      await postgres.stop()
      for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
