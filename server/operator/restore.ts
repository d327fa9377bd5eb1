import { formatCount, fromCallersFolder, showProgress } from '#server/backup/command-line.ts'
import { assertRingFits, findRing, installRing, readKeyFile } from '#server/backup/key-file.ts'
import { reachIdleDatabase } from '#server/backup/reach-database.ts'
import { checkArchive, restoreBackup } from '#server/backup/restore-backup.ts'
import type { Command } from './command.ts'
import { noteInstallation } from './note-installation.ts'

/**
 * Plays a backup into an empty database. It asks nothing, because it refuses every database that contains something: there
 * is nothing to lose.
 */
export const restore: Command = {
  name: 'restore',
  args: ['DATEI'],
  options: {
    key: {
      value: 'SCHLÜSSELDATEI',
      help: 'der Schlüssel, den das Sichern mit --key geschrieben hat, oder eine Kopie von secret.key; ohne diese Angabe wird SECRET_KEY oder der Schlüssel in DATA_DIR benutzt',
    },
  },
  summary: 'spielt eine Sicherung in eine leere Datenbank zurück',
  details:
    'Die Datei wird vorher ganz geprüft; schlägt etwas fehl, bleibt alles, wie es war. Der Server darf dabei nicht laufen.',
  async run({ args: [given = ''], option, settings, say, remark }) {
    const file = fromCallersFolder(given)
    const env = settings()
    const key = option('key')
    const ring = key === undefined ? findRing(env) : readKeyFile(fromCallersFolder(key))
    assertRingFits(env, ring)
    // Before anything is started or made.
    const { header } = await checkArchive(file, ring)
    const { owner, app, release } = await reachIdleDatabase(env)
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
      await noteInstallation(app, 'backup_restored', remark)
      say(
        `Zurückgespielt: der Stand vom ${day} (${formatCount(rows)} Zeilen, ${seconds} s).\nAlle müssen sich neu anmelden. Sie können Schulhof jetzt starten.`,
      )
    } finally {
      await release()
    }
    return undefined
  },
}
