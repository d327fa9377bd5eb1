import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type TaskList } from 'graphile-worker'
import type { Pool } from '#server/db/database.ts'

/** A kind of job. Throws to be tried again later, with growing pauses. */
export type Task = (payload: unknown, isLastTry: boolean) => Promise<void>

interface WorkerOptions {
  /** Connections as the owner: the application's role cannot touch the job tables. */
  ownerPool: Pool
  tasks: Record<string, Task>
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

/** Works off jobs until stopped; stopping lets running jobs end and gives the rest back. */
export async function startWorker({ ownerPool, tasks, crontab, log }: WorkerOptions) {
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
