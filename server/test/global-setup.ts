import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket folder of the throw-away PostgreSQL; its database `template` is migrated and empty. */
    postgresHost: string
  }
}

// Nothing here outlives the run, and each of the hundreds of databases exists for seconds only.
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal']
const NOT_KEPT = ['max_wal_senders=0', 'autovacuum=off', 'max_connections=300']
const FAST = [...NOT_DURABLE, ...NOT_KEPT].flatMap((setting) => ['-c', setting])

let tearDown = async () => {}

/** One throw-away PostgreSQL for all server tests; each file gets a copy of the migrated template. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, flags: FAST })
  tearDown = async () => {
    await postgres.stop()
    for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  await migrate(postgres.owner)
  const superuser = new pg.Client(postgres.superuser)
  await superuser.connect()
  await superuser.query('alter database schulhof rename to template')
  await superuser.end()
  project.provide('postgresHost', String(postgres.owner.host))
}

export const teardown = () => tearDown()
