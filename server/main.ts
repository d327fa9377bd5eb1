import { shortCommit } from '#contract/changelog/changelog.ts'
import { describeConnection } from './db/describe-connection.ts'
import { makeSetupLink } from './db/setup-link.ts'
import { readVersion } from './domains/changelog/read-version.ts'
import { journalLines } from './domains/retentions/repeat-erasures.ts'
import { readEnv } from './env.ts'
import { say } from './http/log.ts'
import { serve, stopOnSignals } from './serve.ts'
import { StartError } from './start-error.ts'

try {
  const env = readEnv(process.env)
  const { stop, stopSeconds, platform, journal } = await serve({
    env,
    prepare: async ({ owner }) => {
      const link = await makeSetupLink(owner, env.APP_URL)
      // For the person who installs it, and as good as a password until it was used: no line of the log.
      if (link) console.log(`\nNoch keine Schule eingerichtet. Bitte öffnen Sie einmal diesen Link:\n\n  ${link}\n`)
    },
  })
  stopOnSignals(stop, stopSeconds)
  const place = env.DATABASE_URL ? describeConnection(env.DATABASE_URL) : env.DATA_DIR
  const { name, commit } = readVersion()
  say(`Version ${name}${commit === null ? '' : `, Stand ${shortCommit(commit)}`}`)
  say(`Schulhof läuft: ${platform.appUrl}/app/   (Daten: ${place})`)
  for (const line of journalLines(journal)) say(line, { level: 'warn' })
  if (!platform.hasMailServer) say('SMTP_URL fehlt: E-Mails warten im Postausgang.')
  if (!platform.hasBackups)
    say('BACKUP_DIR fehlt: Es wird nachts nichts gesichert. Bitte nennen Sie einen Ordner (docs/operations.md).')
  if (env.DATABASE_URL && !env.DATABASE_APP_URL)
    say('DATABASE_APP_URL fehlt: Anfragen laufen über die Verbindung des Eigentümers, nur mit gewechselter Rolle.')
  if (env.APP_URL.startsWith('http:') && new URL(env.APP_URL).hostname !== 'localhost')
    say('Ohne TLS (APP_URL mit https://) sind Anmeldungen über ein Netz nicht geschützt.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
