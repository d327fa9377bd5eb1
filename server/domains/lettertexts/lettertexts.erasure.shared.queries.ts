import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The kept texts of the school, in which somebody may have been named. */
export const listAllLetterTexts = (tx: SchoolTransaction) =>
  tx.selectFrom('letter_text').select(['id', 'name', 'subject', 'body', 'enclosures']).execute()

export const eraseLetterTexts = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`delete from letter_text where id = any(${[...ids]}::bigint[])`.execute(tx)
