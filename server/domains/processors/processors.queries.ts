import type { Insertable, Updateable } from 'kysely'
import type { Processor } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The whole row, locked until the end of the transaction. */
export const lockProcessor = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('processor').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertProcessor(tx: SchoolTransaction, processor: Insertable<Processor>) {
  const { id } = await tx.insertInto('processor').values(processor).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateProcessor = (tx: SchoolTransaction, id: number, change: Updateable<Processor>) =>
  tx.updateTable('processor').set(change).where('id', '=', id).execute()

export const deleteProcessor = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('processor').where('id', '=', id).execute()
