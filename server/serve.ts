import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { backupTasks } from './backup/backup-tasks.ts'
import { RoleRefused } from './db/app-role.ts'
import { type Connections, connectionsTo } from './db/connections.ts'
import { type Connection, openOwnerPool, openPool, type Pool } from './db/database.ts'
import { describeConnection } from './db/describe-connection.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { wordsAboutItself } from './db/postgres-words.ts'
import { virusCheckBy } from './documents/check-virus.ts'
import { readVersion } from './domains/changelog/read-version.ts'
import { journalLines, repeatErasures } from './domains/retentions/repeat-erasures.ts'
import type { Env } from './env.ts'
import { drain, newLifecycle } from './http/drain.ts'
import { say } from './http/log.ts'
import { openPageViews } from './http/page-views.ts'
import type { Platform } from './http/platform.ts'
import { openLimits } from './http/rate-limit.ts'
import { startWorker } from './jobs/worker.ts'
import type { Catcher } from './mail/catcher.ts'
import { type MailTransport, openTransport, senderAddress } from './mail/transport.ts'
import { openPasswords } from './passwords.ts'
import { openSecretRing, type SecretRing } from './secret-keys.ts'
import { explainDatabaseFault, explainListenFault } from './start-error.ts'
import { atStartOf, crontabOf, ONCE_A_DAY, tasksOf } from './tasks.ts'
import { upgrade } from './upgrade/upgrade.ts'
import { waitingPage } from './upgrade/waiting-page.ts'
import { processName } from './watch/process-name.ts'
import { hasMetrics, startWatch } from './watch/start-watch.ts'
import { watchedFolders } from './watch/system-facts.ts'
import { openSystemState } from './watch/system-state.ts'

/** Made by the build; in development Vite serves the pages. */
const WEB_ROOT = join(import.meta.dirname, '..', 'dist', 'web')
const MAX_WAITING = 200
const MB = 1024 * 1024
const STANDARD_SENDER = 'schulhof@localhost'
/** The longest end of the process after draining, even when PostgreSQL does not stop. */
const STOP_SECONDS = 8
/** The part of it for requests and jobs: a silent database answers nothing, and a job may take minutes. */
const FINISH_SECONDS = 6.5
/** A job that still runs after this is given back within the rest of the time. */
const JOB_SECONDS = 6
/** The pause before PostgreSQL is started again after a failed start. */
const RESTART_PAUSE_MS = 2000

interface ServeOptions {
  env: Env
  /** The demo catches its mails instead of sending them. */
  catcher?: Catcher
  now?: () => Date
  /** Runs after the migration, before the server listens: the demo school, the set-up link. */
  prepare?: (ready: { platform: Platform; owner: Connection }) => Promise<void>
}

interface Database extends Connections {
  stop(): Promise<void>
}

/** The embedded database; when it crashes it is started again, and waiting requests get 503 meanwhile. */
async function startOwnDatabase(dataDir: string): Promise<Database> {
  let isStopping = false
  let postgres = await startEmbeddedPostgres({ dataDir })
  const watch = () => {
    postgres.crashed.then(async (output) => {
      const words = wordsAboutItself(output) || 'nichts'
      say(`PostgreSQL hat sich beendet und wird neu gestartet. Es sagte zuletzt: ${words}`, { level: 'error' })
      const fresh = await startAgain()
      if (!fresh) return
      postgres = fresh
      // The server is stopping while the database came up again: stop() only knew the former instance.
      if (isStopping) return postgres.stop()
      watch()
    })
  }
  /** On a full disk the database cannot even start; this tries until there is room. */
  const startAgain = async () => {
    while (!isStopping) {
      try {
        return await startEmbeddedPostgres({ dataDir })
      } catch (error) {
        say(error instanceof Error ? error.message : String(error), { level: 'error' })
        await wait(RESTART_PAUSE_MS)
      }
    }
    return undefined
  }
  watch()
  const { owner, app } = postgres
  return {
    owner,
    app,
    stop: () => {
      isStopping = true
      return postgres.stop()
    },
  }
}

const openDatabase = async ({ DATABASE_URL, DATABASE_APP_URL, DATA_DIR }: Env): Promise<Database> =>
  DATABASE_URL
    ? { ...connectionsTo({ DATABASE_URL, DATABASE_APP_URL }), stop: async () => {} }
    : startOwnDatabase(DATA_DIR)

/** Mails go to SMTP_URL or the catcher; without either they wait in the outbox. */
const transportOf = (env: Env, catcher: Catcher | undefined) => {
  const url = catcher?.url ?? env.SMTP_URL
  return url ? openTransport(url, env.MAIL_FROM ?? STANDARD_SENDER) : undefined
}

interface BackupOptions {
  env: Env
  owner: Connection
  keys: SecretRing
  log: FastifyBaseLogger
  now: () => Date
}

const backupJobs = ({ env, owner, keys, log, now }: BackupOptions) =>
  backupTasks({ env, owner, ring: keys, appVersion: readVersion().name, log, now })

/** Throws `RoleRefused`. Any other failure may pass; /readyz reports it until then. */
const assertSafeRole = (pool: Pool) =>
  pool.connect().then(
    (client) => client.release(),
    (error) => {
      if (error instanceof RoleRefused) throw error
    },
  )

