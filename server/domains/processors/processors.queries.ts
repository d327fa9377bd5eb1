import { type Insertable, sql, type Updateable } from 'kysely'
import type { OwnService } from '#contract/processors/processor.record.ts'
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

/** What the bound school runs itself. */
export async function getOwnServices(tx: SchoolTransaction) {
  const { own_services } = await tx
    .selectFrom('school')
    .select('own_services')
    .where('id', '=', sql<number>`current_school()`)
    .executeTakeFirstOrThrow()
  return own_services as OwnService[]
}

/** Adds a service to those that the bound school runs itself, or takes it away; false when nothing was to change. */
export async function updateOwnService(tx: SchoolTransaction, kind: OwnService, isOwn: boolean) {
  const { numUpdatedRows } = await tx
    .updateTable('school')
    .set({
      own_services: isOwn
        ? sql<string[]>`array_append(own_services, ${kind})`
        : sql<string[]>`array_remove(own_services, ${kind})`,
    })
    .where('id', '=', sql<number>`current_school()`)
    .where(sql<boolean>`${kind} = any(own_services)`, '=', !isOwn)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
