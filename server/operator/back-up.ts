import { existsSync } from 'node:fs'
import { ArchiveError } from '#server/backup/archive-format.ts'
import { formatCount, formatSize, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { assertApart, findRing, whereRingIs, writeKeyFile } from '#server/backup/key-file.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import { type Call, type Command, OperatorError } from './command.ts'
import { noteInstallation } from './note-installation.ts'

const assertFree = (path: string) => {
  if (existsSync(path)) throw new ArchiveError(`${path} gibt es schon. Bitte einen anderen Namen wählen.`)
}

/** Ctrl-C ends the backup so that it clears up after itself. */
const untilInterrupted = () => {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupted.abort())
  return interrupted.signal
}

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1).replace('.', ',')

async function write({ settings, option, now, say, remark }: Call, file: string) {
  const env = settings()
  const given = option('key')
  const keyFile = given === undefined ? undefined : fromCallersFolder(given)
  for (const path of keyFile ? [file, keyFile] : [file]) assertFree(path)
  if (keyFile) assertApart(keyFile, file)
  const start = performance.now()
  const signal = untilInterrupted()
  const { owner, app, release } = await reachDatabase(env)
  try {
    const ring = findRing(env)
    const onTable = ({ name, rows }: { name: string; rows: number }) =>
      showProgress(`${name}: ${formatCount(rows)} Zeilen`)
    const backup = { file, ring, appVersion: readVersion().name, now: now(), onTable, signal }
    const { rows, bytes } = await writeBackup(owner, backup)
    showProgress('')
    say(`Gesichert und geprüft: ${file} (${formatCount(rows)} Zeilen, ${formatSize(bytes)}, ${secondsSince(start)} s)`)
    if (keyFile) writeKeyFile(keyFile, ring)
    say(
      keyFile
        ? `Der Schlüssel dazu: ${keyFile}\nBitte bewahren Sie ihn an einem anderen Ort auf als die Sicherung.`
        : `Nur mit ${whereRingIs(env)} lässt sie sich lesen. Bitte bewahren Sie davon eine Kopie getrennt von den Sicherungen auf.`,
    )
    await noteInstallation(app, 'backup_written', remark)
  } finally {
    await release()
  }
}

/** A backup by hand, before a move or an upgrade. */
export const backUp: Command = {
  name: 'backup',
  args: ['DATEI'],
  options: {
    key: {
      value: 'SCHLÜSSELDATEI',
      help: 'schreibt den Schlüssel in diese neue Datei, die in einem anderen Ordner liegen muss',
    },
  },
  summary: 'sichert die ganze Datenbank verschlüsselt in eine neue Datei, auch während Schulhof läuft',
  details:
    'Die Datei wird gleich geprüft. Ohne den Schlüssel des Servers lässt sich die Sicherung nicht lesen, mit ihm kann es\njeder: Bewahren Sie ihn auf, aber an einem anderen Ort.',
  async run(call) {
    try {
      await write(call, fromCallersFolder(call.args[0] ?? ''))
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError')
        throw new OperatorError('Abgebrochen; es bleibt keine halbe Sicherung.', { cause: error })
      throw error
    }
    return undefined
  },
}
