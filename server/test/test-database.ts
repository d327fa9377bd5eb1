import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '#server/db/database.ts'
import type { TimeLimits } from '#server/db/watched-client.ts'

interface TestDatabaseOptions {
  /** The address for the application's connections when it is not PostgreSQL's own socket, such as a proxy. */
  via?: { host: string; port: number }
  /** How long the application waits for PostgreSQL. */
  limits?: TimeLimits
  /** The folder of its files, when it is not the usual one. */
  tablespace?: string
}

/** A separate database, copied from the migrated template (30 ms). */
export async function makeTestDatabase({ via, limits, tablespace = 'pg_default' }: TestDatabaseOptions = {}) {
  const host = inject('postgresHost')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ host, user: inject('superuser'), database: 'postgres' })
  await admin.connect()
  // Copied as files, because through the write-ahead log each copy would write its 12 MB twice.
  await admin.query(
    `create database ${name} template template owner schulhof_owner strategy file_copy tablespace ${tablespace}`,
  )
  const owner = new pg.Pool({ host, user: 'schulhof_owner', database: name, max: 4 })
  for (const event of ['error', 'connect'] as const) owner.on(event, () => {})
  const pool = openPool({ host, ...via, user: 'schulhof_app', database: name }, limits)
  return {
    /** Connections of the application. */
    pool,
    /**
     * Connections as the owner, to read and prepare data that the application may not. Row-level security binds the
     * owner, too.
     */
    owner,
    connection: { host, database: name },
    async drop() {
      await Promise.all([pool.end(), owner.end()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
export type TestDatabase = Awaited<ReturnType<typeof makeTestDatabase>>
