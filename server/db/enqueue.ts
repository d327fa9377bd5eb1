import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { originFor } from './running-job.ts'

interface JobPayload {
  /** The delay in seconds; it is not part of the payload. */
  delaySeconds?: number
  /**
   * A waiting job of the same name is replaced, and one that is locked is not tried again; it is not part of the
   * payload.
   */
  jobKey?: string
  [key: string]: unknown
}

/** Queues a job inside the transaction: it exists if and only if the transaction commits. */
export const enqueue = async (tx: Queries, task: string, { delaySeconds = 0, jobKey, ...payload }: JobPayload) => {
  await sql`select enqueue(${task}, ${JSON.stringify({ ...payload, ...originFor(task) })}::json, ${jobKey ?? null}, now() + make_interval(secs => ${delaySeconds}))`.execute(
    tx,
  )
}

/** The same job for many payloads, in one statement. */
export const enqueueMany = async (tx: Queries, task: string, payloads: readonly object[]) => {
  const origin = originFor(task)
  const jobs = payloads.map((payload) => ({ ...payload, ...origin }))
  await sql`select enqueue(${task}, p::json, null, now()) from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) p`.execute(
    tx,
  )
}
