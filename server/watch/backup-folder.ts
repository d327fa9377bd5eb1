import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupFacts } from '#contract/systemstates/systemstates.facts.ts'
import { readBackupState } from '#server/backup/backup-state.ts'
import { backupTime } from '#server/backup/rotate-backups.ts'

/** The folder of the nightly backups: the time in a file's name counts, because copies get a new date. */
export function readBackupFolder(folder: string): BackupFacts {
  const { verification, copy } = readBackupState(folder)
  const nothing = {
    ...{ folder, newest: null, count: 0 },
    verified_at: verification?.verified_at ?? null,
    is_broken: verification?.last.outcome === 'failed',
    copied_at: copy?.copied_at ?? null,
    is_copy_missing: copy ? !copy.last.is_fine : false,
  }
  try {
    const found = readdirSync(folder)
      .flatMap((name) => {
        const at = backupTime(name)
        return at === undefined ? [] : [{ name, at }]
      })
      .sort((a, b) => b.at - a.at)
    const [newest] = found
    if (!newest) return { ...nothing, fault: null }
    const { name, at } = newest
    const bytes = statSync(join(folder, name)).size
    return { ...nothing, newest: { name, at: new Date(at).toISOString(), bytes }, count: found.length, fault: null }
  } catch (error) {
    // The folder is made with the first backup.
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return { ...nothing, fault: code === 'ENOENT' ? null : code }
  }
}
