import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { counted } from '#contract/counted.ts'
import { backUpBefore } from '#server/backup/back-up-before.ts'
import { queueCopy } from '#server/backup/backup-tasks.ts'
import { explain, formatCount, formatSize } from '#server/backup/command-line.ts'
import { findRing } from '#server/backup/key-file.ts'
import type { Connection } from '#server/db/database.ts'
import { isServed, MigrationFailed, type MigrationStep, migrate, type Pending } from '#server/db/migrate.ts'
import type { Env } from '#server/env.ts'
import { StartError } from '#server/start-error.ts'
import { startProgress } from './progress.ts'

const UNCHANGED = 'An den Daten wurde nichts geändert.'

interface Upgrade {
  owner: Connection
  env: Env
  appVersion: string
  /** A demo has no data that anybody would miss. */
  isDemo?: boolean
  now: () => Date
  /** For the person who started the program. */
  say: (line: string, about?: { level: 'warn' }) => void
  /** Called before the first change when no other process serves: from now on people would find nobody. */
  onAbsence: () => Promise<void>
}

const missingFolder = (appVersion: string) =>
  new StartError(
    `Vor dem Wechsel auf Schulhof ${appVersion} wird die Datenbank gesichert, aber BACKUP_DIR fehlt. ${UNCHANGED}
Bitte nennen Sie einen Ordner. Wenn Sie selbst gesichert haben, geht es mit BACKUP_BEFORE_UPGRADE=0 auch ohne (docs/operations.md, „Upgrade“).`,
  )

const backupFailed = (appVersion: string, cause: unknown) =>
  new StartError(
    `Vor dem Wechsel auf Schulhof ${appVersion} ließ sich die Datenbank nicht sichern: ${explain(cause)}
${UNCHANGED} Bitte beheben Sie das und starten Sie noch einmal, oder starten Sie wieder das ältere Programm.`,
    { cause },
  )

/** Messages of PostgreSQL about values quote them, so of those only the code and the place are shown. */
const reasonOf = (cause: unknown) => {
  const { code = '', table, constraint, column, message = '' } = cause as Record<string, string | undefined>
  if (!/^2[23]/.test(code)) return `${message}${code ? ` (${code})` : ''}`
  return `Fehler ${[code, table, column, constraint].filter(Boolean).join(', ')}`
}

const migrationFailed = (appVersion: string, { step, cause }: MigrationFailed) =>
  new StartError(
    `Die Aktualisierung auf Schulhof ${appVersion} ist bei ${step.name} fehlgeschlagen: ${reasonOf(cause)}
${UNCHANGED} Bitte starten Sie wieder das ältere Programm und melden Sie diesen Fehler.`,
    { cause },
  )

/** Old processes that still serve may hold locks in another order; then nothing was changed, and it is tried again. */
const DEADLOCK = '40P01'
const TRIES = 5
const RETRY_MS = 1000

const isDeadlock = (error: unknown) =>
  error instanceof MigrationFailed && (error.cause as { code?: string }).code === DEADLOCK

/** How long another process may take before it is mentioned. */
const PATIENCE_MS = 1000

const WITHOUT_BACKUP =
  'Achtung: Mit BACKUP_BEFORE_UPGRADE=0 wird vorher nicht gesichert. Zurück zur älteren Version geht es dann nur mit einer eigenen Sicherung.'

type Client = Parameters<typeof isServed>[0]

/** What happens around the migrations: backup, words, and the page for whoever comes meanwhile. */
function steps({ owner, env, appVersion, isDemo = false, now, say, onAbsence }: Upgrade) {
  const progress = startProgress(say)
  const state: { isUpgrade: boolean; backup?: string; waitsSince: number; isWaiting: boolean } = {
    isUpgrade: false,
    waitsSince: performance.now(),
    isWaiting: false,
  }

  const backUp = async ({ version }: Pending) => {
    if (isDemo || state.backup) return
    if (!env.BACKUP_BEFORE_UPGRADE) return say(WITHOUT_BACKUP, { level: 'warn' })
    if (!env.BACKUP_DIR) throw missingFolder(appVersion)
    progress.begin('Die Datenbank wird vorher gesichert')
    const about = { appVersion: version ?? appVersion, change: appVersion, now: now() }
    const written = backUpBefore({ owner, ring: findRing(env), folder: env.BACKUP_DIR, ...about })
    const { file, rows, bytes } = await written
    state.backup = basename(file)
    say(`Gesichert und geprüft: ${file} (${formatCount(rows)} Zeilen, ${formatSize(bytes)})`)
  }

  return {
    progress,
    state,
    options: {
      appVersion,
      async before(client: Client, pending: Pending) {
        state.isUpgrade = true
        if (!(await isServed(client))) await onAbsence()
        const from = pending.version && pending.version !== appVersion ? ` von ${pending.version}` : ''
        const count = counted(pending.missing.length, 'Schritt', 'Schritte')
        say(`Schulhof wird${from} auf ${appVersion} aktualisiert: ${count}.`)
        await backUp(pending).catch((error) => {
          throw error instanceof StartError ? error : backupFailed(appVersion, error)
        })
      },
      onStep({ name, number, of }: MigrationStep) {
        if (state.isUpgrade) progress.begin(`Schritt ${number} von ${of}: ${name}`)
      },
      async onWait(client: Client) {
        if (state.isWaiting || performance.now() - state.waitsSince < PATIENCE_MS) return
        state.isWaiting = true
        progress.begin('Ein anderer Prozess bereitet die Datenbank vor, dieser wartet')
        if (!(await isServed(client))) await onAbsence()
      },
    },
  }
}

async function migrateInSpiteOfOthers(owner: Connection, options: ReturnType<typeof steps>['options']) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrate(owner, options)
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error
      await wait(RETRY_MS)
    }
  }
}

/**
 * Backs up, then migrates, and says what runs. However it ends, the next start finds the old state or the new one, never
 * a mix.
 */
export async function upgrade(given: Upgrade) {
  const { progress, state, options } = steps(given)
  const start = performance.now()
  try {
    await migrateInSpiteOfOthers(given.owner, options)
  } catch (error) {
    throw error instanceof MigrationFailed ? migrationFailed(given.appVersion, error) : error
  } finally {
    progress.end()
  }
  if (state.backup) await queueCopy(given, state.backup)
  if (state.isUpgrade) given.say(`Aktualisiert in ${Math.round((performance.now() - start) / 1000)} s.`)
}
