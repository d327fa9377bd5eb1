import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run } from 'graphile-worker'
import type { Pool } from '#server/db/database.ts'
import type { LogPart } from '#server/http/log.ts'
import { noteRuns } from './note-run.ts'
import { type JobLog, type Task, toTaskList } from './run-task.ts'
import { poolForWorker } from './worker-pool.ts'

interface WorkerOptions {
  /** Connections as the owner: the application's role cannot touch the job tables. */
  ownerPool: Pool
  tasks: Record<string, Task>
  /** No other process works on this database: jobs of a killed process are free again at once, not after hours. */
  isAlone?: boolean
  /** Lines of a crontab; each tick runs once, however many processes there are. */
  crontab?: string
  /** Tasks that also run at the start, only once however many processes start. */
  atStart?: readonly string[]
  /** Those of them that have nothing to do when they ended well on this day in Berlin. */
  onceADay?: readonly string[]
  log?: JobLog
  /** Pause before a worker that lost the database begins again. */
  restartSeconds?: number
}

/** The longest time for a running job at the end of a process that has no deadline. */
const LONGEST_MS = 600_000

const PART = { part: 'jobs' satisfies LogPart }

/** A failed job has its own line already, without the words of its error. */
const quietLogger = (log: WorkerOptions['log']) =>
  new Logger(() => (level, message, meta) => {
    if (meta?.failure) return
    if (level === 'error') log?.error({ ...PART, reason: message }, 'worker')
    if (level === 'warning') log?.warn({ ...PART, reason: message }, 'worker')
  })

/** The tasks that a crontab names, by the sixth column of its lines. */
const timedTasks = (crontab = '') => crontab.split('\n').flatMap((line) => line.split(' ')[5] ?? [])

const unlock = (ownerPool: Pool, holders: string[]) =>
  ownerPool.query('select graphile_worker.force_unlock_workers($1)', [holders])

const unlockAll = async (ownerPool: Pool) => {
  const { rows } = await ownerPool.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker._private_jobs where locked_by is not null',
  )
  await unlock(
    ownerPool,
    rows.map(({ locked_by }) => locked_by),
  )
}

const IS_DONE_TODAY = `exists (select from task_run where task = $1
  and (finished_at at time zone 'Europe/Berlin')::date = (now() at time zone 'Europe/Berlin')::date)`

const addOnce = (ownerPool: Pool, task: string, isOnceADay: boolean) =>
  ownerPool.query(
    `select graphile_worker.add_job($1, '{}'::json, job_key => $1, max_attempts => 5) where not ($2 and ${IS_DONE_TODAY})`,
    [task, isOnceADay],
  )

/** One run of graphile-worker; `id` is the name it writes on its locked jobs. */
async function begin({ ownerPool, tasks, crontab, log, atStart = [] }: WorkerOptions) {
  const events = new EventEmitter()
  const underWay = new Set<Promise<void>>()
  const watched = (task: Task): Task => {
    return (payload) => {
      const work = task(payload)
      underWay.add(work)
      return work.finally(() => underWay.delete(work))
    }
  }
  let id = ''
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    id = workerPool.id
  })
  const runner = await run({
    pgPool: poolForWorker(ownerPool),
    taskList: toTaskList(Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, watched(task)])), {
      log,
      noteRun: noteRuns(ownerPool, [...timedTasks(crontab), ...atStart], log),
    }),
    ...(crontab ? { crontab } : {}),
    events,
    concurrency: 3,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: quietLogger(log),
    // Results are then awaited at the end; otherwise a failure to store one is an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  runner.promise.catch((error: Error) => log?.warn({ ...PART, err: error }, 'worker ended'))
  // PostgreSQL may have assigned a job whose id never arrived: only a new run frees it before hours pass.
  events.once('worker:getJob:error', () => runner.stop().catch(() => {}))
  // Its promise may stay open after the database was lost, and after a silent failure no event reports the stop. But it
  // reports that it begins to stop: then it takes no more jobs, and it is over when the last of them ends.
  const stopped = new Promise<void>((resolve) => {
    events.once('stop', () => resolve())
    events.once('pool:gracefulShutdown', () => Promise.allSettled(underWay).then(() => resolve()))
  })
  // From this point on it takes no more jobs.
  const isEnding = new Promise<void>((resolve) => {
    events.once('stop', () => resolve())
    events.once('pool:gracefulShutdown', () => resolve())
  })
  return { id, runner, stopped, isEnding }
}

/**
 * Works on jobs until stopped; stopping lets running jobs end and gives the rest back. When the database is lost, the
 * run of graphile-worker ends: its jobs are freed and another run begins.
 */
export async function startWorker(options: WorkerOptions) {
  const { ownerPool, isAlone = false, atStart = [], onceADay = [], log, restartSeconds = 2 } = options
  if (isAlone) await unlockAll(ownerPool)
  const stopping = new AbortController()
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restartSeconds * 1000)
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  // Before any worker starts, so that waiting jobs of the last process are merged with these and not done twice.
  for (const task of atStart) await addOnce(ownerPool, task, onceADay.includes(task))
  let current = await begin(options)

  const beginAgain = async () => {
    while (!stopping.signal.aborted) {
      await pause()
      if (stopping.signal.aborted) return
      try {
        await unlock(ownerPool, [current.id])
        current = await begin(options)
        return
      } catch (error) {
        log?.warn({ ...PART, err: error }, 'worker cannot begin yet')
      }
    }
  }
  const supervise = async () => {
    while (!stopping.signal.aborted) {
      await current.stopped
      await beginAgain()
    }
  }
  const supervised = supervise()
  return {
    /**
     * After `longestMs` a job that still runs is left to another process, which otherwise could not take it for hours.
     */
    async stop(longestMs = LONGEST_MS) {
      stopping.abort()
      const end = async () => {
        const running = current
        await running.runner.stop().catch(() => {}) // it may have ended by itself
        await supervised
        if (current !== running) await current.runner.stop().catch(() => {})
        return true
      }
      const isOver = await Promise.race([end(), wait(longestMs, false, { ref: false })])
      if (isOver) return
      // Before that point this process would take the job again itself.
      await current.isEnding
      // A lost database cannot be told; then graphile-worker frees the job after four hours, or the next start does.
      await unlock(ownerPool, [current.id]).catch((error) => log?.warn({ ...PART, err: error }, 'job not given back'))
    },
  }
}
