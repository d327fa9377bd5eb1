import { sql } from 'kysely'

/** Says whether a note is an absence: neither cancelled nor a refused leave (domain §3.5). `note`: its alias. */
export const isAbsentNote = (note = 'n') =>
  sql<boolean>`(${sql.ref(`${note}.cancelled_at`)} is null and ${sql.ref(`${note}.leave_decision`)} is distinct from 'refused')`
