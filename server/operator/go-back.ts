import { ArchiveError } from '#server/backup/archive-format.ts'
import { formatCount, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { findWayBack, goBack, planWayBack } from '#server/backup/go-back.ts'
import { assertRingFits, findRing, installRing, readKeyFile } from '#server/backup/key-file.ts'
import { assertDatabase, reachIdleDatabase } from '#server/backup/reach-database.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import type { Call, Command } from './command.ts'
import { noteInstallation } from './note-installation.ts'

const inBerlin = (instant: string) => new Date(instant).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })

/** What happens, in the words of somebody who has to decide it. */
const warning = (header: { created_at: string; app_version: string }, file: string, losses: readonly string[]) =>
  [
    `Zurück zum Stand vom ${inBerlin(header.created_at)} (Schulhof ${header.app_version}):`,
    `  ${file}`,
    '',
    ...(losses.length > 0
      ? ['Seitdem kam in die Datenbank und fehlt danach:', ...losses.map((line) => `  ${line}`)]
      : ['Seitdem kam nichts in die Datenbank, was danach fehlt.']),
    '',
    'Auch jede Änderung und jede Löschung seitdem ist dann nicht geschehen. Nur was nach Fristen oder auf Antrag gelöscht',
    'wurde, löscht der nächste Start wieder. Verschickte E-Mails bleiben verschickt.',
    'Der jetzige Stand wird zuerst gesichert.',
  ].join('\n')

async function run({ option, settings, now, say, remark, confirm }: Call) {
  const env = settings()
  const { BACKUP_DIR: folder } = env
  if (!folder)
    throw new ArchiveError('Der jetzige Stand wird vorher gesichert: Bitte nennen Sie einen Ordner in BACKUP_DIR.')
  assertDatabase(env)
  const named = option('file')
  const file = named === undefined ? await findWayBack(folder) : fromCallersFolder(named)
  const key = option('key')
  const ownRing = findRing(env)
  const ring = key === undefined ? ownRing : readKeyFile(fromCallersFolder(key))
  assertRingFits(env, ring)
  const { header, footer } = await checkArchive(file, ring)
  const { owner, app, release } = await reachIdleDatabase(env)
  try {
    const { version, losses } = await planWayBack(owner, footer)
    const given = version ?? 'der neueren Version'
    await confirm(warning(header, file, losses))
    const onTable = (name: string) => showProgress(name)
    const beforeCommit = () => installRing(env, ring)
    const about = { file, header, ring, ownRing, folder, version: given, now: now(), onTable, beforeCommit }
    const { kept, rows } = await goBack({ owner, ...about })
    showProgress('')
    await noteInstallation(app, 'backup_restored', remark)
    say(
      `Zurückgespielt: der Stand vom ${inBerlin(header.created_at)} (${formatCount(rows)} Zeilen).
Der Stand davor liegt in ${kept}. Schulhof ${given} kann ihn in eine leere Datenbank zurückspielen.
Alle müssen sich neu anmelden. Sie können Schulhof ${readVersion().name} jetzt starten.`,
    )
  } finally {
    await release()
  }
  return undefined
}

/** The way back after an upgrade, called with the older program. */
export const goBackCommand: Command = {
  name: 'go-back',
  options: {
    file: {
      value: 'DATEI',
      help: 'eine bestimmte Sicherung; ohne diese Angabe die neueste in BACKUP_DIR, die zu diesem Programm passt',
    },
    key: { value: 'SCHLÜSSELDATEI', help: 'der Schlüssel dazu, wenn es nicht mehr der dieser Installation ist' },
  },
  summary: 'nimmt eine Aktualisierung zurück: spielt die Sicherung zurück, die davor gemacht wurde',
  details:
    'Wird mit dem älteren Programm aufgerufen. Vorher steht da, was seitdem dazugekommen ist und danach fehlt. Der jetzige\nStand wird zuerst gesichert; schlägt etwas fehl, bleibt alles, wie es war. Der Server darf dabei nicht laufen.',
  isAsking: true,
  run,
}
