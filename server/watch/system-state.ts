import type { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import type { Pool } from '#server/db/database.ts'
import { readBackupFolder } from './backup-folder.ts'
import { openProcessState } from './process-state.ts'
import { readSystemFacts, type WatchedFolders } from './system-facts.ts'

/** Page, banner, metrics and alarms of one moment share one reading. */
const FRESH_MS = 2000

interface WatchedSystem {
  /** Connections as schulhof_app. */
  pool: Pool
  folders: WatchedFolders
  hasMailServer: boolean
  hasVirusCheck: boolean
  version: string
  now: () => Date
  /** How long a reading counts as new. */
  freshMs?: number
}

/** The state of the installation as this process sees it. Whoever opens it must stop it. */
export function openSystemState({ pool, version, now, freshMs = FRESH_MS, ...known }: WatchedSystem) {
  const process = openProcessState({ pool, version })
  let latest: { facts: Promise<SystemFacts>; at: number } | undefined
  return {
    /** Throws while the database does not answer. */
    read(): Promise<SystemFacts> {
      if (latest && performance.now() - latest.at < freshMs) return latest.facts
      const facts = readSystemFacts({ connection: pool, ...known, now: now(), process: process.read() })
      latest = { facts, at: performance.now() }
      facts.catch(() => {
        latest = undefined
      })
      return facts
    },
    /** What is known without the database. */
    readProcess: process.read,
    /** The folder of the nightly backups; null when this machine makes none. */
    readBackups: () => (known.folders.backups ? readBackupFolder(known.folders.backups) : null),
    stop: process.stop,
  }
}
export type SystemState = ReturnType<typeof openSystemState>
