import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { momentText } from '#contract/dates.ts'
import { formatCount, fromCallersFolder } from '#server/backup/command-line.ts'
import { findRing, readKeyFile } from '#server/backup/key-file.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import type { Env } from '#server/env.ts'
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

/** Reads a backup to its end, without any database. */
export const verifyBackup: Command = {
  name: 'verify-backup',
  args: ['[DATEI]'],
  options: { key: { value: 'SCHLÜSSELDATEI', help: 'der Schlüssel dazu, wenn es nicht der dieser Installation ist' } },
  summary: 'liest eine Sicherung bis zum Ende und prüft sie; ohne Datei die letzte nächtliche',
  async run({ args, option, settings, say }) {
    const env = settings()
    const file = chooseFile(env, args[0])
    const key = option('key')
    const { header, footer } = await checkArchive(
      file,
      key === undefined ? findRing(env) : readKeyFile(fromCallersFolder(key)),
    )
    const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
    say(
      `In Ordnung: ${file}\nStand vom ${momentText(header.created_at)}, geschrieben von Schulhof ${header.app_version}, ${formatCount(footer.tables.length)} Tabellen mit ${formatCount(rows)} Zeilen.`,
    )
    return undefined
  },
}
