import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { momentText } from '#contract/dates.ts'
import { noteVerification } from '#server/backup/backup-state.ts'
import { formatCount, fromCallersFolder } from '#server/backup/command-line.ts'
import { findRing, readKeyFile } from '#server/backup/key-file.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import { verifyBackup as restoreBesideTheRealOne } from '#server/backup/verify-backup.ts'
import type { Env } from '#server/env.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { readBackupFolder } from '#server/watch/backup-folder.ts'
import { type Command, OperatorError } from './command.ts'

/** The named file, otherwise the newest one of the nightly backups. */
const chooseFile = ({ BACKUP_DIR }: Env, given: string | undefined) => {
  if (given !== undefined) return fromCallersFolder(given)
  const { newest, folder } =
    BACKUP_DIR && existsSync(BACKUP_DIR) ? readBackupFolder(BACKUP_DIR) : { newest: null, folder: BACKUP_DIR }
  if (!newest || !folder)
    throw new OperatorError(`In ${folder ?? 'BACKUP_DIR'} ist keine nächtliche Sicherung. Bitte nennen Sie eine Datei.`)
  return join(folder, newest.name)
}

/** Restores the backup beside the real database, and keeps the result when it is one of the nightly ones. */
async function restoreOnTrial(env: Env, { file, ring, now }: { file: string; ring: SecretRing; now: () => Date }) {
  const { owner, release } = await reachDatabase(env)
  try {
    const dataDir = env.DATABASE_URL ? undefined : env.DATA_DIR
    const result = await restoreBesideTheRealOne({ owner, ring, file, dataDir, now })
    if (env.BACKUP_DIR === dirname(file)) noteVerification(env.BACKUP_DIR, result)
    if (result.outcome === 'restored') return result
    throw new OperatorError(
      result.outcome === 'read'
        ? `Die Datei selbst ist in Ordnung, aber sie ließ sich nicht probeweise zurückspielen. ${result.message}`
        : `Die Sicherung lässt sich nicht zurückspielen. ${result.message}`,
    )
  } finally {
    await release()
  }
}

/** Reads a backup to its end, without any database, and restores it on trial if asked to. */
export const verifyBackup: Command = {
  name: 'verify-backup',
  args: ['[DATEI]'],
  options: {
    key: { value: 'SCHLÜSSELDATEI', help: 'der Schlüssel dazu, wenn es nicht der dieser Installation ist' },
    restore: {
      help: 'spielt sie außerdem neben der echten Datenbank probeweise zurück und vergleicht jede Tabelle; die echte wird nur gelesen',
    },
  },
  summary: 'liest eine Sicherung bis zum Ende und prüft sie; ohne Datei die letzte nächtliche',
  async run({ args, option, has, settings, now, say }) {
    const env = settings()
    const file = chooseFile(env, args[0])
    const key = option('key')
    const ring = key === undefined ? findRing(env) : readKeyFile(fromCallersFolder(key))
    const { header, footer } = await checkArchive(file, ring)
    const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
    say(
      `In Ordnung: ${file}\nStand vom ${momentText(header.created_at)}, geschrieben von Schulhof ${header.app_version}, ${formatCount(footer.tables.length)} Tabellen mit ${formatCount(rows)} Zeilen.`,
    )
    if (!has('restore')) return undefined
    const { seconds } = await restoreOnTrial(env, { file, ring, now })
    say(
      `Probeweise zurückgespielt (${seconds.toLocaleString('de-DE')} s): Jede Tabelle hat dieselben Zeilen wie die Sicherung.`,
    )
    return undefined
  },
}
