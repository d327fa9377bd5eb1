import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import type { MailState } from './send-mail.ts'

interface NewAccountMail {
  user_id: number
  template: string
  event: string | null
  provider_id: number | null
  recipient_encrypted: Buffer
  recipient_masked: string
  recipient_hash: Buffer
}

export async function insertAccountMail(tx: Queries, mail: NewAccountMail) {
  const { id } = await tx.insertInto('account_mail').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Makes the account's link to set a password invalid. */
export const deletePasswordLink = (tx: Queries, userId: number) => sql`select drop_password_link(${userId})`.execute(tx)

/** A mail that is still waiting; `minutes_waiting` by the database's clock, which also decides about links. */
export const findWaitingAccountMail = (tx: Queries, id: number) =>
  tx
    .selectFrom('account_mail')
    .select(['id', 'user_id', 'template', 'event', 'provider_id', 'recipient_encrypted', 'created_at', 'bounce_token'])
    .select(sql<number>`(extract(epoch from now() - created_at) / 60)::float8`.as('minutes_waiting'))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()

/** Stores the result of sending; the address is deleted as soon as the mail no longer waits. */
export async function updateAccountMailState(tx: Queries, id: number, { state, error, messageId }: MailState) {
  await tx
    .updateTable('account_mail')
    .set({
      state,
      error: error ?? null,
      updated_at: sql`now()`,
      ...(state === 'queued' ? {} : { recipient_encrypted: null }),
      ...(state === 'sent' ? { sent_at: sql`now()`, message_id: messageId ?? null } : {}),
    })
    .where('id', '=', id)
    .execute()
}
