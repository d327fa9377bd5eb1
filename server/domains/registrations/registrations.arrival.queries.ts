import { type Insertable, sql } from 'kysely'
import type { Registration, RegistrationContact } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Takes running numbers of applications for the year and returns the first; no number is used twice. Another call waits
 * until this transaction ends.
 */
export async function takeRunningNumbers(tx: SchoolTransaction, startYear: number, count: number) {
  const { rows } = await sql<{
    last: number
  }>`select take_numbers(${`registration-${startYear}`}, ${count}) as last`.execute(tx)
  return (rows[0]?.last ?? 0) - count + 1
}

/** The columns that these rows fill; a row that leaves one out gets null. */
const filledColumns = (rows: readonly object[]) => sql.join([...new Set(rows.flatMap(Object.keys))].sort().map(sql.ref))

/** Rows of a table in one statement with one parameter, however many. */
const insertMany = (table: string, rows: readonly object[]) =>
  sql`insert into ${sql.table(table)} (${filledColumns(rows)})
    select ${filledColumns(rows)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

/** The row as JSON carries it. */
type NewRow = Omit<Insertable<Registration>, 'meta' | 'payload_hash'> & { meta: object; payload_hash: string | null }

/** Returns the id of each number. */
export async function insertRegistrationRows(tx: SchoolTransaction, registrations: readonly NewRow[]) {
  const { rows } = await sql<{ id: number; number: string }>`${insertMany('registration', registrations)}
    returning id, number`.execute(tx)
  return new Map(rows.map(({ id, number }) => [number, id]))
}

export async function insertContacts(tx: SchoolTransaction, contacts: readonly Insertable<RegistrationContact>[]) {
  const { rows } = await sql<{
    id: number
    mail: string | null
  }>`${insertMany('registration_contact', contacts)} returning id, mail`.execute(tx)
  return rows
}

/** Writes the first line of each history: from nothing to `new`. */
export const insertArrivals = (
  tx: SchoolTransaction,
  arrivals: readonly { registration_id: number; changed_by: number | null; created_at: string }[],
) =>
  insertMany(
    'registration_status_history',
    arrivals.map((arrival) => ({ ...arrival, to_status: 'new' })),
  ).execute(tx)
