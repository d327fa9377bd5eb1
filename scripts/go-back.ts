import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ArchiveError } from '#server/backup/archive-format.ts'
import { explain, formatCount, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { findWayBack, goBack, planWayBack } from '#server/backup/go-back.ts'
import { assertRingFits, findRing, installRing, readKeyFile } from '#server/backup/key-file.ts'
import { assertDatabase, reachIdleDatabase } from '#server/backup/reach-database.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import { readEnv } from '#server/env.ts'

const HELP = `
npm run go-back -- [DATEI] [--key SCHLÜSSELDATEI] [--yes]

Der Weg zurück nach einer Aktualisierung. Wird im Ordner des älteren Programms aufgerufen und
spielt die Sicherung zurück, die vor der Aktualisierung gemacht wurde. Vorher steht da, was seitdem
dazugekommen ist und dann fehlt, und es wird gefragt. Der jetzige Stand wird zuerst gesichert;
schlägt etwas fehl, bleibt alles, wie es war. Der Server darf dabei nicht laufen.

  DATEI      eine bestimmte Sicherung; ohne diese Angabe die neueste in BACKUP_DIR, die zu
             diesem Programm passt
  --key      der Schlüssel dazu, wenn es nicht mehr der dieser Installation ist
  --yes      fragt nicht
  --help     zeigt diese Hilfe

Welche Datenbank gemeint ist, sagen DATA_DIR oder DATABASE_URL (docs/operations.md).
`

const inBerlin = (instant: string) => new Date(instant).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })

async function isConfirmed() {
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  // At the end of the input nobody answers.
  const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')))
  const answer = await Promise.race([reader.question('Weiter? [j/N] '), ended])
  reader.close()
  return /^ja?$/i.test(answer.trim())
}

interface Wishes {
  file: string | undefined
  keyFile: string | undefined
  isSure: boolean
}

async function wayBack({ file: named, keyFile, isSure }: Wishes) {
  const env = readEnv(process.env)
  if (!env.BACKUP_DIR)
    throw new ArchiveError('Der jetzige Stand wird vorher gesichert: Bitte nennen Sie einen Ordner in BACKUP_DIR.')
  assertDatabase(env)
  const file = named ?? (await findWayBack(env.BACKUP_DIR))
  const ownRing = findRing(env)
  const ring = keyFile === undefined ? ownRing : readKeyFile(keyFile)
  assertRingFits(env, ring)
  const { header, footer } = await checkArchive(file, ring)
  const { owner, release } = await reachIdleDatabase(env)
  try {
    const { version, losses } = await planWayBack(owner, footer)
    const given = version ?? 'der neueren Version'
    console.log(
      [
        `Zurück zum Stand vom ${inBerlin(header.created_at)} (Schulhof ${header.app_version}):`,
        `  ${file}`,
        '',
        losses.length > 0
          ? 'Seitdem kam in die Datenbank, und fehlt danach:'
          : 'Seitdem kam nichts in die Datenbank, was danach fehlt.',
        ...losses.map((line) => `  ${line}`),
        '',
        'Auch jede Änderung und Löschung seitdem ist dann nicht geschehen; nur was nach Fristen oder auf Antrag',
        'gelöscht wurde, wird beim nächsten Start wieder gelöscht. E-Mails, die schon verschickt sind, holt nichts zurück.',
        `Der jetzige Stand wird zuerst in ${env.BACKUP_DIR} gesichert.`,
        '',
      ].join('\n'),
    )
    if (!isSure && !(await isConfirmed())) {
      console.log('Nichts wurde geändert.')
      process.exitCode = 1
      return
    }
    const { kept, rows } = await goBack({
      owner,
      file,
      header,
      ring,
      ownRing,
      folder: env.BACKUP_DIR,
      version: given,
      now: new Date(),
      onTable: (name) => showProgress(name),
      beforeCommit: () => installRing(env, ring),
    })
    showProgress('')
    console.log(
      [
        `Zurückgespielt: der Stand vom ${inBerlin(header.created_at)} (${formatCount(rows)} Zeilen).`,
        `Der Stand davor liegt in ${kept}. Schulhof ${given} kann ihn in eine leere Datenbank zurückspielen.`,
        `Alle müssen sich neu anmelden. Sie können Schulhof ${readVersion().name} jetzt starten.`,
      ].join('\n'),
    )
  } finally {
    await release()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (values.help) console.log(HELP)
  else if (more.length > 0) throw new ArchiveError(`Bitte nennen Sie nur eine Sicherung.\n${HELP}`)
  else
    await wayBack({
      file: file === undefined ? undefined : fromCallersFolder(file),
      keyFile: values.key === undefined ? undefined : fromCallersFolder(values.key),
      isSure: values.yes === true,
    })
} catch (error) {
  showProgress('')
  console.error(explain(error))
  process.exitCode = 1
}
