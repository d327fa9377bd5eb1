import { type Insertable, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import type { Registration, RegistrationContact } from '#server/db/schema.generated.ts'

/** The next running number of applications for the year; those taking one at once wait for each other. */
export async function takeRunningNumber(tx: SchoolTransaction, startYear: number) {
  const { rows } = await sql<{
    running: number
  }>`select next_number(${`registration-${startYear}`}) as running`.execute(tx)
  return rows[0]?.running ?? 0
}

export async function insertRegistrationRow(tx: SchoolTransaction, row: Insertable<Registration>) {
  const { id } = await tx.insertInto('registration').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const insertContacts = (tx: SchoolTransaction, contacts: Insertable<RegistrationContact>[]) =>
  tx.insertInto('registration_contact').values(contacts).returning(['id', 'position', 'mail']).execute()

/** The first line of the history: from nothing to `new`. */
export const insertArrival = (
  tx: SchoolTransaction,
  arrival: { school_id: number; registration_id: number; changed_by: number | null; created_at: string },
) =>
  tx
    .insertInto('registration_status_history')
    .values({ ...arrival, from_status: null, to_status: 'new' })
    .execute()
