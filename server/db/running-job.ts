import { AsyncLocalStorage } from 'node:async_hooks'

/** The part of a job's payload that says where the job comes from; `enqueue` writes it, the worker takes it out again. */
export const ORIGIN = '_origin'

/** The job that the worker runs now. */
interface RunningJob {
  task: string
  /** The request or job that queued the first of its tries. */
  request: string | undefined
  /** When the first of its tries was queued. */
  since: string | undefined
  /** Writes a line that carries the job's request. */
  log(fields: object, message: string): void
}

const running = new AsyncLocalStorage<RunningJob>()

export const whileRunning = <T>(job: RunningJob, work: () => Promise<T>) => running.run(job, work)

/** Says in the log what the running job did; nothing outside a job. */
export const logJob = (fields: object, message: string) => running.getStore()?.log(fields, message)

/**
 * Where a job comes from that the running one queues: the same request. The next try of the same task has been waiting as
 * long as the first. Outside a job the database writes the request of the transaction.
 */
export const originFor = (task: string): { [ORIGIN]?: { request?: string; since?: string } } => {
  const job = running.getStore()
  if (!job) return {}
  return {
    [ORIGIN]: {
      ...(job.request ? { request: job.request } : {}),
      ...(job.since && job.task === task ? { since: job.since } : {}),
    },
  }
}
