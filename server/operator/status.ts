import { momentText } from '#contract/dates.ts'
import { lastErasure } from '#contract/systemstates/systemstates.alarms.ts'
import type { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { formatCount, formatSize } from '#server/backup/command-line.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import { readSystemFacts, watchedFolders } from '#server/watch/system-facts.ts'
import type { Command } from './command.ts'
import { withInstallation } from './installation.ts'

const when = (instant: string | null | undefined, never: string) => (instant ? momentText(instant) : never)

const backupText = ({ backup }: SystemFacts) => {
  if (!backup) return 'keine; BACKUP_DIR ist nicht gesetzt'
  const { newest, folder, count, verified_at, copied_at } = backup
  if (!newest) return `noch keine in ${folder}`
  return `${momentText(newest.at)} (${formatSize(newest.bytes)}; ${formatCount(count)} in ${folder}; zuletzt durch Wiederherstellen geprüft: ${when(verified_at, 'noch nie')}${copied_at ? `; zuletzt an einen anderen Ort kopiert: ${momentText(copied_at)}` : ''})`
}

const mailText = ({ database: { mails }, has_mail_server }: SystemFacts) => {
  const waiting =
    mails.waiting === 0
      ? 'keine wartet'
      : `${formatCount(mails.waiting)} warten, die älteste seit ${when(mails.since, 'eben')}`
  return `${waiting}; ${has_mail_server ? `zuletzt angenommen: ${when(mails.left_at, 'noch nie')}` : 'SMTP_URL ist nicht gesetzt'}`
}

const jobText = ({ database: { jobs } }: SystemFacts) => {
  const failed = jobs.failed.reduce((sum, { count }) => sum + count, 0)
  return `${formatCount(jobs.waiting)} warten oder laufen, ${formatCount(failed)} dreimal oder öfter gescheitert`
}

const processText = ({ processes }: SystemFacts) =>
  processes.length === 0
    ? 'keiner'
    : processes.map(({ host, pid, version }) => `${host} (Prozess ${pid}, Version ${version})`).join(', ')

const diskText = ({ free_bytes, total_bytes, used_share }: SystemFacts['disks'][number]) =>
  `${Math.round(used_share * 100)} % belegt, ${formatSize(free_bytes)} von ${formatSize(total_bytes)} frei`

const linesOf = (facts: SystemFacts, version: string): [string, string][] => [
  ['Programm', `Schulhof ${version}, Node ${process.versions.node}`],
  ['Laufende Server', processText(facts)],
  [
    'Datenbank',
    `PostgreSQL ${facts.database.postgres}, ${formatSize(facts.database.database_bytes)}, Stand ${facts.database.migration.split('-')[0]}`,
  ],
  ['Letzte Sicherung', backupText(facts)],
  ['E-Mails', mailText(facts)],
  ['Aufgaben', jobText(facts)],
  ['Letzte Löschung', when(lastErasure(facts), 'noch nie')],
  ...facts.disks.map((disk): [string, string] => [`Datenträger ${disk.folder}`, diskText(disk)]),
]

/** How the installation is, in a few lines. */
export const status: Command = {
  name: 'status',
  options: { json: { help: 'schreibt dasselbe als JSON' } },
  summary: 'zeigt Versionen, Sicherung, E-Mails, Aufgaben, Datenträger und Datenbank',
  async run({ settings, now, has, say }) {
    return withInstallation(settings(), async ({ env, ownerPool }) => {
      const facts = await readSystemFacts({
        connection: ownerPool,
        folders: watchedFolders(env),
        hasMailServer: env.SMTP_URL !== undefined,
        hasVirusCheck: env.VIRUS_COMMAND !== undefined,
        now: now(),
      })
      const version = readVersion().name
      const lines = linesOf(facts, version)
      const width = Math.max(...lines.map(([label]) => label.length)) + 2
      const text = lines.map(([label, value]) => `${label.padEnd(width)}${value}`).join('\n')
      say(has('json') ? JSON.stringify({ version, ...facts }, null, 2) : text)
      return undefined
    })
  },
}
