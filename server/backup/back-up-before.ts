import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '#server/db/database.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { TableSum } from './archive-format.ts'
import { readHead } from './archive-reader.ts'
import { backupName, listBackups } from './rotate-backups.ts'
import { UNFINISHED, writeBackup } from './write-backup.ts'

interface BackupBefore {
  owner: Connection
  ring: SecretRing
  folder: string
  /** The version of the program that wrote the data. */
  appVersion: string
  /** What the backup is made before, as part of its name. */
  change: string
  now: Date
  onTable?: (sum: TableSum) => void
}

/** A start that is killed while it writes leaves its part; a service that is started again and again leaves many. */
const removeUnfinished = (folder: string, change: string) => {
  const ending = backupName(new Date(0), change).replace(/^.*Z/, '')
  for (const name of readdirSync(folder))
    if (name.includes(`${ending}.`) && name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true })
}

/** Earlier ones before the same change of the same state: a change that fails at every start would fill the disk. */
async function removeRepeated(folder: string, newest: string, change: string) {
  const { header } = await readHead(join(folder, newest))
  for (const { name, before } of listBackups(folder)) {
    if (name === newest || before !== change) continue
    const other = await readHead(join(folder, name)).catch(() => undefined)
    if (other && JSON.stringify(other.header.migrations) === JSON.stringify(header.migrations))
      rmSync(join(folder, name), { force: true })
  }
}

/**
 * Writes a checked backup before the database is changed. The caller holds the lock of the migrations, so that nobody
 * else does the same.
 */
export async function backUpBefore({ owner, folder, change, ...about }: BackupBefore) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeUnfinished(folder, change)
  const name = backupName(about.now, change)
  const file = join(folder, name)
  rmSync(file, { force: true })
  const written = await writeBackup(owner, { file, ...about })
  await removeRepeated(folder, name, change)
  return { file, ...written }
}
