import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { postgresAccount, postgresEnvironment } from './postgres-account.ts'
import { postgresFolders } from './postgres-folders.ts'
import { postgresProgramFolder } from './postgres-program.ts'

export interface EmbeddedPostgres {
  /** Bootstrap superuser, database `postgres`: for tests and tools, never for what serves a request. */
  superuser: ClientConfig
  /** Owns database `schulhof`: migrates, runs the job worker. */
  owner: ClientConfig
  /** Serves requests: owns nothing, row-level security holds it (architecture §6). */
  app: ClientConfig
  /** Where the database really lies: as root below a closed folder it is not `dataDir`. */
  dataDir: string
  /** Resolves with PostgreSQL's last words when it ended without `stop()`. */
  crashed: Promise<string>
  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>
}

interface Programs {
  bin: string
  cluster: string
}

const createRoles = `
create role schulhof_owner login createrole createdb;
create role schulhof_app login;
grant schulhof_app to schulhof_owner with admin true, inherit false, set true;
create database schulhof owner schulhof_owner;
`

const createExtensions = `
create extension btree_gist;
create extension pg_trgm;
`

const runOnce = (program: string, args: string[], input = '') => {
  const options = { ...postgresAccount, env: postgresEnvironment, cwd: '/', encoding: 'utf8', input } as const
  const { status, stderr, error } = spawnSync(program, args, options)
  if (status !== 0) throw new Error(`PostgreSQL ließ sich nicht einrichten: ${error?.message ?? stderr.trim()}`)
}

/** Sets up beside and renames at the end: an interrupted set-up leaves nothing that looks like a database. */
const createCluster = ({ bin, cluster }: Programs, isThrowaway: boolean) => {
  const fresh = `${cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=builtin']
  const initdb = ['-D', fresh, '-U', 'postgres', '-A', 'trust', ...locale, ...(isThrowaway ? ['--no-sync'] : [])]
  runOnce(join(bin, 'initdb'), initdb)
  // Single-user mode needs no socket and takes one statement a line; without exit_on_error a fault would pass.
  const single = ['--single', '-D', fresh, '-c', 'exit_on_error=on', '-c', `fsync=${isThrowaway ? 'off' : 'on'}`]
  runOnce(join(bin, 'postgres'), [...single, 'postgres'], createRoles)
  runOnce(join(bin, 'postgres'), [...single, 'schulhof'], createExtensions)
  renameSync(fresh, cluster)
}

/**
 * The shell becomes postgres. The watcher beside it reads from a pipe only this process holds: when the pipe closes,
 * also by kill -9, it stops PostgreSQL. Started by a subshell that ends, so that it is no child of postgres.
 */
const watchAndRun = '( ( read -r _ <&3; kill -INT $$ ) >/dev/null 2>&1 & ); exec "$@" 3<&-'

interface Running {
  child: ChildProcess
  lastWords: () => string
}

/** Resolves when connections are accepted, rejects with what PostgreSQL said when it ends before. */
const launch = (program: string, args: string[]) =>
  new Promise<Running>((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', watchAndRun, 'sh', program, ...args], {
      ...postgresAccount,
      env: postgresEnvironment,
      cwd: '/',
      // A group of its own: Ctrl-C in a terminal is for the server, which stops the database last.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const lastWords = () => said.trim()
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
      if (said.includes('ready to accept connections')) resolve({ child, lastWords })
    })
    child.on('error', reject)
    child.on('close', () => reject(new Error(lastWords())))
  })

/** After a crash and a restart of the machine the noted process id may be any other program's. */
const dropStaleLock = (cluster: string) => {
  const lock = join(cluster, 'postmaster.pid')
  const pid = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n')[0] : undefined
  const name = `/proc/${pid}/comm`
  if (pid && existsSync(name) && readFileSync(name, 'utf8').trim() !== 'postgres') rmSync(lock, { force: true })
}

const retryEveryMs = 200
const longestWaitMs = 10_000

/** After a kill of postgres its last backends may still hold the memory for a moment: waits for them to go. */
const launchWhenFree = async ({ bin, cluster }: Programs, args: string[]) => {
  for (let waited = 0; ; waited += retryEveryMs) {
    try {
      return await launch(join(bin, 'postgres'), args)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (!/lock file|shared memory block .* still in use/.test(text))
        throw new Error(`PostgreSQL startet nicht: ${text}`)
      if (waited >= longestWaitMs) throw new Error(`Die Datenbank ${cluster} ist schon in Gebrauch: ${text}`)
      dropStaleLock(cluster)
      await wait(retryEveryMs)
    }
  }
}

const supervise = ({ child, lastWords }: Running) => {
  const pipe = child.stdio[3] as Socket
  const handles = [child, child.stderr as Socket, pipe]
  // The database alone keeps no process alive: who ends without stop() ends, and the watcher stops PostgreSQL.
  for (const handle of handles) handle.unref()
  let isStopping = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const crashed = new Promise<string>((resolve) => {
    child.once('close', () => {
      pipe.destroy()
      if (!isStopping) resolve(lastWords())
    })
  })
  const stop = () => {
    if (!isStopping && child.exitCode === null && child.signalCode === null) {
      child.ref()
      child.kill('SIGINT')
    }
    isStopping = true
    return ended
  }
  return { crashed, stop }
}

/**
 * Starts the PostgreSQL that comes with the project, for any user including root; sets it up at the first start.
 * `flags` are options of postgres such as `['-c', 'fsync=off']`, which only throw-away databases may have.
 */
export const startEmbeddedPostgres = async (options: {
  dataDir: string
  flags?: string[]
}): Promise<EmbeddedPostgres> => {
  const flags = options.flags ?? []
  const { home, socket } = postgresFolders(options.dataDir)
  const programs = { bin: join(postgresProgramFolder(), 'bin'), cluster: join(home, 'cluster') }
  if (!existsSync(programs.cluster)) createCluster(programs, flags.includes('fsync=off'))
  const fixed = ['listen_addresses=', 'unix_socket_permissions=0700', 'timezone=UTC', 'log_timezone=UTC']
  const settings = fixed.flatMap((setting) => ['-c', setting])
  const running = await launchWhenFree(programs, ['-D', programs.cluster, '-k', socket, ...settings, ...flags])
  const connection = { host: socket, port: 5432, ssl: false }
  return {
    superuser: { ...connection, user: 'postgres', database: 'postgres' },
    owner: { ...connection, user: 'schulhof_owner', database: 'schulhof' },
    app: { ...connection, user: 'schulhof_app', database: 'schulhof' },
    dataDir: home,
    ...supervise(running),
  }
}
