import { sql } from 'kysely'
import type { LetterTextForm } from '#contract/lettertexts/lettertexts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Locks the texts of the school, so that two new ones at once never exceed the limit. */
const lockTexts = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('letter texts', current_school()))`.execute(tx)

export const listLetterTexts = (tx: SchoolTransaction) =>
  tx.selectFrom('letter_text').select(['id', 'name', 'subject', 'body', 'enclosures']).orderBy('name').execute()

/** The used names, locked until the transaction ends. */
export async function lockLetterTextNames(tx: SchoolTransaction) {
  await lockTexts(tx)
  const rows = await tx
    .selectFrom('letter_text')
    .select(({ fn }) => fn<string>('lower', ['name']).as('name'))
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the id; the same name again replaces the text. */
export async function insertLetterText(tx: SchoolTransaction, text: LetterTextForm) {
  const { id } = await tx
    .insertInto('letter_text')
    .values(text)
    .onConflict((conflict) =>
      conflict.expression(sql`school_id, lower(name)`).doUpdateSet({ ...text, updated_at: sql<string>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the name; undefined when there is none. */
export async function deleteLetterText(tx: SchoolTransaction, id: number) {
  const gone = await tx.deleteFrom('letter_text').where('id', '=', id).returning('name').executeTakeFirst()
  return gone?.name
}
