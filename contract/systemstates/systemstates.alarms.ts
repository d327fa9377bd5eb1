import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/dates.ts'
import type { SystemFacts } from './systemstates.facts.ts'

/** A newest backup of this age is an alarm: one night was missed, and half a day has passed to notice. */
const BACKUP_OLD_MS = 36 * HOUR_MS
/** Mails that are held up for longer are an alarm. */
const MAILS_WAIT_MS = HOUR_MS
/** A disk that is fuller is an alarm. It ends a little lower, so that it does not come and go. */
export const DISK_FULL_SHARE = 0.9
export const DISK_CALM_SHARE = 0.88
/** A due job that nobody has begun for longer: no worker is running. */
const JOBS_DUE_MS = 15 * MINUTE_MS
/** The nightly erasure did not run for longer. */
const ERASURE_OLD_MS = 36 * HOUR_MS
/** Admins are written to again after this time while the alarm is open. */
export const MAIL_AGAIN_MS = DAY_MS

export const ALARM_KEYS = ['backup_old', 'mails_wait', 'job_failed', 'disk_full'] as const
export type AlarmKey = (typeof ALARM_KEYS)[number]

/** The task that erases at night what the schools' periods end. */
const ERASURE_TASK = 'run_retention'

/** Something that an admin must do, the same for banner, page and mail. */
export interface Alarm {
  key: AlarmKey
  /** Which disk, by its folder, or which kind of job; empty when there is only one. */
  subject: string
  /** Only this machine can see it. */
  isOfMachine: boolean
  /** When it began, as far as the facts say; null: when it was first seen. */
  since: string | null
}

const olderThan = (at: string, now: Date, ms: number) => now.getTime() - Date.parse(at) > ms
const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

/** An installation without any backup is as old as its first day. */
const backupAlarm = ({ backup, database }: SystemFacts, now: Date): Alarm[] => {
  if (!backup) return []
  const last = backup.newest?.at ?? database.installed_at
  if (!olderThan(last, now, BACKUP_OLD_MS)) return []
  return [{ key: 'backup_old', subject: '', isOfMachine: true, since: later(last, BACKUP_OLD_MS) }]
}

const mailAlarm = ({ database: { mails } }: SystemFacts, now: Date): Alarm[] =>
  mails.held_since && olderThan(mails.held_since, now, MAILS_WAIT_MS)
    ? [{ key: 'mails_wait', subject: '', isOfMachine: false, since: mails.held_since }]
    : []

const jobAlarms = ({ database: { jobs } }: SystemFacts): Alarm[] =>
  jobs.failed.map(({ task, since }) => ({ key: 'job_failed', subject: task, isOfMachine: false, since }))

const diskAlarms = ({ disks }: SystemFacts, open: readonly Pick<Alarm, 'key' | 'subject'>[]): Alarm[] =>
  disks
    .filter(({ folder, used_share }) => {
      const isOpen = open.some(({ key, subject }) => key === 'disk_full' && subject === folder)
      return used_share > (isOpen ? DISK_CALM_SHARE : DISK_FULL_SHARE)
    })
    .map(({ folder }) => ({ key: 'disk_full', subject: folder, isOfMachine: true, since: null }))

/** What an admin must do now. `open`: the alarms of this machine that are open already. */
export const alarmsOf = (
  facts: SystemFacts,
  now: Date,
  open: readonly Pick<Alarm, 'key' | 'subject'>[] = [],
): Alarm[] => [...backupAlarm(facts, now), ...mailAlarm(facts, now), ...jobAlarms(facts), ...diskAlarms(facts, open)]

/** Jobs are due, but nobody begins them: no process works on the queue. */
export const isWorkerIdle = ({ database: { jobs } }: SystemFacts, now: Date) =>
  jobs.due_since !== null && olderThan(jobs.due_since, now, JOBS_DUE_MS)

/** Runs of this task that ended longer ago say nothing: the mailbox may no longer be set. */
const BOUNCES_OLD_MS = HOUR_MS

/** The last reading of the mailbox with returned mails; undefined where none is read. */
export const bounceReading = ({ database }: SystemFacts, now: Date) => {
  const run = database.tasks.find(({ task }) => task === 'read_bounces')
  const { finished_at = null, failed_at = null } = run ?? {}
  const isFaulty = failed_at !== null && (finished_at === null || finished_at < failed_at)
  const last = isFaulty ? failed_at : finished_at
  return last === null || olderThan(last, now, BOUNCES_OLD_MS) ? undefined : { finished_at, failed_at, isFaulty }
}

/** When the nightly erasure last ended well; null when it never did. */
export const lastErasure = ({ database }: SystemFacts) =>
  database.tasks.find(({ task }) => task === ERASURE_TASK)?.finished_at ?? null

/** What is due for erasure stays longer than promised. */
export const isErasureLate = (facts: SystemFacts, now: Date) =>
  olderThan(lastErasure(facts) ?? facts.database.installed_at, now, ERASURE_OLD_MS)
