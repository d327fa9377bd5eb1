import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Connection } from '#server/db/database.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { ArchiveError, type TableSum } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { openSnapshot, type Snapshot } from './database-snapshot.ts'

interface Backup {
  /** The file must not exist; it gets this name only when it is complete and was read again. */
  file: string
  ring: SecretRing
  appVersion: string
  now: Date
  onTable?: (sum: TableSum) => void
  signal?: AbortSignal
}

/** The ending of the file name until the archive is complete. */
export const UNFINISHED = '.unfertig'

const syncFolder = async (path: string) => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Writes the snapshot under another name, checks it and renames it. A failure leaves nothing behind. */
export async function writeSnapshot(
  { source, migrations }: Pick<Snapshot, 'source' | 'migrations'>,
  { file, ring, appVersion, now, onTable, signal }: Backup,
) {
  if (existsSync(file)) throw new ArchiveError(`${file} gibt es schon. Bitte einen anderen Namen wählen.`)
  const path = `${file}.${process.pid}${UNFINISHED}`
  try {
    const about = { app_version: appVersion, created_at: now.toISOString(), migrations }
    await writeArchive(source, { path, ring, about, onTable, signal })
    const { footer } = await readArchive(path, ring)
    renameSync(path, file)
    await syncFolder(dirname(file))
    return { rows: footer.tables.reduce((sum, { rows }) => sum + rows, 0), bytes: statSync(file).size }
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** Backs up the database behind the owner's connection while it is used. */
export async function writeBackup(owner: Connection, backup: Backup) {
  const snapshot = await openSnapshot(owner)
  try {
    return await writeSnapshot(snapshot, backup)
  } finally {
    await snapshot.close()
  }
}
