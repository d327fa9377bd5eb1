import { DAY_MS } from '#contract/dates.ts'
import { alarmsOf, MAIL_AGAIN_MS } from '#contract/systemstates/systemstates.alarms.ts'
import type { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { inTransaction, type Pool, type Queries } from '#server/db/database.ts'
import type { JobLog } from '#server/jobs/run-task.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  listAdmins,
  listOpenAlarms,
  lockAlarms,
  putAlarm,
  type StoredAlarm,
  tidyAlarms,
  updateAlarmEnd,
  updateAlarmsMailed,
} from './alarms.queries.ts'
import { ownHost } from './process-name.ts'

/** Alarms of a machine that nobody has confirmed for a day. */
const SILENT_MS = DAY_MS
/** Ended alarms stay for a week, so that a mail about their end finds them. */
const ENDED_MS = 7 * DAY_MS

interface Look {
  pool: Pool
  keys: SecretRing
  facts: SystemFacts
  now: Date
  /** The machine; a test names another one. */
  host?: string
  log?: JobLog
}

/** Mail cannot say that mail is broken: the banner does. */
const isMailed = ({ key }: Pick<StoredAlarm, 'key'>) => key !== 'mails_wait'

const isDueForMail = ({ mailed_at }: StoredAlarm, now: Date) =>
  mailed_at === null || now.getTime() - Date.parse(mailed_at) >= MAIL_AGAIN_MS

async function writeToAdmins(tx: Queries, keys: SecretRing, template: 'system_alarm' | 'system_calm') {
  for (const { id, email } of await listAdmins(tx))
    await queueAccountMail(tx, keys, { userId: id, template, recipient: email })
}

/** Says each change once, in one line. */
const noteChange = (log: JobLog | undefined, alarm: Pick<StoredAlarm, 'key' | 'subject'>, message: string) =>
  log?.warn({ part: 'watch', alarm: alarm.key, subject: alarm.subject }, message)

/** Opens, confirms and ends alarms; answers those that ended and had been mailed. */
async function updateAlarms(tx: Queries, { facts, now, host = ownHost(), log }: Look) {
  const at = now.toISOString()
  const open = await listOpenAlarms(tx)
  // Another machine's disk and folder are its own matter.
  const mine = open.filter((alarm) => alarm.host === '' || alarm.host === host)
  const found = alarmsOf(facts, now, mine).map(({ isOfMachine, ...alarm }) => ({
    ...alarm,
    host: isOfMachine ? host : '',
  }))
  const isIn = (list: readonly Pick<StoredAlarm, 'key' | 'host' | 'subject'>[], one: (typeof list)[number]) =>
    list.some(({ key, host: where, subject }) => key === one.key && where === one.host && subject === one.subject)
  for (const alarm of found) {
    await putAlarm(tx, { ...alarm, since: alarm.since ?? at, now: at })
    if (!isIn(mine, alarm)) noteChange(log, alarm, 'alarm')
  }
  const ended = mine.filter((alarm) => !isIn(found, alarm))
  for (const alarm of ended) {
    await updateAlarmEnd(tx, alarm, at)
    noteChange(log, alarm, 'alarm ended')
  }
  return ended.filter(({ mailed_at }) => mailed_at !== null)
}

/**
 * Compares the state with the stored alarms. Admins get one mail when an alarm opens, again after a day while it stays, and
 * one when it is over. Every process looks, because only it sees its own disk; each mail is queued once.
 */
export const checkAlarms = (look: Look) =>
  inTransaction(look.pool, async (tx) => {
    const { keys, facts, now } = look
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
    await lockAlarms(tx)
    const ended = await updateAlarms(tx, look)
    await tidyAlarms(tx, { silentSince: before(SILENT_MS), endedBefore: before(ENDED_MS), now: now.toISOString() })
    // Without a mail server these mails would only wait and become an alarm themselves.
    if (!facts.has_mail_server) return
    if (ended.some(isMailed)) await writeToAdmins(tx, keys, 'system_calm')
    const open = (await listOpenAlarms(tx)).filter(isMailed)
    if (!open.some((alarm) => isDueForMail(alarm, now))) return
    await writeToAdmins(tx, keys, 'system_alarm')
    await updateAlarmsMailed(tx, now.toISOString())
  })
