import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/dates.ts'
import type { Connection } from '#server/db/database.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import type { Env } from '#server/env.ts'
import type { LogPart } from '#server/http/log.ts'
import type { Task } from '#server/jobs/run-task.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { noteCopy, noteVerification, readBackupState } from './backup-state.ts'
import { nightlyBackup } from './nightly-backup.ts'
import { backupTime } from './rotate-backups.ts'
import { runHook } from './run-hook.ts'
import { dropScratchDatabases } from './scratch-database.ts'
import { verifyBackup } from './verify-backup.ts'

const PART = { part: 'backup' satisfies LogPart }

export const DROP_SCRATCH_TASK = 'drop_scratch'
const VERIFY_TASK = 'verify_backup'
const COPY_TASK = 'copy_backup'

/** A night is a little shorter or longer than a day. */
const SLACK_MS = 12 * HOUR_MS

/** With graphile-worker's growing pauses the last try of a copy comes sixteen hours after the first. */
const TRIES = { [VERIFY_TASK]: 3, [COPY_TASK]: 12 }

interface BackupTasks {
  env: Pick<
    Env,
    | 'DATABASE_URL'
    | 'DATA_DIR'
    | 'BACKUP_DIR'
    | 'BACKUP_KEEP_DAYS'
    | 'BACKUP_VERIFY_DAYS'
    | 'BACKUP_HOOK'
    | 'BACKUP_HOOK_MINUTES'
  >
  owner: Connection
  ring: SecretRing
  appVersion: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  now?: () => Date
}

/** Whether a backup must be restored again to be sure. One that failed does not count, so the next night tries again. */
export const isVerificationDue = (folder: string, days: number, now: Date) => {
  if (days === 0) return false
  const verifiedAt = readBackupState(folder).verification?.verified_at
  return !verifiedAt || now.getTime() - Date.parse(verifiedAt) >= days * DAY_MS - SLACK_MS
}

/** Queues a job for one backup; it replaces the one of an older backup that is still waiting. */
async function queue(owner: Connection, task: keyof typeof TRIES, name: string) {
  const client = await connectAsOwner(owner as pg.ClientConfig)
  try {
    await client.query('select graphile_worker.add_job($1, $2::json, job_key => $1, max_attempts => $3)', [
      task,
      JSON.stringify({ name }),
      TRIES[task],
    ])
  } finally {
    await client.end()
  }
}

const Payload = z.object({ name: z.string() })

/** The backup that a job is about, when it still exists; its name alone comes from the job. */
const fileOf = (folder: string, payload: unknown) => {
  const { name } = Payload.parse(payload)
  if (basename(name) !== name || backupTime(name) === undefined) throw new Error('This is no name of a backup.')
  const file = join(folder, name)
  if (!existsSync(file)) throw new Error(`${name} is not on this machine.`)
  return { name, file }
}

/** Queues the copy of a backup to its other place. */
export async function queueCopy({ env, owner }: { env: Pick<Env, 'BACKUP_HOOK'>; owner: Connection }, name: string) {
  if (env.BACKUP_HOOK) await queue(owner, COPY_TASK, name)
}

/** Queues what happens with a new backup: its copy, and now and then the proof that it can be restored. */
async function queueAfterBackup({ env, owner }: Pick<BackupTasks, 'env' | 'owner'>, name: string, now: Date) {
  const { BACKUP_DIR, BACKUP_VERIFY_DAYS } = env
  await queueCopy({ env, owner }, name)
  if (BACKUP_DIR && isVerificationDue(BACKUP_DIR, BACKUP_VERIFY_DAYS, now)) await queue(owner, VERIFY_TASK, name)
}

const verifying =
  ({ env, owner, ring, log, now = () => new Date() }: BackupTasks, folder: string): Task =>
  async (payload) => {
    const { name, file } = fileOf(folder, payload)
    const dataDir = env.DATABASE_URL ? undefined : env.DATA_DIR
    const result = await verifyBackup({ owner, ring, file, dataDir, now })
    noteVerification(folder, result)
    const { outcome, message, tables, rows, seconds } = result
    if (outcome === 'failed') {
      log.error({ ...PART, backup: name, reason: message }, 'backup cannot be restored')
      throw new Error('The backup cannot be restored.')
    }
    if (outcome === 'read') log.warn({ ...PART, backup: name, reason: message }, 'backup was only read')
    else log.info({ ...PART, backup: name, tables, rows, seconds }, 'backup verified')
  }

const copying =
  ({ env, log, now = () => new Date() }: BackupTasks, folder: string, hook: string): Task =>
  async (payload) => {
    const { name, file } = fileOf(folder, payload)
    const { isFine, seconds, message } = await runHook(hook, file, env.BACKUP_HOOK_MINUTES * MINUTE_MS)
    noteCopy(folder, { file: name, at: now().toISOString(), is_fine: isFine, seconds, message })
    if (isFine) return log.info({ ...PART, backup: name, seconds }, 'backup copied')
    log.error({ ...PART, backup: name, reason: message, seconds }, 'backup was not copied')
    throw new Error('The backup was not copied.')
  }

/** All jobs that have to do with backups, as far as they are set up. */
export function backupTasks(given: BackupTasks): Record<string, Task> {
  const { env, owner, ring, appVersion, log, now } = given
  const dropScratch: Task = async () => {
    const count = await dropScratchDatabases(owner)
    if (count > 0) log.warn({ ...PART, count }, 'scratch databases of a killed verification dropped')
  }
  const { BACKUP_DIR: folder } = env
  if (!folder) return { [DROP_SCRATCH_TASK]: dropScratch }
  return {
    [DROP_SCRATCH_TASK]: dropScratch,
    backup: nightlyBackup({
      owner,
      ring,
      folder,
      keepDays: env.BACKUP_KEEP_DAYS,
      appVersion,
      log,
      ...(now ? { now } : {}),
      after: (name, at) => queueAfterBackup(given, name, at),
    }),
    [VERIFY_TASK]: verifying(given, folder),
    ...(env.BACKUP_HOOK ? { [COPY_TASK]: copying(given, folder, env.BACKUP_HOOK) } : {}),
  }
}
