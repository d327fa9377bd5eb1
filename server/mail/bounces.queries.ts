import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import type { MailboxPosition } from './bounce-mailbox.ts'
import type { MailLine } from './unreachable.queries.ts'

export const findMailboxPosition = (tx: Queries, key: string) =>
  tx.selectFrom('bounce_mailbox').select(['uid_validity', 'last_uid']).where('key', '=', key).executeTakeFirst()

export const putMailboxPosition = (tx: Queries, key: string, position: MailboxPosition) =>
  tx
    .insertInto('bounce_mailbox')
    .values({ key, ...position })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...position, updated_at: sql`now()` }))
    .execute()

/** A notice counts only within this time after its mail. */
const NOTICE_DAYS = 14

/** The mail with this token that left within the last two weeks, locked. */
export const lockSentMail = (tx: Queries, { table, id }: MailLine, token: string) =>
  tx
    .selectFrom(table)
    .select(['id', 'recipient_hash'])
    .where('id', '=', id)
    .where('bounce_token', '=', token)
    .where('state', '=', 'sent')
    .where(sql<boolean>`sent_at > now() - make_interval(days => ${NOTICE_DAYS})`)
    .forUpdate()
    .executeTakeFirst()
