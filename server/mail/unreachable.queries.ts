import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

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
export const noteBounce = (tx: SchoolTransaction, mailId: number, { reason, isFullOnce, isLate }: Bounce) =>
  sql`update mail_log m set bounced_at = now(), is_bounce_late = ${isLate}, bounce_reason = case
      when ${isFullOnce}::boolean and not exists (select from mail_log earlier
        where earlier.recipient_hash = m.recipient_hash and earlier.bounce_reason in ('full_once', 'full')
          and earlier.bounced_at <= now() - make_interval(days => ${FULL_DAYS})
          and earlier.bounced_at > now() - make_interval(days => ${FULL_SINCE_DAYS}))
      then 'full_once' else ${reason} end
    where m.id = ${mailId} and m.recipient_hash <> ''`.execute(tx)

/**
 * A mail server takes a mail for an address that it refused before: the address is good again. This says nothing about
 * addresses whose mails were taken and came back later.
 */
export const clearRefusals = (tx: SchoolTransaction, mailId: number) =>
  sql`update mail_log set bounce_reason = null where bounce_reason is not null and not is_bounce_late
    and recipient_hash = (select recipient_hash from mail_log where id = ${mailId})`.execute(tx)

/** Nothing came back of a later mail for days: the address is good again. */
export const clearOutlivedBounces = (tx: SchoolTransaction) =>
  sql`update mail_log b set bounce_reason = null where bounce_reason is not null and exists (
    select from mail_log later where later.recipient_hash = b.recipient_hash and later.state = 'sent'
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
