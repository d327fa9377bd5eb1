import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The two outboxes. Transactions about `mail_log` are bound to its school. */
export type MailTable = 'mail_log' | 'account_mail'

/** A line of an outbox. */
export interface MailLine {
  table: MailTable
  id: number
}

/** What came back: why, and whether the mail server had taken the mail first. */
interface Bounce {
  reason: string
  /** The mailbox was full, and nobody has tried for days. */
  isFullOnce: boolean
  isLate: boolean
}

/** A full mailbox counts once it was full again after this time. */
const FULL_DAYS = 3
/** Whoever tried longer ago does not count. */
const FULL_SINCE_DAYS = 14
/** A notice arrives within this time: mail servers try for up to five days. */
const LATE_DAYS = 5

/** Stores that the address of this mail cannot be reached. */
export const noteBounce = (tx: Queries, { table, id }: MailLine, { reason, isFullOnce, isLate }: Bounce) =>
  sql`update ${sql.table(table)} m set bounced_at = now(), is_bounce_late = ${isLate}, bounce_reason = case
      when ${isFullOnce}::boolean and not exists (select from ${sql.table(table)} earlier
        where earlier.recipient_hash = m.recipient_hash and earlier.bounce_reason in ('full_once', 'full')
          and earlier.bounced_at <= now() - make_interval(days => ${FULL_DAYS})
          and earlier.bounced_at > now() - make_interval(days => ${FULL_SINCE_DAYS}))
      then 'full_once' else ${reason} end
    where m.id = ${id} and m.recipient_hash <> ''`.execute(tx)

/**
 * A mail server takes a mail for an address that it refused before: the address is good again. This says nothing about
 * addresses whose mails were taken and came back later.
 */
export const clearRefusals = (tx: Queries, { table, id }: MailLine) =>
  sql`update ${sql.table(table)} set bounce_reason = null where bounce_reason is not null and not is_bounce_late
    and recipient_hash = (select recipient_hash from ${sql.table(table)} where id = ${id})`.execute(tx)

/** Nothing came back of a later mail for days: the address is good again. */
export const clearOutlivedBounces = (tx: Queries, table: MailTable) =>
  sql`update ${sql.table(table)} b set bounce_reason = null where bounce_reason is not null and exists (
    select from ${sql.table(table)} later where later.recipient_hash = b.recipient_hash and later.state = 'sent'
      and later.sent_at > b.bounced_at and later.sent_at < now() - make_interval(days => ${LATE_DAYS}))`.execute(tx)

/** Somebody knows that the address is good. Returns how many mails had said otherwise. */
export async function clearBounces(tx: SchoolTransaction, recipientHash: Buffer) {
  const { numUpdatedRows } = await tx
    .updateTable('mail_log')
    .set({ bounce_reason: null })
    .where('recipient_hash', '=', recipientHash)
    .where('bounce_reason', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The addresses that cannot be reached, by their checksums: since when, and the newest reason. */
export async function listUnreachable(tx: SchoolTransaction) {
  const { rows } = await sql<{ recipient_hash: Buffer; since: string; reason: string }>`
    select recipient_hash, min(bounced_at) as since, (array_agg(bounce_reason order by bounced_at desc, id desc))[1] as reason
    from mail_log where bounce_reason is not null and bounce_reason <> 'full_once' and recipient_hash <> ''
    group by recipient_hash`.execute(tx)
  return rows
}

/** Since when and why mails to the address of the account `u` come back, or no row; to join laterally. */
export const accountMark = sql`select min(m.bounced_at) as since,
    (array_agg(m.bounce_reason order by m.bounced_at desc, m.id desc))[1] as reason
  from account_mail m where m.user_id = u.id and m.bounce_reason is not null and m.bounce_reason <> 'full_once'
    and m.recipient_hash = sha256(convert_to(lower(u.email), 'UTF8')) having count(*) > 0`
