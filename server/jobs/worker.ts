import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type TaskList } from 'graphile-worker'
import type { Pool } from '#server/db/database.ts'

/** A kind of job. Throws to be tried again later, with growing pauses. */
export type Task = (payload: unknown, isLastTry: boolean) => Promise<void>

interface WorkerOptions {
  /** Connections as the owner: the application's role cannot touch the job tables. */
  ownerPool: Pool
  tasks: Record<string, Task>
  /** No other process works on this database: what a killed one had begun is free again at once, not after hours. */
  isAlone?: boolean
  /** Lines of a crontab; each tick runs once, however many processes there are. */
  crontab?: string
  log?: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

const quietLogger = (log: WorkerOptions['log']) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log?.error({ job: message }, 'job failed')
    if (level === 'warning') log?.warn({ job: message }, 'job warning')
  })

/** The tasks as graphile-worker calls them. */
export const toTaskList = (tasks: Record<string, Task>): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, { job }) => task(payload, job.attempts >= job.max_attempts),
    ]),
  )

const freeAbandonedJobs = (ownerPool: Pool) =>
  ownerPool.query(
    'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))',
  )

/**
 * Works off jobs until stopped; stopping lets running jobs end and gives the rest back. Their outcome may still be under
 * way then: ending `ownerPool` waits for it.
 */
export async function startWorker({ ownerPool, tasks, isAlone = false, crontab, log }: WorkerOptions) {
  if (isAlone) await freeAbandonedJobs(ownerPool)
  const runner = await run({
    pgPool: ownerPool,
    taskList: toTaskList(tasks),
    ...(crontab ? { crontab } : {}),
    concurrency: 3,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: quietLogger(log),
  })
  runner.promise.catch((error: Error) => log?.error({ err: error }, 'worker ended'))
  return { stop: () => runner.stop() }
}
