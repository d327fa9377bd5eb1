import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface NewAttachment {
  filename: string
  content: Uint8Array
  created_by: number
}

export async function insertAttachment(tx: SchoolTransaction, { filename, content, created_by }: NewAttachment) {
  const { id } = await tx
    .insertInto('circular_attachment')
    .values({ filename, size: content.length, content: Buffer.from(content), created_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Bytes of the files that this account has chosen and not sent; locks until the transaction ends. */
export async function lockWaitingBytes(tx: SchoolTransaction, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'attachments', current_school()), ${userId}::bigint))`.execute(
    tx,
  )
  const { bytes } = await tx
    .selectFrom('circular_attachment')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('bytes'))
    .where('circular_id', 'is', null)
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

const waiting = (tx: SchoolTransaction, ids: readonly number[], userId: number) =>
  tx
    .selectFrom('circular_attachment')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('circular_id', 'is', null)
    .where('created_by', '=', userId)

/** Which of these files this account may still send. */
export const listWaiting = (tx: SchoolTransaction, ids: readonly number[], userId: number) =>
  waiting(tx, ids, userId).select(['id', 'size']).forUpdate().execute()

/** The same with their content, for a trial. */
export const listWaitingFiles = (tx: SchoolTransaction, ids: readonly number[], userId: number) =>
  waiting(tx, ids, userId).select(['id', 'size', 'filename', 'content']).orderBy('id').execute()

export const attachTo = (tx: SchoolTransaction, circularId: number, ids: readonly number[]) =>
  tx
    .updateTable('circular_attachment')
    .set({ circular_id: circularId })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** The files of a circular, in the order in which they were chosen. */
export const listAttachments = (tx: SchoolTransaction, circularId: number) =>
  tx
    .selectFrom('circular_attachment')
    .select(['id', 'filename', 'size'])
    .where('circular_id', '=', circularId)
    .orderBy('id')
    .execute()

export const listAttachedFiles = (tx: SchoolTransaction, circularId: number) =>
  tx
    .selectFrom('circular_attachment')
    .select(['filename', 'content'])
    .where('circular_id', '=', circularId)
    .orderBy('id')
    .execute()

export const findAttachedFile = (tx: SchoolTransaction, { id, attachment_id }: { id: number; attachment_id: number }) =>
  tx
    .selectFrom('circular_attachment')
    .select(['filename', 'content'])
    .where('circular_id', '=', id)
    .where('id', '=', attachment_id)
    .executeTakeFirst()
