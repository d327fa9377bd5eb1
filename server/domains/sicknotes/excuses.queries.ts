import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Stores the present state of the excuses, so that the person can undo the next entry. */
export const storeFormerExcuses = (tx: SchoolTransaction, ids: readonly number[], userId: number) =>
  tx
    .updateTable('pupil_sicknote')
    .set({
      excuse_before: sql`jsonb_build_object('state', excuse_state, 'received_at', excuse_received_at,
        'confirmed_by', excuse_confirmed_by, 'by', ${userId}::bigint)`,
    })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** Restores the excuses from before the person's entry; those that somebody else entered since stay. */
export const restoreExcuses = (tx: SchoolTransaction, ids: readonly number[], userId: number) =>
  tx
    .updateTable('pupil_sicknote')
    .set({
      excuse_state: sql<string>`excuse_before->>'state'`,
      excuse_received_at: sql<string>`(excuse_before->>'received_at')::date`,
      excuse_confirmed_by: sql<number>`(excuse_before->>'confirmed_by')::bigint`,
      excuse_before: null,
    })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where(sql<boolean>`(excuse_before->>'by')::bigint = ${userId}`)
    .returning('id')
    .execute()
