import { registrationMails } from './domains/registrations/registrations.mails.ts'
import { tidyUp } from './domains/registrations/tidy-up.ts'
import type { Platform } from './http/platform.ts'
import type { Task } from './jobs/worker.ts'
import { sendMail } from './mail/send-mail.ts'

/** Hourly, at twelve minutes past. */
export const CRONTAB = '12 * * * * tidy_up'

/** Every kind of job. Without a mail server there is no `send_mail`: its jobs then wait. */
export function tasksOf(platform: Platform) {
  const tasks: Record<string, Task> = { tidy_up: tidyUp(platform) }
  const { mailTransport: transport } = platform
  if (transport) {
    const templates = registrationMails(platform)
    tasks.send_mail = sendMail({
      pool: platform.pool,
      transport,
      templates,
      host: new URL(platform.appUrl).hostname,
      now: platform.now,
    })
  }
  return tasks
}
