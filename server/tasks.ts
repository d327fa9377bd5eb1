import { accountMails } from './domains/account/account.mails.ts'
import { registrationMails } from './domains/registrations/registrations.mails.ts'
import { tidyUp } from './domains/registrations/tidy-up.ts'
import type { Platform } from './http/platform.ts'
import type { Task } from './jobs/worker.ts'
import { accountMailbox } from './mail/account-outbox.ts'
import { schoolMailbox } from './mail/school-mailbox.ts'
import { sendMail } from './mail/send-mail.ts'

/** Hourly, at twelve minutes past. */
export const CRONTAB = '12 * * * * tidy_up'

/** Every kind of job. Without a mail server there are no jobs that send: they then wait. */
export function tasksOf(platform: Platform) {
  const tasks: Record<string, Task> = { tidy_up: tidyUp(platform) }
  const { mailTransport: transport, appUrl, now, pool } = platform
  if (transport) {
    const sender = { transport, host: new URL(appUrl).hostname, now }
    tasks.send_mail = sendMail(sender, schoolMailbox(pool, registrationMails(platform)))
    tasks.send_account_mail = sendMail(sender, accountMailbox(platform, accountMails(platform)))
  }
  return tasks
}
