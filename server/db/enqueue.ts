import { sql } from 'kysely'
import type { Queries } from './database.ts'

interface JobPayload {
  /** Not before so many seconds from now; not part of what the job gets. */
  delaySeconds?: number
  /** One of this name that waits is replaced, and one that is held is not tried again; not part of what the job gets. */
  jobKey?: string
  [key: string]: unknown
}

/** Hands a job to the workers inside the transaction: it exists if and only if the transaction commits. */
export const enqueue = async (tx: Queries, task: string, { delaySeconds = 0, jobKey, ...payload }: JobPayload) => {
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${jobKey ?? null}, now() + make_interval(secs => ${delaySeconds}))`.execute(
    tx,
  )
}

/** The same job for many payloads, in one statement. */
export const enqueueMany = async (tx: Queries, task: string, payloads: readonly object[]) => {
  await sql`select enqueue(${task}, p::json, null, now()) from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) p`.execute(
    tx,
  )
}
