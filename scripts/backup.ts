import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ArchiveError } from '#server/backup/archive-format.ts'
import { explain, formatCount, formatSize, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { assertApart, findRing, whereRingIs, writeKeyFile } from '#server/backup/key-file.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import { readEnv } from '#server/env.ts'

const HELP = `
npm run backup -- DATEI [--key SCHLÜSSELDATEI]

Sichert die ganze Datenbank verschlüsselt in eine neue Datei, auch während Schulhof läuft,
und prüft sie. Ohne den Schlüssel des Servers lässt sich die Sicherung nicht lesen, mit ihm
kann es jeder: Bewahren Sie ihn auf, aber an einem anderen Ort.

  --key DATEI schreibt den Schlüssel in diese neue Datei, die in einem anderen Ordner liegen muss
  --help      zeigt diese Hilfe

Welche Datenbank gesichert wird, sagen DATA_DIR oder DATABASE_URL (docs/operations.md).
`

const assertFree = (path: string) => {
  if (existsSync(path)) throw new ArchiveError(`${path} gibt es schon. Bitte einen anderen Namen wählen.`)
}

/** Ctrl-C ends the backup so that it clears up after itself. */
const untilInterrupted = () => {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupted.abort())
  return interrupted.signal
}

async function backUp(file: string, keyFile: string | undefined) {
  const env = readEnv(process.env)
  for (const path of keyFile ? [file, keyFile] : [file]) assertFree(path)
  if (keyFile) assertApart(keyFile, file)
  const start = performance.now()
  const signal = untilInterrupted()
  const { owner, release } = await reachDatabase(env)
  try {
    const ring = findRing(env)
    const onTable = ({ name, rows }: { name: string; rows: number }) =>
      showProgress(`${name}: ${formatCount(rows)} Zeilen`)
    const backup = { file, ring, appVersion: readVersion().name, now: new Date(), onTable, signal }
    const { rows, bytes } = await writeBackup(owner, backup)
    showProgress('')
    const seconds = ((performance.now() - start) / 1000).toFixed(1).replace('.', ',')
    console.log(`Gesichert und geprüft: ${file} (${formatCount(rows)} Zeilen, ${formatSize(bytes)}, ${seconds} s)`)
    if (keyFile) writeKeyFile(keyFile, ring)
    console.log(
      keyFile
        ? `Der Schlüssel dazu: ${keyFile}\nBitte bewahren Sie ihn an einem anderen Ort auf als die Sicherung.`
        : `Nur mit ${whereRingIs(env)} lässt sie sich lesen. Bitte bewahren Sie davon eine Kopie getrennt von den Sicherungen auf.`,
    )
  } finally {
    await release()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, help: { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (values.help) console.log(HELP)
  else if (!file || more.length > 0) throw new ArchiveError(`Bitte nennen Sie eine Datei.\n${HELP}`)
  else await backUp(fromCallersFolder(file), values.key === undefined ? undefined : fromCallersFolder(values.key))
} catch (error) {
  showProgress('')
  const isInterrupted = error instanceof Error && error.name === 'AbortError'
  console.error(isInterrupted ? 'Abgebrochen; es bleibt keine halbe Sicherung.' : explain(error))
  process.exitCode = 1
}
