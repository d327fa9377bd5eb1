import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The views of everybody at the school, whose names and searches may name people. */
export const listAllViews = (tx: SchoolTransaction) =>
  tx.selectFrom('saved_view').select(['id', 'name', 'query']).execute()

export const eraseViews = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`delete from saved_view where id = any(${[...ids]}::bigint[])`.execute(tx)
