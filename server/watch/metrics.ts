import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { lastErasure } from '#contract/systemstates/systemstates.alarms.ts'
import type { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import type { SystemState } from './system-state.ts'

/** Seconds: a quick page is a matter of milliseconds, and after six seconds a request is ended. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 6]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

/** Files of the build have a route each, with a new name in each version. */
const labelOf = (route: string | undefined) => {
  if (!route) return 'unknown'
  return route.startsWith('/app/assets/') ? '/app/assets/*' : route
}

const seconds = (instant: string) => Date.parse(instant) / 1000

interface Served {
  method: string
  /** The pattern of the route, never the address; undefined when no route fits. */
  route: string | undefined
  status: number
  seconds: number
}

/** The names and their help; what the database or a folder does not say has no value. */
function makeGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `schulhof_${name}`, help, labelNames, registers: [registry] })
  return {
    info: gauge('info', 'Always 1; the versions are labels.', ['version', 'node', 'postgres', 'migration']),
    up: gauge('database_up', '1 while the database answers, otherwise 0.'),
    database: gauge('database_bytes', 'Size of the database.'),
    pool: gauge('pool_connections', 'Connections of this process to the database.', ['state']),
    poolWaiting: gauge('pool_waiting', 'Requests that wait for a connection.'),
    poolMax: gauge('pool_connections_max', 'How many connections this process may open.'),
    mails: gauge('mails_waiting', 'Mails in the outbox.'),
    mailsHeld: gauge('mails_held_since_seconds', 'When the oldest mail was queued that is held up; 0 when none is.'),
    mailLeft: gauge('mail_left_timestamp_seconds', 'When the mail server last accepted a mail.'),
    jobs: gauge('jobs_waiting', 'Jobs that are queued or running, without mails.'),
    jobsDue: gauge('jobs_due_since_seconds', 'Since when the oldest job is due that nobody has begun; 0 when none is.'),
    jobsFailed: gauge('jobs_failed', 'Jobs that failed at least three times.', ['task']),
    taskRun: gauge('task_success_timestamp_seconds', 'When a timed task last ended well.', ['task']),
    taskSeconds: gauge('task_seconds', 'How long that took.', ['task']),
    erasure: gauge('erasure_success_timestamp_seconds', 'When the nightly erasure last ended well.'),
    backup: gauge('backup_timestamp_seconds', 'When the newest backup was made; 0 when there is none.'),
    backupBytes: gauge('backup_bytes', 'Size of the newest backup.'),
    backupVerified: gauge('backup_verified_timestamp_seconds', 'When a backup was last restored for a test.'),
    backupCopied: gauge('backup_copied_timestamp_seconds', 'When a backup was last copied to another place.'),
    diskUsed: gauge('disk_used_ratio', 'Used share of a disk, 0 to 1.', ['holds']),
    diskFree: gauge('disk_free_bytes', 'Free room on a disk.', ['holds']),
    processes: gauge('processes', 'Running processes of the program on all machines.'),
    installed: gauge('installed_timestamp_seconds', 'When the installation was made.'),
  }
}
type Gauges = ReturnType<typeof makeGauges>

function setDatabase(gauges: Gauges, { database, processes }: SystemFacts) {
  const { mails, jobs, tasks } = database
  gauges.database.set(database.database_bytes)
  gauges.mails.set(mails.waiting)
  gauges.mailsHeld.set(mails.held_since ? seconds(mails.held_since) : 0)
  if (mails.left_at) gauges.mailLeft.set(seconds(mails.left_at))
  gauges.jobs.set(jobs.waiting)
  gauges.jobsDue.set(jobs.due_since ? seconds(jobs.due_since) : 0)
  gauges.jobsFailed.reset()
  for (const { task, count } of jobs.failed) gauges.jobsFailed.set({ task }, count)
  for (const { task, finished_at, seconds: took } of tasks) {
    if (finished_at) gauges.taskRun.set({ task }, seconds(finished_at))
    if (took !== null) gauges.taskSeconds.set({ task }, took)
  }
  gauges.processes.set(processes.length)
  gauges.installed.set(seconds(database.installed_at))
}

function setMachine(gauges: Gauges, facts: SystemFacts) {
  const erasure = lastErasure(facts)
  if (erasure) gauges.erasure.set(seconds(erasure))
  const { backup, disks } = facts
  if (backup) {
    gauges.backup.set(backup.newest ? seconds(backup.newest.at) : 0)
    gauges.backupBytes.set(backup.newest?.bytes ?? 0)
    if (backup.copied_at) gauges.backupCopied.set(seconds(backup.copied_at))
    if (backup.verified_at) gauges.backupVerified.set(seconds(backup.verified_at))
  }
  for (const { holds, used_share, free_bytes } of disks) {
    gauges.diskUsed.set({ holds }, used_share)
    gauges.diskFree.set({ holds }, free_bytes)
  }
}

function setProcess(gauges: Gauges, state: SystemState) {
  const { pool } = state.readProcess()
  gauges.pool.set({ state: 'idle' }, pool.idle)
  gauges.pool.set({ state: 'busy' }, pool.open - pool.idle)
  gauges.poolWaiting.set(pool.waiting)
  gauges.poolMax.set(pool.max)
}

/**
 * The figures of this process and of the installation for Prometheus. Labels are bounded: routes are patterns of the
 * program, and nothing names a person, a school or a record.
 */
export function openMetrics(state: SystemState) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'schulhof_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'schulhof_http_request_seconds',
    help: 'How long answers took.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const gauges = makeGauges(registry)
  const collect = async () => {
    setProcess(gauges, state)
    try {
      const facts = await state.read()
      const { version = '', node = '' } = facts.process ?? {}
      const { postgres, migration } = facts.database
      gauges.info.set({ version, node, postgres, migration }, 1)
      setDatabase(gauges, facts)
      setMachine(gauges, facts)
      gauges.up.set(1)
    } catch {
      gauges.up.set(0)
    }
  }
  return {
    note({ method, route, status, seconds: took }: Served) {
      const labels = { method: METHODS.has(method) ? method : 'other', route: labelOf(route) }
      requests.inc({ ...labels, status })
      latency.observe(labels, took)
    },
    /** Answers also while the database does not. */
    async text() {
      await collect()
      return { type: registry.contentType, body: await registry.metrics() }
    },
    /** The names of all metrics, for the files in deploy/watch. */
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  }
}
export type Metrics = ReturnType<typeof openMetrics>
