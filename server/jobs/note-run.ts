import type { Pool } from '#server/db/database.ts'
import type { JobLog, NoteRun } from './run-task.ts'

const NOTE = {
  true: `insert into task_run (task, finished_at, seconds) values ($1, clock_timestamp(), $2)
    on conflict (task) do update set finished_at = excluded.finished_at, seconds = excluded.seconds`,
  false: `insert into task_run (task, failed_at) values ($1, clock_timestamp())
    on conflict (task) do update set failed_at = excluded.failed_at`,
}

/**
 * Stores when the timed tasks last ended, for the page Systemzustand. A failure here must not repeat a job that is done.
 *
 * @param ownerPool Connections as the owner, as the worker has them.
 */
export const noteRuns =
  (ownerPool: Pool, timed: readonly string[], log?: Pick<JobLog, 'warn'>): NoteRun =>
  async ({ task, isFine, seconds }) => {
    if (!timed.includes(task)) return
    await ownerPool
      .query(NOTE[`${isFine}`], isFine ? [task, seconds] : [task])
      .catch((error: Error) => log?.warn({ part: 'jobs', job: task, err: error }, 'run could not be noted'))
  }
