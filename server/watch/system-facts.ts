import type { ProcessFacts, SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { readBackupFolder } from './backup-folder.ts'
import { type Asked, readDatabaseState } from './database-state.queries.ts'
import { readDisks } from './disk-room.ts'

/** Where the state can be read on this machine. */
export interface WatchedFolders {
  /** The folder of the embedded database; undefined when PostgreSQL runs elsewhere. */
  data: string | undefined
  /** The folder of the nightly backups; undefined when this machine makes none. */
  backups: string | undefined
}

export interface FactSources {
  /** The application's pool, or the owner's connection of a command. */
  connection: Asked
  folders: WatchedFolders
  hasMailServer: boolean
  hasVirusCheck: boolean
  now: Date
  /** The process that asks; missing in a command. */
  process?: ProcessFacts
}

/** The folders of these settings. A demo makes no backups. */
export const watchedFolders = ({
  DATABASE_URL,
  DATA_DIR,
  BACKUP_DIR,
}: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
  BACKUP_DIR?: string | undefined
}): WatchedFolders => ({ data: DATABASE_URL ? undefined : DATA_DIR, backups: BACKUP_DIR })

/** The folders whose disks are watched. */
export const disksOf = ({ data, backups }: WatchedFolders) => [
  ...(data ? [{ holds: 'data' as const, folder: data }] : []),
  ...(backups ? [{ holds: 'backups' as const, folder: backups }] : []),
]

/** The state of the installation, for page, alarms, metrics and commands alike. */
export async function readSystemFacts({ connection, folders, ...known }: FactSources): Promise<SystemFacts> {
  const { database, processes } = await readDatabaseState(connection)
  return {
    at: known.now.toISOString(),
    database,
    processes,
    backup: folders.backups ? readBackupFolder(folders.backups) : null,
    disks: readDisks(disksOf(folders)),
    has_mail_server: known.hasMailServer,
    has_virus_check: known.hasVirusCheck,
    process: known.process ?? null,
  }
}
