import { parseArgs } from 'node:util'
import { ArchiveError } from '#server/backup/archive-format.ts'
import { explain, formatCount, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { assertRingFits, findRing, installRing, readKeyFile } from '#server/backup/key-file.ts'
import { reachIdleDatabase } from '#server/backup/reach-database.ts'
import { checkArchive, restoreBackup } from '#server/backup/restore-backup.ts'
import { readEnv } from '#server/env.ts'

const HELP = `
npm run restore -- DATEI [--key SCHLÜSSELDATEI]

Spielt eine Sicherung in eine leere Datenbank zurück. Die Datei wird vorher ganz geprüft;
schlägt etwas fehl, bleibt alles, wie es war. Der Server darf dabei nicht laufen.

  --key      der Schlüssel, den das Sichern mit --key geschrieben hat, oder eine Kopie von secret.key;
             ohne diese Angabe wird SECRET_KEY oder der Schlüssel in DATA_DIR benutzt
  --help     zeigt diese Hilfe

Wohin zurückgespielt wird, sagen DATA_DIR oder DATABASE_URL (docs/operations.md).
`

async function restore(file: string, keyFile: string | undefined) {
  const env = readEnv(process.env)
  const ring = keyFile === undefined ? findRing(env) : readKeyFile(keyFile)
  assertRingFits(env, ring)
  // Before anything is started or made.
  const { header } = await checkArchive(file, ring)
  const { owner, release } = await reachIdleDatabase(env)
  try {
    const start = performance.now()
    const { rows } = await restoreBackup(owner, {
      file,
      header,
      ring,
      onTable: (name) => showProgress(name),
      beforeCommit: () => installRing(env, ring),
    })
    showProgress('')
    const seconds = ((performance.now() - start) / 1000).toFixed(1).replace('.', ',')
    const day = new Date(header.created_at).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })
    console.log(
      `Zurückgespielt: der Stand vom ${day} (${formatCount(rows)} Zeilen, ${seconds} s).\nAlle müssen sich neu anmelden. Sie können Schulhof jetzt starten.`,
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
  else if (!file || more.length > 0) throw new ArchiveError(`Bitte nennen Sie die Sicherung.\n${HELP}`)
  else await restore(fromCallersFolder(file), values.key === undefined ? undefined : fromCallersFolder(values.key))
} catch (error) {
  showProgress('')
  console.error(explain(error))
  process.exitCode = 1
}
