import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BackupFacts } from '#contract/systemstates/systemstates.facts.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import { UNFINISHED } from '#server/backup/write-backup.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { type Finding, fault } from './findings.ts'

/** A file name that the nightly rotation removes if this process is killed. */
const PROBE = `probe.${process.pid}${UNFINISHED}`

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The folder itself, or the one in which the first backup makes it. */
const existing = (folder: string): string =>
  exists(folder) || folder === dirname(folder) ? folder : existing(dirname(folder))

const isWritable = (folder: string) => {
  const path = join(existing(folder), PROBE)
  try {
    closeSync(openSync(path, 'wx', 0o600))
    rmSync(path)
    return true
  } catch {
    return false
  }
}

/** Whether the next backup can be written. */
export const checkBackupFolder = (folder: string): Finding[] =>
  isWritable(folder)
    ? []
    : [
        fault(
          'backup_folder',
          `In den Ordner der Sicherungen (${folder}) lässt sich nichts schreiben.`,
          'Bitte geben Sie dem Konto des Servers dort das Recht dazu oder nennen Sie mit BACKUP_DIR einen anderen Ordner.',
        ),
      ]

/** Reads the newest backup to its end. */
export async function checkNewest({ folder, newest }: BackupFacts, ring: SecretRing): Promise<Finding[]> {
  if (!newest) return []
  try {
    await checkArchive(join(folder, newest.name), ring)
    return []
  } catch (error) {
    return [
      fault(
        'backup_unreadable',
        `Die letzte Sicherung (${newest.name}) lässt sich nicht lesen: ${(error as Error).message}`,
        'Bitte legen Sie sofort eine neue an und prüfen Sie den Datenträger und den Schlüssel.',
      ),
    ]
  }
}
