import { counted } from '#contract/counted.ts'
import { momentText } from '#contract/dates.ts'
import { taskLabel } from '#contract/systemstates/systemstates.texts.ts'
import { withoutAddresses } from '#server/mail/send-mail.ts'
import type { Command } from './command.ts'
import { programName } from './help.ts'
import { withInstallation } from './installation.ts'
import { type ListedJob, listFailedJobs, listJobs, runJobsNow } from './jobs.queries.ts'
import { noteInstallation } from './note-installation.ts'

const MOST_LISTED = 100

const stateOf = ({ attempts, max_attempts, run_at, is_running, last_error }: ListedJob) => {
  if (is_running) return 'läuft'
  const next =
    attempts >= max_attempts ? 'wird nicht mehr versucht' : `nächster Versuch ${momentText(run_at.toISOString())}`
  return last_error === null ? next : `${attempts}-mal gescheitert, ${next}`
}

/** The reason without what it may say about people. */
const reasonOf = ({ last_error }: ListedJob) =>
  last_error === null ? '' : `\n    ${withoutAddresses(last_error.split('\n')[0] ?? '')}`

const lineOf = (job: ListedJob) =>
  `${taskLabel(job.task)} (${job.task}, Nr. ${job.id}): ${stateOf(job)}${reasonOf(job)}`

/** What the worker still has to do, and what went wrong. */
export const jobs: Command = {
  name: 'jobs',
  summary: 'zeigt wartende und gescheiterte Aufgaben; gescheiterte zuerst',
  async run({ settings, say }) {
    return withInstallation(settings(), async ({ ownerPool }) => {
      const found = await listJobs(ownerPool, MOST_LISTED)
      const total = found[0] ? found[0].total : 0
      say(found.length === 0 ? 'Es wartet keine Aufgabe.' : found.map(lineOf).join('\n'))
      if (total > found.length) say(`… und ${counted(total - found.length, 'weitere', 'weitere')}`)
      if (found.some(({ last_error }) => last_error !== null))
        say(`\nIst der Grund behoben, versuchen Sie es noch einmal: ${programName()} jobs retry`)
      return undefined
    })
  },
}

/** Another try for jobs that failed. */
export const retryJobs: Command = {
  name: 'jobs retry',
  options: {
    task: { value: 'AUFGABE', help: 'nur Aufgaben dieser Art; „jobs“ nennt sie in Klammern, zum Beispiel backup' },
  },
  summary: 'startet gescheiterte Aufgaben noch einmal, mit allen Versuchen von vorn',
  isAsking: true,
  async run({ settings, option, confirm, say, remark }) {
    return withInstallation(settings(), async ({ ownerPool, app }) => {
      const ids = await listFailedJobs(ownerPool, option('task') ?? null)
      if (ids.length === 0) {
        say('Keine Aufgabe ist gescheitert.')
        return undefined
      }
      await confirm(
        `${counted(ids.length, 'gescheiterte Aufgabe wird', 'gescheiterte Aufgaben werden')} noch einmal versucht.`,
      )
      const count = await runJobsNow(ownerPool, ids)
      await noteInstallation(app, 'jobs_retried', remark)
      say(`${counted(count, 'Aufgabe läuft', 'Aufgaben laufen')}, sobald ein Server sie nimmt.`)
      return undefined
    })
  },
}
