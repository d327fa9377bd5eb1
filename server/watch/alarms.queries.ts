import { sql } from 'kysely'
import type { AlarmKey } from '#contract/systemstates/systemstates.alarms.ts'
import type { ShownAlarm } from '#contract/systemstates/systemstates.ts'
import type { Queries } from '#server/db/database.ts'

export interface StoredAlarm {
  key: AlarmKey
  host: string
  subject: string
  since: string
  mailed_at: string | null
}

const LOCK = 7_351_004

/** Processes look one after the other, so that each admin gets one mail. The lock ends with the transaction. */
export const lockAlarms = (tx: Queries) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)

export const listOpenAlarms = async (tx: Queries): Promise<StoredAlarm[]> => {
  const rows = await tx
    .selectFrom('system_alarm')
    .select(['key', 'host', 'subject', 'since', 'mailed_at'])
    .where('ended_at', 'is', null)
    .orderBy('since')
    .orderBy('key')
    .orderBy('subject')
    .orderBy('host')
    .execute()
  return rows.map((row) => ({ ...row, key: row.key as AlarmKey }))
}

/** Open alarms that a process confirmed since this moment. */
export const listConfirmedAlarms = async (tx: Queries, since: string): Promise<ShownAlarm[]> => {
  const rows = await tx
    .selectFrom('system_alarm')
    .select(['key', 'host', 'subject', 'since'])
    .where('ended_at', 'is', null)
    .where('confirmed_at', '>=', since)
    .orderBy('since')
    .orderBy('key')
    .orderBy('subject')
    .orderBy('host')
    .execute()
  return rows.map((row) => ({ ...row, key: row.key as AlarmKey }))
}

type AlarmId = Pick<StoredAlarm, 'key' | 'host' | 'subject'>

const isAlarm = ({ key, host, subject }: AlarmId) =>
  sql<boolean>`key = ${key} and host = ${host} and subject = ${subject}`

/** Opens an alarm, or confirms one that is open. One that had ended begins anew. */
export const putAlarm = (tx: Queries, { key, host, subject, since, now }: AlarmId & { since: string; now: string }) =>
  tx
    .insertInto('system_alarm')
    .values({ key, host, subject, since, confirmed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['key', 'host', 'subject']).doUpdateSet((eb) => ({
        confirmed_at: eb.ref('excluded.confirmed_at'),
        since: sql<string>`case when system_alarm.ended_at is null then system_alarm.since else excluded.since end`,
        mailed_at: sql<string | null>`case when system_alarm.ended_at is null then system_alarm.mailed_at end`,
        ended_at: null,
      })),
    )
    .execute()

export const updateAlarmEnd = (tx: Queries, alarm: AlarmId, now: string) =>
  tx.updateTable('system_alarm').set({ ended_at: now }).where(isAlarm(alarm)).execute()

/** Notes that the admins were written to about every open alarm, except about mails. */
export const updateAlarmsMailed = (tx: Queries, now: string) =>
  tx
    .updateTable('system_alarm')
    .set({ mailed_at: now })
    .where('ended_at', 'is', null)
    .where('key', '<>', 'mails_wait' satisfies AlarmKey)
    .execute()

/** Ends what no process has confirmed since `silentSince`, because its machine is gone, and deletes what ended long ago. */
export async function tidyAlarms(tx: Queries, times: { silentSince: string; endedBefore: string; now: string }) {
  await tx
    .updateTable('system_alarm')
    .set({ ended_at: times.now, mailed_at: null })
    .where('ended_at', 'is', null)
    .where('confirmed_at', '<', times.silentSince)
    .execute()
  await tx.deleteFrom('system_alarm').where('ended_at', '<', times.endedBefore).execute()
}

/** Alarms about which the admins were written to and that ended since then. */
export const listEndedAlarms = async (tx: Queries): Promise<(ShownAlarm & { ended_at: string })[]> => {
  const rows = await tx
    .selectFrom('system_alarm')
    .select(['key', 'host', 'subject', 'since', 'ended_at'])
    .where('mailed_at', 'is not', null)
    .where(
      sql<boolean>`ended_at >= (select max(ended_at) from system_alarm where mailed_at is not null) - interval '1 hour'`,
    )
    .orderBy('since')
    .execute()
  return rows.map((row) => ({ ...row, key: row.key as AlarmKey, ended_at: row.ended_at ?? '' }))
}

/** Accounts that are written to about the installation. */
export const listAdmins = (tx: Queries) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .execute()
