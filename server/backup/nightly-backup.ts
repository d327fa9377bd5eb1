import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/db/database.ts'
import type { Task } from '#server/jobs/run-task.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { backupName, rotateBackups } from './rotate-backups.ts'
import { writeBackup } from './write-backup.ts'

interface NightlyBackup {
  owner: Connection
  ring: SecretRing
  folder: string
  keepDays: number
  appVersion: string
  log: Pick<FastifyBaseLogger, 'info'>
  now?: () => Date
  /** Runs when the new backup is complete. */
  after?: (name: string, now: Date) => Promise<void>
}

/** The nightly job: writes a checked backup into the folder, then removes old ones. An error it throws is logged. */
export const nightlyBackup =
  ({ owner, ring, folder, keepDays, appVersion, log, now: clock = () => new Date(), after }: NightlyBackup): Task =>
  async () => {
    const now = clock()
    const start = performance.now()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const newest = backupName(now)
    const { rows, bytes } = await writeBackup(owner, { file: join(folder, newest), ring, appVersion, now })
    const removed = rotateBackups({ folder, newest, keepDays, now })
    log.info(
      { part: 'backup', backup: newest, rows, bytes, seconds: Math.round((performance.now() - start) / 1000), removed },
      'backup',
    )
    await after?.(newest, now)
  }
