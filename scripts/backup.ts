import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ArchiveError } from '#server/backup/archive-format.ts'
import { explain, formatCount, formatSize, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { findRing, writeKeyFile } from '#server/backup/key-file.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import { readEnv } from '#server/env.ts'

const HELP = `
npm run backup -- DATEI [--no-key]

Sichert die ganze Datenbank verschlüsselt in eine neue Datei, auch während Schulhof läuft,
und prüft sie. Daneben entsteht DATEI.key mit dem Schlüssel: Ohne ihn lässt sich die
Sicherung nicht lesen, mit ihm kann es jeder. Bewahren Sie beide getrennt auf.

  --no-key   schreibt den Schlüssel nicht, weil Sie ihn schon aufbewahren
  --help     zeigt diese Hilfe

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

async function backUp(file: string, hasKeyFile: boolean) {
  const env = readEnv(process.env)
  const keyFile = `${file}.key`
  for (const path of hasKeyFile ? [file, keyFile] : [file]) assertFree(path)
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
    if (!hasKeyFile) return
    writeKeyFile(keyFile, ring)
    console.log(`Der Schlüssel dazu: ${keyFile}\nBitte bewahren Sie ihn an einem anderen Ort auf als die Sicherung.`)
  } finally {
    await release()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'no-key': { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (values.help) console.log(HELP)
  else if (!file || more.length > 0) throw new ArchiveError(`Bitte nennen Sie eine Datei.\n${HELP}`)
  else await backUp(fromCallersFolder(file), !values['no-key'])
} catch (error) {
  showProgress('')
  const isInterrupted = error instanceof Error && error.name === 'AbortError'
  console.error(isInterrupted ? 'Abgebrochen; es bleibt keine halbe Sicherung.' : explain(error))
  process.exitCode = 1
}
