import { sql } from 'kysely'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import type { SchoolTransaction } from './school-transaction.ts'

const EVERYTHING = 'everything'

const see = async (tx: SchoolTransaction, seen: string) => {
  const { rows } = await sql<{ before: string | null }>`
    select current_setting('app.sees_restricted', true) as before, set_config('app.sees_restricted', ${seen}, true)`.execute(
    tx,
  )
  return rows[0]?.before ?? ''
}

/**
 * Runs `work` with rows of restricted people visible (Art. 18 GDPR, ADR 0042): those of one person, or of all. Every other
 * query of the application does not see them. Only the modules that .dependency-cruiser.cjs names may import this; each says
 * why. The caller runs no other queries of this transaction meanwhile, because they would see the rows as well.
 */
export async function withRestricted<T>(
  tx: SchoolTransaction,
  work: () => Promise<T>,
  person?: RestrictedPerson,
): Promise<T> {
  const before = await see(tx, person ? `${person.subject} ${person.id}` : EVERYTHING)
  try {
    const result = await work()
    await see(tx, before)
    return result
  } catch (error) {
    // After a failed statement nothing more can be asked, and the rollback ends this anyway.
    await see(tx, before).catch(() => {})
    throw error
  }
}

/** Remembers inside the transaction what was visible before, so that nobody has to wait for it. */
const OPEN = sql`select set_config('app.saw_restricted', coalesce(current_setting('app.sees_restricted', true), ''), true),
  set_config('app.sees_restricted', ${EVERYTHING}, true)`
const CLOSE = sql`select set_config('app.sees_restricted', current_setting('app.saw_restricted'), true)`

/**
 * The same for one query and all restricted people, in one round trip: PostgreSQL executes statements in the order in
 * which they are sent, and a failure of any of them fails the transaction. The query sends its statement at once.
 */
export async function askWithRestricted<T>(tx: SchoolTransaction, query: { execute(): Promise<T> }): Promise<T> {
  const [, result] = await Promise.all([OPEN.execute(tx), query.execute(), CLOSE.execute(tx)])
  return result
}