/** Brings the database to this program's schema. People get a page that says so, until the returned one is closed. */
async function upgradeDatabase({
  env,
  ...about
}: Pick<Parameters<typeof upgrade>[0], 'env' | 'owner' | 'isDemo' | 'now'>) {
  const waiting = waitingPage(env)
  await upgrade({ env, ...about, appVersion: readVersion().name, say, onAbsence: waiting.open }).catch(
    (fault: Error) => {
      throw env.DATABASE_URL ? explainDatabaseFault(fault, describeConnection(env.DATABASE_URL)) : fault
    },
  )
  return waiting
}

interface PlatformOptions {
  env: Env
  catcher: Catcher | undefined
  now: () => Date
  pool: Pool
  keys: SecretRing
  transport: MailTransport | undefined
}

const openPlatform = ({ env, catcher, now, pool, keys, transport }: PlatformOptions): Platform => ({
  pool,
  keys,
  limits: openLimits(pool, keys),
  views: openPageViews(pool),
  state: openSystemState({
    pool,
    folders: watchedFolders(env),
    hasMailServer: transport !== undefined,
    hasVirusCheck: env.VIRUS_COMMAND !== undefined,
    version: readVersion().name,
    now,
  }),
  passwords: openPasswords(),
  appUrl: env.APP_URL,
  now,
  checkReplies: false,
  maxWaiting: MAX_WAITING,
  hasMailServer: transport !== undefined,
  mailTransport: transport,
  bounceMailbox: catcher ? undefined : env.IMAP_URL,
  // The demo's catcher is no mail server that anybody runs.
  mailHost: env.SMTP_URL && !catcher ? new URL(env.SMTP_URL).hostname : undefined,
  hasBackups: env.BACKUP_DIR !== undefined,
  backupKeepDays: env.BACKUP_KEEP_DAYS,
  checkVirus: env.VIRUS_COMMAND === undefined ? undefined : virusCheckBy(env.VIRUS_COMMAND),
  paperBytesMax: env.PAPERS_MAX_MB * MB,
  erasureJournal: env.ERASURE_JOURNAL,
  mailFrom: senderAddress(env.MAIL_FROM ?? STANDARD_SENDER),
})

/** Starts everything, in order: database, migration, workers, server. `stop` ends it in the reverse order. */
export async function serve({ env, catcher, now = () => new Date(), prepare }: ServeOptions) {
  const database = await openDatabase(env)
  const waiting = await upgradeDatabase({ env, owner: database.owner, isDemo: catcher !== undefined, now })
  const application_name = processName(readVersion().name)
  const pool = openPool({ ...database.app, application_name })
  await assertSafeRole(pool)
  const ownerPool = openOwnerPool({ ...database.owner, application_name })
  const keys = openSecretRing(env)
  const transport = transportOf(env, catcher)
  const platform = openPlatform({ env, catcher, now, pool, keys, transport })
  const metrics = hasMetrics(env) ? (await import('./watch/metrics.ts')).openMetrics(platform.state) : undefined
  const journal = await repeatErasures(platform)
  await prepare?.({ platform, owner: database.owner })
  const lifecycle = newLifecycle()
  const app = await buildApp({
    platform,
    lifecycle,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    hasApiDocs: env.API_DOCS || catcher !== undefined,
    ...(existsSync(join(WEB_ROOT, 'index.html')) ? { webRoot: WEB_ROOT } : {}),
    ...(catcher ? { catcher } : {}),
    ...(metrics ? { metrics: { metrics, door: env.METRICS_PORT === undefined ? env.METRICS_TOKEN : undefined } } : {}),
  })
  for (const line of journalLines(journal)) app.log.warn({ part: 'start' }, line)
  const tasks = tasksOf(platform, backupJobs({ env, owner: database.owner, keys, log: app.log, now }))
  const worker = await startWorker({
    ownerPool,
    tasks,
    isAlone: !env.DATABASE_URL,
    crontab: crontabOf(tasks),
    atStart: atStartOf(tasks),
    onceADay: catcher ? [] : ONCE_A_DAY,
    log: app.log,
  })
  await waiting.close()
  await app.listen({ host: env.HOST, port: env.PORT }).catch((fault: Error) => {
    throw explainListenFault(fault)
  })
  const watch = await startWatch({ env, platform, metrics, isDemo: catcher !== undefined, log: app.log })

  const stop = async () => {
    const finish = async () => {
      await Promise.all([
        drain(app, lifecycle, env.DRAIN_SECONDS),
        worker.stop((env.DRAIN_SECONDS + JOB_SECONDS) * 1000),
        watch.stop(),
      ])
      transport?.close()
      await Promise.all([pool.end(), ownerPool.end()])
    }
    const longest = wait((env.DRAIN_SECONDS + FINISH_SECONDS) * 1000, undefined, { ref: false })
    await Promise.race([finish(), longest]).finally(() => database.stop())
  }
  const stopSeconds = env.DRAIN_SECONDS + STOP_SECONDS
  return { app, platform, journal, port: (app.server.address() as AddressInfo).port, stop, stopSeconds }
}

/**
 * Stops once, at the first SIGTERM or SIGINT; a second one changes nothing. After `seconds` the process ends even if
 * something hangs.
 */
export function stopOnSignals(stop: () => Promise<void>, seconds: number) {
  let isStopping = false
  const stopOnce = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      say(`Schulhof ist nach ${seconds} Sekunden noch nicht zu Ende und wird abgebrochen.`, { level: 'error' })
      process.exit(1)
    }, seconds * 1000)
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        say(`Schulhof ließ sich nicht geordnet beenden: ${error.message}`, { level: 'error' })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', stopOnce)
}
