import { type Insertable, sql } from 'kysely'
import type { MailLog } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { MailState } from './send-mail.ts'

/** The key by which a job finds a line of the log. */
type MailKey = { school_id: number; mail_id: number }

/** Returns the line's key. */
export const insertMail = (tx: SchoolTransaction, mail: Insertable<MailLog>): Promise<MailKey> =>
  tx.insertInto('mail_log').values(mail).returning(['school_id', 'id as mail_id']).executeTakeFirstOrThrow()

/** Many lines in one statement; returns their keys. */
export async function insertMails(
  tx: SchoolTransaction,
  mails: readonly (Insertable<MailLog> & { recipient_hash: Buffer; related_ids: number[] })[],
) {
  const lines = mails.map((mail) => ({ ...mail, recipient_hash: `\\x${mail.recipient_hash.toString('hex')}` }))
  const { rows } = await sql<MailKey>`
    insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id, related_ids)
    select template, recipient_masked, recipient_hash, related_type, related_id, related_ids
    from jsonb_populate_recordset(null::mail_log, ${JSON.stringify(lines)}::jsonb) returning school_id, id as mail_id`.execute(
    tx,
  )
  return rows
}

/** What the job of a mail reads of its line. */
interface BegunMail {
  template: string
  recipient_hash: Buffer
  related_type: string
  related_id: number
  related_ids: number[]
  bounce_token: string | null
}

/** Whoever asks for the state „queued“ makes PostgreSQL read all waiting mails by their index instead of one line. */
const NOT_WAITING = sql.raw("('held', 'sent', 'failed', 'dropped')")

/**
 * Notes that the mail is handed to the mail server now, and reads its line; undefined when the mail does not wait any
 * more. When an earlier try was begun and has no outcome, the program ended in the middle: the mail may have left.
 */
export async function beginMail(tx: SchoolTransaction, id: number) {
  const { rows } = await sql<BegunMail>`
    update mail_log set is_doubtful = is_doubtful or begun_at is not null, begun_at = now() where id = ${id} and state not in ${NOT_WAITING}
    returning template, recipient_hash, related_type, related_id, related_ids, bounce_token`.execute(tx)
  return rows[0]
}

/** Stores the result of sending; the reason of a failure without addresses. */
export async function updateMailState(
  tx: SchoolTransaction,
  id: number,
  { state, error = null, messageId = null, isUntried = false }: MailState,
) {
  const leaving = state === 'sent' ? sql`, sent_at = now(), message_id = ${messageId}` : sql``
  const ending = isUntried ? sql`` : sql`, begun_at = null`
  await sql`update mail_log set state = ${state}, error = ${error}, updated_at = now()${ending}${leaving}
    where id = ${id}`.execute(tx)
}

/**
 * Puts lines back into the outbox with these addresses; returns the keys of their jobs. What is known against an address
 * belongs to its checksum, so a line that gets another address leaves it behind.
 */
export async function readdressMails(
  tx: SchoolTransaction,
  mails: readonly { mail_id: number; recipient_masked: string; recipient_hash: Buffer }[],
) {
  const lines = mails.map((mail) => ({ ...mail, recipient_hash: `\\x${mail.recipient_hash.toString('hex')}` }))
  const { rows } = await sql<MailKey>`
    update mail_log l set state = 'queued', error = null, updated_at = now(),
      recipient_masked = n.recipient_masked, recipient_hash = n.recipient_hash,
      bounce_reason = case when l.recipient_hash = n.recipient_hash then l.bounce_reason end,
      bounced_at = case when l.recipient_hash = n.recipient_hash then l.bounced_at end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) n (mail_id bigint, recipient_masked text, recipient_hash bytea)
    where l.id = n.mail_id and l.state in ('failed', 'dropped')
    returning l.school_id, l.id as mail_id`.execute(tx)
  return rows
}

/** The mails about one object, newest first. */
export const listMailsAbout = (tx: SchoolTransaction, relatedType: string, relatedIds: number[]) =>
  tx
    .selectFrom('mail_log')
    .select(['id', 'template', 'recipient_masked', 'recipient_hash', 'related_id', 'related_ids'])
    .select(['state', 'error', 'created_at', 'sent_at'])
    .where('related_type', '=', relatedType)
    .where('related_id', '=', (eb) => eb.fn.any(eb.val(relatedIds)))
    .orderBy('id', 'desc')
    .execute()

interface MailsAbout {
  templates: readonly string[]
  relatedType: string
  relatedIds: number[]
}

/**
 * How many mails of these kinds were sent about each of these objects, including waiting ones; and how many of them
 * wait.
 */
export const countMailsAbout = (tx: SchoolTransaction, mails: MailsAbout) =>
  tx
    .selectFrom('mail_log')
    .select((eb) => [
      'related_id',
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'queued').as('waiting'),
    ])
    .where('related_type', '=', mails.relatedType)
    .where('related_id', '=', (eb) => eb.fn.any(eb.val(mails.relatedIds)))
    .where('template', '=', (eb) => eb.fn.any(eb.val([...mails.templates])))
    .where('state', 'in', ['queued', 'sent'])
    .groupBy('related_id')
    .execute()
