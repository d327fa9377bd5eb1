import type { FastifyBaseLogger } from 'fastify'
import type { JobHelpers, TaskList } from 'graphile-worker'
import { z } from 'zod'
import { ORIGIN, whileRunning } from '#server/db/running-job.ts'
import { type LogPart, loggable } from '#server/http/log.ts'

/** A kind of job. An error means that it is tried again later, with growing pauses. */
export type Task = (payload: unknown) => Promise<void>

export type JobLog = Pick<FastifyBaseLogger, 'info' | 'error' | 'warn'>

/** Called when a task ended, well or not. */
export type NoteRun = (run: { task: string; isFine: boolean; seconds: number }) => Promise<void>

export interface TaskOptions {
  log?: JobLog | undefined
  noteRun?: NoteRun | undefined
}

const Origin = z.object({ request: z.string().nullish(), since: z.string().nullish() })
const WithOrigin = z.looseObject({ [ORIGIN]: Origin })

/** What the task was given, and where the job comes from; jobs of a crontab come from nowhere. */
function splitPayload(payload: unknown) {
  const { success, data } = WithOrigin.safeParse(payload)
  if (!success) return { own: payload, request: undefined, since: undefined }
  const { [ORIGIN]: origin, ...own } = data
  return { own, request: origin.request ?? undefined, since: origin.since ?? undefined }
}

/** The part of the log that a task writes to. */
const partOf = (task: string): LogPart => {
  if (task === 'backup') return 'backup'
  return task === 'read_bounces' || task === 'send_mail' || task === 'send_account_mail' ? 'mail' : 'jobs'
}

/** Runs one job: its lines in the log carry its number, its try and the request that it comes from. */
async function runTask(name: string, task: Task, { log, noteRun, payload, helpers }: TaskOptions & JobCall) {
  const { own, request, since } = splitPayload(payload)
  const { id, attempts } = helpers.job
  const about = { part: partOf(name), job: name, job_id: id, attempt: attempts, request }
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  const end = (isFine: boolean) => noteRun?.({ task: name, isFine, seconds: elapsed() / 1000 })
  const running = {
    task: name,
    request,
    since,
    log: (fields: object, message: string) => log?.info({ ...about, ...fields }, message),
  }
  try {
    await whileRunning(running, () => task(own))
  } catch (error) {
    log?.error({ ...about, ms: elapsed(), err: loggable(error) }, 'job failed')
    await end(false)
    throw error
  }
  log?.info({ ...about, ms: elapsed() }, 'job done')
  await end(true)
}

interface JobCall {
  payload: unknown
  helpers: Pick<JobHelpers, 'job'>
}

/** The tasks as graphile-worker calls them. */
export const toTaskList = (tasks: Record<string, Task>, options: TaskOptions = {}): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) => runTask(name, task, { ...options, payload, helpers }),
    ]),
  )
