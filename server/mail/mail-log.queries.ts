import { type Insertable, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import type { MailLog } from '#server/db/schema.generated.ts'

export async function insertMail(tx: SchoolTransaction, mail: Insertable<MailLog>) {
  const { id } = await tx.insertInto('mail_log').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findMail = (tx: SchoolTransaction, id: number) =>
  tx
    .selectFrom('mail_log')
    .select(['id', 'template', 'recipient_hash', 'related_id', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Notes how sending went; the reason of a failure without addresses. */
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
    .select(['id', 'template', 'recipient_masked', 'related_id', 'state', 'error', 'created_at', 'sent_at'])
    .where('related_type', '=', relatedType)
    .where('related_id', '=', (eb) => eb.fn.any(eb.val(relatedIds)))
    .orderBy('id', 'desc')
    .execute()

interface MailsTo {
  template: string
  relatedType: string
  relatedId: number
  recipientHash: Buffer
}

/** How many mails of one kind went to an address about one object, those still waiting included. */
export async function countMailsAbout(tx: SchoolTransaction, mails: MailsTo) {
  const { count } = await tx
    .selectFrom('mail_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('related_type', '=', mails.relatedType)
    .where('related_id', '=', mails.relatedId)
    .where('template', '=', mails.template)
    .where('recipient_hash', '=', mails.recipientHash)
    .where('state', 'in', ['queued', 'sent'])
    .executeTakeFirstOrThrow()
  return count
}
