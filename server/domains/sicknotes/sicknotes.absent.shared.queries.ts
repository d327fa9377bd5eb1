import { sql } from 'kysely'

/** Whether a note is an absence: neither cancelled nor a leave that was refused (domain §3.5). `note`: its alias. */
export const isAbsentNote = (note = 'n') =>
  sql<boolean>`(${sql.ref(`${note}.cancelled_at`)} is null and ${sql.ref(`${note}.leave_decision`)} is distinct from 'refused')`
