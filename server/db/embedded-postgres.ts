import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { postgresAccount, postgresEnvironment } from './postgres-account.ts'
import { postgresFolders } from './postgres-folders.ts'
import { postgresProgramFolder } from './postgres-program.ts'

/** What `pg` needs; `host` is the folder of the socket. */
interface SocketConnection {
  host: string
  port: number
  ssl: false
  user: string
  database: string
}

export interface EmbeddedPostgres {
  /** Bootstrap superuser, database `postgres`: for tests and tools, never for serving requests. */
  superuser: SocketConnection
  /** Owns database `schulhof`: migrates, runs the job worker. */
  owner: SocketConnection
  /** Serves requests: it owns nothing, and row-level security binds it. */
  app: SocketConnection
  /** The real folder of the database: for root, below a folder that is closed to others, it is not `dataDir`. */
  dataDir: string
  /** Resolves with PostgreSQL's last output when it ended without `stop()`. */
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

/**
 * Sets up in another folder and renames it at the end: an interrupted set-up leaves nothing that looks like a database.
 */
const createCluster = ({ bin, cluster }: Programs, isThrowaway: boolean) => {
  const fresh = `${cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=builtin']
  const initdb = ['-D', fresh, '-U', 'postgres', '-A', 'trust', ...locale, ...(isThrowaway ? ['--no-sync'] : [])]
  runOnce(join(bin, 'initdb'), initdb)
  // Single-user mode needs no socket and takes one statement a line; without exit_on_error it would ignore errors.
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

/** Resolves when connections are accepted; rejects with PostgreSQL's output when it ends before that. */
const launch = (program: string, args: string[]) =>
  new Promise<Running>((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', watchAndRun, 'sh', program, ...args], {
      ...postgresAccount,
      env: postgresEnvironment,
      cwd: '/',
      // It has a process group of its own: Ctrl-C in a terminal is for the server, which stops the database last.
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
    // The watcher is no longer needed; all pipes close only after it ended.
    child.on('exit', () => child.stdio[3]?.destroy())
    child.on('close', () => reject(new Error(lastWords())))
  })

/** Reads the lock file: whose process it is, and whether that one accepts connections. */
const readLock = (cluster: string) => {
  const [pid, ...rest] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  const name = `/proc/${pid}/comm`
  // After a crash and a restart of the machine another program may have the process id in the file.
  const isStale = existsSync(name) && readFileSync(name, 'utf8').trim() !== 'postgres'
  return { isStale, isServing: rest.some((line) => line.trim() === 'ready') }
}

const retryEveryMs = 200
const patienceMs = { serving: 1_000, ending: 30_000 }

/**
 * Prepares another try, or throws when that would not help: another PostgreSQL keeps running, or the fault is a
 * different one.
 */
const clearTheWay = (cluster: string, fault: Error, waitedMs: number) => {
  const isLocked = fault.message.includes('lock file')
  if (!isLocked && !/shared memory block .* still in use/.test(fault.message))
    throw new Error(`PostgreSQL startet nicht: ${fault.message}`)
  if (!existsSync(join(cluster, 'postmaster.pid'))) return
  const { isStale, isServing } = readLock(cluster)
  if (isLocked && isStale) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (waitedMs >= (isLocked && isServing ? patienceMs.serving : patienceMs.ending))
    throw new StartError(`Die Datenbank ${cluster} ist schon in Gebrauch.`, { cause: fault })
}

/** After a kill of node or postgres the old processes may need a moment to end: this waits for them. */
const launchWhenFree = async ({ bin, cluster }: Programs, args: string[]) => {
  for (let waitedMs = 0; ; waitedMs += retryEveryMs) {
    try {
      return await launch(join(bin, 'postgres'), args)
    } catch (fault) {
      clearTheWay(cluster, fault instanceof Error ? fault : new Error(String(fault)), waitedMs)
      await wait(retryEveryMs)
    }
  }
}

const supervise = ({ child, lastWords }: Running) => {
  // The database alone does not keep this process alive: it may end without stop(), then the watcher stops PostgreSQL.
  for (const handle of [child, child.stderr as Socket, child.stdio[3] as Socket]) handle.unref()
  let isStopping = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const crashed = new Promise<string>((resolve) => child.once('exit', () => !isStopping && resolve(lastWords())))
  const stop = () => {
    isStopping = true
    child.ref()
    child.kill('SIGINT')
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
  const connection = { host: socket, port: 5432, ssl: false } as const
  return {
    superuser: { ...connection, user: 'postgres', database: 'postgres' },
    owner: { ...connection, user: 'schulhof_owner', database: 'schulhof' },
    app: { ...connection, user: 'schulhof_app', database: 'schulhof' },
    dataDir: home,
    ...supervise(running),
  }
}
