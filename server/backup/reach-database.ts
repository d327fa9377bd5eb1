import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Connections, connectionsTo } from '#server/db/connections.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { postgresFolders } from '#server/db/postgres-folders.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import type { Env } from '#server/env.ts'
import { ArchiveError } from './archive-format.ts'

export interface ReachedDatabase extends Connections {
  /** Ends what was started for this call, and nothing else. */
  release(): Promise<void>
}

const CANNOT_CONNECT_NOW = '57P03'
const TRIES = 50
const PAUSE_MS = 100

/** Whether PostgreSQL answers; waits while it is starting. */
async function answers(owner: pg.ClientConfig) {
  for (let tries = 1; ; tries++) {
    try {
      const client = await connectAsOwner(owner)
      await client.end()
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== CANNOT_CONNECT_NOW || tries === TRIES) return false
      await wait(PAUSE_MS)
    }
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The connections to the PostgreSQL that a running server has on this folder; undefined when there is none. */
async function findRunning(dataDir: string): Promise<Connections | undefined> {
  if (!exists(join(dataDir, 'postgres'))) return undefined
  const { socket } = postgresFolders(dataDir)
  const connection = { host: socket, port: 5432, ssl: false, database: 'schulhof' }
  const owner = { ...connection, user: 'schulhof_owner' }
  return (await answers(owner)) ? { owner, app: { ...connection, user: 'schulhof_app' } } : undefined
}

async function start(dataDir: string): Promise<ReachedDatabase> {
  const { owner, app, stop } = await startEmbeddedPostgres({ dataDir })
  return { owner, app, release: stop }
}

const release = async () => {}

/** Throws when the folder has no database yet: a command must not make an empty one by mistake. */
export function assertDatabase({ DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (!DATABASE_URL && !exists(join(DATA_DIR, 'postgres')))
    throw new ArchiveError(`In ${DATA_DIR} ist keine Datenbank. Ist DATA_DIR richtig gesetzt?`)
}

/** The existing database, whether the server runs or not; throws when there is none. */
export async function reachDatabase({ DATABASE_URL, DATABASE_APP_URL, DATA_DIR }: Env): Promise<ReachedDatabase> {
  if (DATABASE_URL) return { ...connectionsTo({ DATABASE_URL, DATABASE_APP_URL }), release }
  const running = await findRunning(DATA_DIR)
  if (running) return { ...running, release }
  assertDatabase({ DATABASE_URL, DATA_DIR })
  return start(DATA_DIR)
}

const inUse = () =>
  new ArchiveError('Der Server läuft noch mit dieser Datenbank. Bitte erst beenden, dann zurückspielen.')

/** Whether a server is connected: it would continue with cached data of the old database. */
async function isUsed(connectionString: string) {
  const client = await connectAsOwner({ connectionString })
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and usename in (current_user, 'schulhof_app')) as used`,
  )
  await client.end()
  return rows[0]?.used === true
}

/** The database to restore into, created when there is none; throws while a server uses it. */
export async function reachIdleDatabase({ DATABASE_URL, DATABASE_APP_URL, DATA_DIR }: Env): Promise<ReachedDatabase> {
  if (DATABASE_URL) {
    if (await isUsed(DATABASE_URL)) throw inUse()
    return { ...connectionsTo({ DATABASE_URL, DATABASE_APP_URL }), release }
  }
  if (await findRunning(DATA_DIR)) throw inUse()
  return start(DATA_DIR)
}
