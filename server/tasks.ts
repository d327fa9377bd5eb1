import { DROP_SCRATCH_TASK } from '#server/backup/backup-tasks.ts'
import { RESUME_TASK, resumeImports } from '#server/domains/pupilimports/commit-import.ts'
import { ANNOUNCE_TASK, announceRegistrations } from '#server/domains/registrations/mails/announce-registrations.ts'
import { registrationMails } from '#server/domains/registrations/mails/registrations.mails.ts'
import { REMINDER_TASK, sendReminders } from '#server/domains/registrations/mails/send-reminders.ts'
import { TIDY_SICKNOTES_TASK, tidySicknotes } from './domains/absences/tidy-sicknotes.ts'
import { expirePackages } from './domains/accesspackages/expire-packages.ts'
import { EXPIRE_TASK } from './domains/accesspackages/make-package.ts'
import { accountMails } from './domains/account/account.mails.ts'
import { FORGOT_TASK, forgottenPassword } from './domains/account/forgot-password.ts'
import { circularMails } from './domains/circulars/circular-mail.ts'
import { checkMails } from './domains/datachecks/check-mail.ts'
import { ownLinkMail } from './domains/parentlinks/own-link-mail.shared.ts'
import { rotateLinksOfAge } from './domains/parentlinks/rotate-of-age.ts'
import { IMPORT_TASK, importPupils } from './domains/pupilimports/commit-import.ts'
import { COPY_ERASURES_TASK } from './domains/retentions/erasures.queries.ts'
import { copyErasures } from './domains/retentions/repeat-erasures.ts'
import { RETENTION_TASK, runRetention } from './domains/retentions/run-retention.ts'
import { tidyUp } from './domains/retentions/tidy-up.ts'
import { turnDay } from './domains/rollovers/turn-day.ts'
import { DIGEST_TEMPLATE, digestMail } from './domains/sicknotefeeds/digest-mail.ts'
import { DIGEST_TASK, sendDigests } from './domains/sicknotefeeds/send-digests.ts'
import { RESEND_LINKS_TASK, resendLinks } from './domains/sicknotes/resend-links.ts'
import { sicknoteMails } from './domains/sicknotes/sicknotes.mails.ts'
import { alarmMails } from './domains/systemstates/alarm-mails.ts'
import type { Platform } from './http/platform.ts'
import { OF_AGE_TASK } from './jobs/of-age-task.ts'
import type { Task } from './jobs/run-task.ts'
import { accountMailbox } from './mail/account-outbox.ts'
import { READ_BOUNCES_TASK, readBounces } from './mail/read-bounces.ts'
import { type MailTemplate, schoolMailbox } from './mail/school-mailbox.ts'
import { sendMail } from './mail/send-mail.ts'

/**
 * A crontab is in UTC. Tidying up runs hourly, old absences are removed at night, stalled imports continue within
 * minutes, the turn of the day is a minute after midnight in Berlin's summer and winter, and the backup is at half past
 * two in winter, or as soon as a server runs again.
 */
const CRONTAB = {
  tidy_up: '12 * * * * tidy_up',
  [EXPIRE_TASK]: `17 * * * * ${EXPIRE_TASK}`,
  [RESUME_TASK]: `*/10 * * * * ${RESUME_TASK}`,
  [DIGEST_TASK]: `*/5 4-12 * * * ${DIGEST_TASK}`,
  [REMINDER_TASK]: `*/15 5-19 * * * ${REMINDER_TASK}`,
  [ANNOUNCE_TASK]: `*/10 * * * * ${ANNOUNCE_TASK}`,
  turn_day: '1 22,23 * * * turn_day ?fill=6h&max=5',
  [TIDY_SICKNOTES_TASK]: `40 0 * * * ${TIDY_SICKNOTES_TASK} ?fill=23h&max=5`,
  [RETENTION_TASK]: `50 0 * * * ${RETENTION_TASK} ?fill=23h&max=5`,
  [OF_AGE_TASK]: `1 22,23 * * * ${OF_AGE_TASK} ?fill=6h&max=5`,
  // A run that failed is not repeated: the next one comes soon.
  [READ_BOUNCES_TASK]: `*/5 * * * * ${READ_BOUNCES_TASK} ?max=1&jobKey=${READ_BOUNCES_TASK}&jobKeyMode=replace`,
  backup: '30 1 * * * backup ?fill=23h&max=5',
}

/**
 * Tasks that also run when a server starts: it may have been off at midnight (domain §9c), or ended during an import.
 */
export const AT_START = ['turn_day', OF_AGE_TASK, RESUME_TASK]

/**
 * Those that go round all schools for a new day: a restart repeats them only when today's have not ended well. A demo
 * has a day of its own.
 */
export const ONCE_A_DAY = ['turn_day', OF_AGE_TASK]

/** These tasks and those that only some installations have, as far as they exist. */
export const atStartOf = (tasks: Record<string, Task>) =>
  [...AT_START, DROP_SCRATCH_TASK].filter((name) => name in tasks)

/** The crontab for those of these tasks that exist. */
export const crontabOf = (tasks: Record<string, Task>) =>
  Object.entries(CRONTAB)
    .filter(([name]) => name in tasks)
    .map(([, line]) => line)
    .join('\n')

/** How each mail of a school is written, by its template. */
export const schoolMails = (platform: Platform): Record<string, MailTemplate> => ({
  ...registrationMails(platform),
  ...sicknoteMails(platform),
  ...ownLinkMail(platform),
  ...circularMails,
  ...checkMails(platform),
  [DIGEST_TEMPLATE]: digestMail(platform.appUrl),
})

/** Every kind of job. Without a mail server there are no jobs that send, so mails wait. */
export function tasksOf(platform: Platform, backupTasks: Record<string, Task> = {}) {
  const tasks: Record<string, Task> = {
    tidy_up: tidyUp(platform),
    turn_day: turnDay(platform),
    [TIDY_SICKNOTES_TASK]: tidySicknotes(platform),
    [RETENTION_TASK]: runRetention(platform),
    [COPY_ERASURES_TASK]: copyErasures(platform),
    [OF_AGE_TASK]: rotateLinksOfAge(platform),
    [EXPIRE_TASK]: expirePackages(platform),
    [IMPORT_TASK]: importPupils(platform),
    [RESUME_TASK]: resumeImports(platform),
    [DIGEST_TASK]: sendDigests(platform),
    [REMINDER_TASK]: sendReminders(platform),
    [ANNOUNCE_TASK]: announceRegistrations(platform),
    [FORGOT_TASK]: forgottenPassword(platform),
    [RESEND_LINKS_TASK]: resendLinks(platform),
    ...backupTasks,
  }
  const { mailTransport: transport, bounceMailbox, appUrl, now, pool } = platform
  if (bounceMailbox) tasks[READ_BOUNCES_TASK] = readBounces(platform, bounceMailbox)
  if (transport) {
    const sender = { transport, host: new URL(appUrl).hostname, now }
    tasks.send_mail = sendMail(sender, schoolMailbox(pool, schoolMails(platform)))
    tasks.send_account_mail = sendMail(
      sender,
      accountMailbox(platform, { ...accountMails(platform), ...alarmMails(platform) }),
    )
  }
  return tasks
}
