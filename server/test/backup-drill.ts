import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { LEFT_OUT } from '#server/backup/table-catalogue.ts'
import { openOwnerPool, openPool } from '#server/db/database.ts'
import type { TestDatabase } from './test-database.ts'

/** A connection that sees every row of every school and does not use the product's own way of reading. */
export async function asSuperuser(database: string) {
  const client = new pg.Client({ host: inject('postgresHost'), user: inject('superuser'), database })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** An empty database like that of a fresh installation. */
export async function makeEmptyDatabase() {
  const name = `target_${randomUUID().replaceAll('-', '')}`
  const admin = await asSuperuser('postgres')
  await admin.query(`create database ${name} owner schulhof_owner strategy file_copy`)
  const host = inject('postgresHost')
  const connection = { host, database: name }
  const owner = { ...connection, user: 'schulhof_owner' }
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return {
    name,
    owner,
    drop,
    /** Opens what a test app needs to run on it. */
    open(): TestDatabase {
      const pool = openPool({ ...connection, user: 'schulhof_app' })
      const ownerPool = openOwnerPool(owner)
      return {
        pool,
        owner: ownerPool,
        connection,
        async drop() {
          await Promise.all([pool.end(), ownerPool.end()])
          await drop()
        },
      }
    },
  }
}

export interface Sum {
  rows: number
  sum: string | null
}

/** Rows and ordered checksum of each table in an archive, including generated columns. */
export async function sumTables(client: pg.Client) {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and not relname = any($1) order by 1`,
    [Object.keys(LEFT_OUT)],
  )
  const sums: Record<string, Sum> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<Sum>(
      `select count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text collate "C")) as sum from ${name} t`,
    )
    sums[name] = rows[0] as Sum
  }
  return sums
}

/** A folder that is deleted after the test. */
export const makeFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'schulhof-backup-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
