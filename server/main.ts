import { shortCommit } from '#contract/changelog/changelog.ts'
import { describeConnection } from './db/describe-connection.ts'
import { makeSetupLink } from './db/setup-link.ts'
import { readVersion } from './domains/changelog/read-version.ts'
import { journalLines } from './domains/retentions/repeat-erasures.ts'
import { readEnv } from './env.ts'
import { serve, stopOnSignals } from './serve.ts'
import { StartError } from './start-error.ts'

try {
  const env = readEnv(process.env)
  const { stop, stopSeconds, platform, journal } = await serve({
    env,
    prepare: async ({ owner }) => {
      const link = await makeSetupLink(owner, env.APP_URL)
      if (link) console.log(`\nNoch keine Schule eingerichtet. Bitte öffnen Sie einmal diesen Link:\n\n  ${link}\n`)
    },
  })
  stopOnSignals(stop, stopSeconds)
  const place = env.DATABASE_URL ? describeConnection(env.DATABASE_URL) : env.DATA_DIR
  const { name, commit } = readVersion()
  console.log(`Version ${name}${commit === null ? '' : `, Stand ${shortCommit(commit)}`}`)
  console.log(`Schulhof läuft: ${platform.appUrl}/app/   (Daten: ${place})`)
  for (const line of journalLines(journal)) console.log(line)
  if (!platform.hasMailServer) console.log('SMTP_URL fehlt: E-Mails warten im Postausgang.')
  if (!platform.hasBackups)
    console.log(
      'BACKUP_DIR fehlt: Es wird nachts nichts gesichert. Bitte nennen Sie einen Ordner (docs/operations.md).',
    )
  if (env.DATABASE_URL && !env.DATABASE_APP_URL)
    console.log(
      'DATABASE_APP_URL fehlt: Anfragen laufen über die Verbindung des Eigentümers, nur mit gewechselter Rolle.',
    )
  if (env.APP_URL.startsWith('http:') && new URL(env.APP_URL).hostname !== 'localhost')
    console.log('Ohne TLS (APP_URL mit https://) sind Anmeldungen über ein Netz nicht geschützt.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
