import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Removes accounts at once, with their names in the log and all that schools keep for them. */
export async function eraseAccounts(tx: SchoolTransaction, ids: readonly number[]) {
  for (const id of ids) await sql`select erase_account(${id})`.execute(tx)
}
