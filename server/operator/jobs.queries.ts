import { bindSchool, readSchoolIds } from '#server/backup/table-catalogue.ts'
import type { Pool } from '#server/db/database.ts'

export interface ListedJob {
  id: number
  task: string
  attempts: number
  max_attempts: number
  run_at: Date
  is_running: boolean
  last_error: string | null
}

/** The jobs of these tasks, or all but these; those that failed come first. */
export async function listJobs(ownerPool: Pool, limit: number) {
  const { rows } = await ownerPool.query<ListedJob & { total: number }>(
    `select j.id::int as id, t.identifier as task, j.attempts, j.max_attempts, j.run_at, j.locked_at is not null as is_running,
       j.last_error, count(*) over ()::int as total
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     order by j.last_error is null, j.run_at, j.id limit $1`,
    [limit],
  )
  return rows
}

/** The ids of jobs that failed and are not running, of one task or of all. */
export async function listFailedJobs(ownerPool: Pool, task: string | null) {
  const { rows } = await ownerPool.query<{ id: string }>(
    `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.last_error is not null and j.locked_at is null and ($1::text is null or t.identifier = $1)`,
    [task],
  )
  return rows.map(({ id }) => Number(id))
}

const MAIL_TASKS = ['send_mail', 'send_account_mail']

/** The ids of the jobs of mails that wait for a later turn. */
export async function listMailJobs(ownerPool: Pool) {
  const { rows } = await ownerPool.query<{ id: string }>(
    `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = any($1) and j.locked_at is null`,
    [MAIL_TASKS],
  )
  return rows.map(({ id }) => Number(id))
}

/** Lets these jobs run now, with all their tries before them. Returns how many. */
export async function runJobsNow(ownerPool: Pool, ids: readonly number[]) {
  const { rowCount } = await ownerPool.query(
    'select from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)',
    [ids],
  )
  return rowCount ?? 0
}

const isQueued = (task: string, mail: string) =>
  `exists (select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = '${task}' and j.payload ->> 'mail_id' = ${mail}.id::text)`

/** Gives waiting mails whose job was lost a new one. Returns how many. */
export async function requeueLostMails(ownerPool: Pool) {
  const client = await ownerPool.connect()
  try {
    const ids = await readSchoolIds(client)
    await client.query('begin')
    let count = 0
    for (const id of ids) {
      await bindSchool(client, id)
      const { rowCount } = await client.query(
        `select graphile_worker.add_job('send_mail', json_build_object('school_id', school_id, 'mail_id', id))
         from mail_log m where state = 'queued' and not ${isQueued('send_mail', 'm')}`,
      )
      count += rowCount ?? 0
    }
    const { rowCount } = await client.query(
      `select graphile_worker.add_job('send_account_mail', json_build_object('mail_id', id))
       from account_mail m where state = 'queued' and not ${isQueued('send_account_mail', 'm')}`,
    )
    await client.query('commit')
    return count + (rowCount ?? 0)
  } finally {
    client.release()
  }
}
