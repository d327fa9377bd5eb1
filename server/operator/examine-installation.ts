import { DISK_FULL_SHARE } from '#contract/systemstates/systemstates.alarms.ts'
import { fromCallersFolder } from '#server/backup/command-line.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import type { Env } from '#server/env.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { readBackupFolder } from '#server/watch/backup-folder.ts'
import { readDisks } from '#server/watch/disk-room.ts'
import { disksOf, watchedFolders } from '#server/watch/system-facts.ts'
import { checkBackupFolder, checkNewest } from './check-backups.ts'
import { checkDatabase, type DatabaseFindings } from './check-database.ts'
import { checkCertificateFiles, checkMail, checkMailbox, checkTls } from './check-network.ts'
import { checkProviders } from './check-providers.ts'
import { checkKeys, checkSettings } from './check-settings.ts'
import { checkWork } from './check-work.ts'
import type { Call } from './command.ts'
import { type Finding, fault } from './findings.ts'

/** The findings about the database; it is started for this when the server does not run. */
async function lookAtDatabase(env: Env, ring: SecretRing | undefined, now: Date): Promise<DatabaseFindings> {
  try {
    const { release, ...connections } = await reachDatabase(env)
    return await checkDatabase({ env, connections, ring, now }).finally(release)
  } catch (error) {
    const todo = 'Bitte starten Sie den Server und lesen Sie die letzte Zeile seiner Ausgabe.'
    return { findings: [fault('database', (error as Error).message, todo)] }
  }
}

const disksWithout = (folders: ReturnType<typeof watchedFolders>): Finding[] =>
  readDisks(disksOf(folders))
    .filter(({ used_share }) => used_share > DISK_FULL_SHARE)
    .map(({ folder }) =>
      fault(
        'disk_full',
        `Der Datenträger von ${folder} ist fast voll.`,
        'Bitte schaffen Sie Platz, dann läuft die Datenbank wieder an.',
      ),
    )

/** What the machine and the stored state say. */
async function lookAtWork(env: Env, { facts }: DatabaseFindings, now: Date): Promise<Finding[]> {
  const folders = watchedFolders(env)
  // A full disk may be the reason that there is no database.
  if (!facts) return disksWithout(folders)
  const backup = env.BACKUP_DIR ? readBackupFolder(env.BACKUP_DIR) : null
  const state = { at: now.toISOString(), database: facts, processes: [], backup, disks: readDisks(disksOf(folders)) }
  return checkWork(
    {
      ...state,
      has_mail_server: env.SMTP_URL !== undefined,
      has_virus_check: env.VIRUS_COMMAND !== undefined,
      process: null,
    },
    now,
  )
}

async function lookAtBackups({ BACKUP_DIR }: Env, ring: SecretRing | undefined): Promise<Finding[]> {
  if (!BACKUP_DIR) return []
  const newest = ring ? await checkNewest(readBackupFolder(BACKUP_DIR), ring) : []
  return [...checkBackupFolder(BACKUP_DIR), ...newest]
}

/** Everything that can be looked at; nothing is changed. */
export async function examine({ variables, option, list, now: clock }: Call): Promise<Finding[]> {
  const now = clock()
  const { env, findings } = checkSettings(variables)
  if (!env) return findings
  const settingsFile = option('settings')
  const keys = checkKeys(env, settingsFile === undefined ? undefined : fromCallersFolder(settingsFile))
  const database = await lookAtDatabase(env, keys.ring, now)
  return [
    ...findings,
    ...keys.findings,
    ...database.findings,
    ...(await lookAtWork(env, database, now)),
    ...(await lookAtBackups(env, keys.ring)),
    ...(await checkMail(env)),
    ...(await checkMailbox(env)),
    ...(await checkProviders(env, database.providers ?? [], keys.ring)),
    ...(await checkTls(env, now)),
    ...checkCertificateFiles(list('certificate').map(fromCallersFolder), now),
  ]
}
