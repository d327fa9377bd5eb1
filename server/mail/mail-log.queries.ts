import { type Insertable, sql } from 'kysely'
import type { MailLog } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

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

export const findMail = (tx: SchoolTransaction, id: number) =>
  tx
    .selectFrom('mail_log')
    .select(['id', 'template', 'recipient_hash', 'related_id', 'related_ids', 'state', 'bounce_token'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Notes that the mail is handed to the mail server now. When an earlier try was begun and has no outcome, the program
 * ended in the middle: the mail may have left.
 */
export const markMailBegun = (tx: SchoolTransaction, id: number) =>
  sql`update mail_log set is_doubtful = is_doubtful or begun_at is not null, begun_at = now() where id = ${id}`.execute(
    tx,
  )

/** Stores the result of sending; the reason of a failure without addresses. */
export async function updateMailState(
  tx: SchoolTransaction,
  id: number,
  { state, error = null, messageId = null }: { state: string; error?: string | null; messageId?: string | null },
) {
  await tx
    .updateTable('mail_log')
    .set({
      state,
      error,
      begun_at: null,
      updated_at: sql`now()`,
      ...(state === 'sent' ? { sent_at: sql`now()`, message_id: messageId } : {}),
    })
    .where('id', '=', id)
    .execute()
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
