import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Says whether the log line `l` is about a mail with the decision `s`. */
const carries = sql`l.school_id = s.school_id and l.related_type = 'registration_contact'
  and l.template = 'registration_' || s.kind and l.related_ids @> array[s.id]`

/**
 * Says whether the decision `s` is the present one of the application `r`, and not the same status at an earlier time
 * (ADR 0023).
 */
const isPresent = sql`s.school_id = r.school_id and s.registration_id = r.id
  and s.kind = r.status and s.created_at >= r.status_changed_at`

/**
 * The decision on the application `r` of which the contact `c` was informed: only a mail that left for the contact's
 * present address counts. Once that mail is no longer in the log, the recipients stored with the decision count; an
 * address confirmed before is still the same.
 */
export const informedStatus = sql<string | null>`(select s.kind from registration_status_mail s
  where ${isPresent} and (
    exists (select from mail_log l where ${carries} and l.related_id = c.id and l.state = 'sent'
      and l.recipient_hash = sha256(convert_to(lower(c.mail), 'UTF8')))
    or c.id = any(s.told_to) and c.mail_verified_at <= s.created_at)
  limit 1)`

/**
 * When the family of the application `r` was informed of the present decision: when a mail left, a letter was written or
 * somebody noted a call; null when nobody informed it.
 */
export const leftAt = sql<string | null>`(select max(s.told_at) from registration_status_mail s where ${isPresent})`

/** Says whether one of the mails about the decision `s` on the application `r` has that state. */
const hasMail = (state: 'queued' | 'sent') => sql`exists (
  select from registration_contact c join mail_log l on ${carries} and l.related_id = c.id and l.state = ${state}
  where c.school_id = r.school_id and c.registration_id = r.id)`

export interface LastInformed {
  at: string
  by: string | null
  /** Its mails still wait. */
  is_waiting: boolean
  by_letter: boolean
  by_phone: boolean
}

/**
 * When and by which user the families of these applications were last informed of the present decision, or are being
 * informed. Letters count from the moment the file was written, calls from the moment they were noted. Dropped and failed mails do not count; mails that are
 * no longer in the log do.
 */
export async function listLastInformed(tx: SchoolTransaction, registrationIds: readonly number[]) {
  const { rows } = await sql<LastInformed & { registration_id: number }>`
    select distinct on (t.registration_id) t.registration_id, u.name as by, t.is_waiting, t.by_letter, t.by_phone,
      case when t.is_waiting then t.created_at else coalesce(t.told_at, t.created_at) end as at
    from (
      select s.id, r.id as registration_id, s.created_by, s.created_at, s.told_at, s.by_letter, s.by_phone,
        ${hasMail('queued')} as is_waiting,
        s.by_letter or s.by_phone or s.told_to <> '{}' or ${hasMail('sent')} as is_told
      from registration r
      join registration_status_mail s on ${isPresent}
      where r.id = any(${[...registrationIds]}::bigint[])) t
    left join app_user u on u.id = t.created_by
    where t.is_waiting or t.is_told
    order by t.registration_id, t.id desc`.execute(tx)
  return new Map(rows.map(({ registration_id, ...informed }) => [registration_id, informed satisfies LastInformed]))
}

/** The same for one application; null when nobody informed the family. */
export const findLastInformed = async (tx: SchoolTransaction, registrationId: number): Promise<LastInformed | null> =>
  (await listLastInformed(tx, [registrationId])).get(registrationId) ?? null
