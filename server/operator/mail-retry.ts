import { counted } from '#contract/counted.ts'
import type { Command } from './command.ts'
import { withInstallation } from './installation.ts'
import { listMailJobs, requeueLostMails, runJobsNow } from './jobs.queries.ts'
import { noteInstallation } from './note-installation.ts'

/** After the mail server is mended: nobody waits ten minutes for the next turn. */
export const retryMails: Command = {
  name: 'mail retry',
  summary: 'schickt alle wartenden E-Mails gleich auf den Weg, statt auf den nächsten Versuch zu warten',
  details:
    'Hinaus gehen sie, sobald ein Server läuft. E-Mails, die ein Mailserver endgültig abgelehnt hat, bleiben liegen.',
  isAsking: true,
  async run({ settings, confirm, say, remark }) {
    return withInstallation(settings(), async ({ env, ownerPool, app }) => {
      if (!env.SMTP_URL) remark('SMTP_URL fehlt: Ohne Mailserver bleiben die E-Mails im Postausgang.')
      const lost = await requeueLostMails(ownerPool)
      const ids = await listMailJobs(ownerPool)
      if (ids.length === 0) {
        say('Es wartet keine E-Mail.')
        return undefined
      }
      await confirm(`${counted(ids.length, 'E-Mail wird', 'E-Mails werden')} jetzt noch einmal versucht.`)
      const count = await runJobsNow(ownerPool, ids)
      await noteInstallation(app, 'mails_retried', remark)
      say(
        `${counted(count, 'E-Mail ist', 'E-Mails sind')} auf dem Weg${lost > 0 ? `; für ${lost} davon war die Aufgabe verloren` : ''}.`,
      )
      return undefined
    })
  },
}
