import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { counted } from '#contract/counted.ts'
import { momentText } from '#contract/dates.ts'
import { noteVerification, type Verification } from '#server/backup/backup-state.ts'
import { fromCallersFolder } from '#server/backup/command-line.ts'
import { findRing, readKeyFile } from '#server/backup/key-file.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import type { Env } from '#server/env.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { readBackupFolder } from '#server/watch/backup-folder.ts'
import { type Call, type Command, OperatorError } from './command.ts'

/** The named file, otherwise the newest one of the nightly backups. */
const chooseFile = ({ BACKUP_DIR }: Env, given: string | undefined) => {
  if (given !== undefined) return fromCallersFolder(given)
  const { newest, folder } =
    BACKUP_DIR && existsSync(BACKUP_DIR) ? readBackupFolder(BACKUP_DIR) : { newest: null, folder: BACKUP_DIR }
  if (!newest || !folder)
    throw new OperatorError(`In ${folder ?? 'BACKUP_DIR'} ist keine nächtliche Sicherung. Bitte nennen Sie eine Datei.`)
  return join(folder, newest.name)
}

interface Tried {
  env: Env
  file: string
  ring: SecretRing
}

/** Restores the backup beside the real database and compares; the next status shows it if it is one of the nights. */
async function restoreOnTrial({ env, file, ring }: Tried, now: () => Date): Promise<Verification['last']> {
  const { owner, release } = await reachDatabase(env)
  try {
    const dataDir = env.DATABASE_URL ? undefined : env.DATA_DIR
    const result = await verifyBackup({ owner, ring, file, dataDir, now })
    if (env.BACKUP_DIR && resolve(dirname(file)) === env.BACKUP_DIR) noteVerification(env.BACKUP_DIR, result)
    return result
  } finally {
    await release()
  }
}

const OUTCOMES: Record<'restored' | 'read', (result: Verification['last']) => string> = {
  restored: ({ seconds }) =>
    `In eine Probe-Datenbank zurückgespielt und Tabelle für Tabelle verglichen (${seconds.toLocaleString('de-DE')} s).`,
  read: ({ message }) =>
    `Bis zum Ende gelesen und unbeschädigt; auf Probe zurückspielen ließ sie sich hier nicht: ${message}`,
}

async function verify(tried: Tried, { has, now, say }: Call) {
  const { header, footer } = await checkArchive(tried.file, tried.ring)
  const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
  const about = `Stand vom ${momentText(header.created_at)}, geschrieben von Schulhof ${header.app_version}, ${counted(footer.tables.length, 'Tabelle', 'Tabellen')} mit ${counted(rows, 'Zeile', 'Zeilen')}.`
  if (has('read-only')) return say(`In Ordnung: ${tried.file}\n${about}\nBis zum Ende gelesen und unbeschädigt.`)
  const result = await restoreOnTrial(tried, now)
  if (result.outcome === 'failed')
    throw new OperatorError(`Diese Sicherung lässt sich nicht zurückspielen: ${result.message}`)
  say(`In Ordnung: ${tried.file}\n${about}\n${OUTCOMES[result.outcome](result)}`)
}

/** Whether a backup is one: it changes nothing in the real database. */
export const verifyBackupCommand: Command = {
  name: 'verify-backup',
  args: ['[DATEI]'],
  options: {
    key: { value: 'SCHLÜSSELDATEI', help: 'der Schlüssel dazu, wenn es nicht der dieser Installation ist' },
    'read-only': { help: 'liest die Datei nur bis zum Ende; braucht keine Datenbank' },
  },
  summary: 'spielt eine Sicherung auf Probe zurück und vergleicht sie; ohne Datei die letzte nächtliche',
  details: 'Die Probe-Datenbank liegt neben der echten und wird danach gelöscht; die echte wird nur gelesen.',
  async run(call) {
    const env = call.settings()
    const key = call.option('key')
    const ring = key === undefined ? findRing(env) : readKeyFile(fromCallersFolder(key))
    await verify({ env, file: chooseFile(env, call.args[0]), ring }, call)
    return undefined
  },
}
