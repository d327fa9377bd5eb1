import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnPostgres } from './own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket folder of the throw-away PostgreSQL; its database `template` is migrated and empty. */
    postgresHost: string
    /** The name of a superuser there. */
    superuser: string
  }
}

// Nothing here outlives the run, and each of the hundreds of databases exists for seconds only.
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal']
const NOT_KEPT = ['max_wal_senders=0', 'autovacuum=off', 'max_connections=300']
const FAST = [...NOT_DURABLE, ...NOT_KEPT].flatMap((setting) => ['-c', setting])

let tearDown = async () => {}

const startOurs = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, flags: FAST })
  return {
    ...postgres,
    async stop() {
      await postgres.stop()
      for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * One throw-away PostgreSQL for all server tests, or the one of TEST_DATABASE_URL; each file gets a copy of the migrated
 * template.
 */
export async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: url } = process.env
  const postgres = url ? await openOwnPostgres(url) : await startOurs()
  tearDown = postgres.stop
  await migrate(postgres.owner)
  const superuser = new pg.Client(postgres.superuser)
  await superuser.connect()
  await superuser.query('alter database schulhof rename to template')
  await superuser.end()
  project.provide('postgresHost', postgres.owner.host)
  project.provide('superuser', postgres.superuser.user)
}

export const teardown = () => tearDown()
