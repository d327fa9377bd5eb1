import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The tables whose rows have a name of their own. */
type NamedTable = 'pupil' | 'employee' | 'guardian' | 'registration'

const LASTNAME: Record<NamedTable, string> = {
  pupil: 'lastname',
  employee: 'lastname',
  guardian: 'lastname',
  registration: 'child_lastname',
}

/** The last names of these rows, each once. */
export async function listLastnames(tx: SchoolTransaction, table: NamedTable, ids: readonly number[]) {
  const { rows } = await sql<{ name: string }>`
    select distinct ${sql.ref(LASTNAME[table])} as name from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

const carries = (table: NamedTable) => sql`exists (select from ${sql.table(table)} t
  where lower(t.${sql.ref(LASTNAME[table])}) = lower(name))`

/** Which of these last names nobody at the school has any more. */
export async function listGoneNames(tx: SchoolTransaction, names: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...names]}::text[]) name
    where not (${carries('pupil')} or ${carries('guardian')} or ${carries('employee')} or ${carries('registration')})`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

/** The log of mails to these guardians, and about these applications, with all that it says. */
export async function deleteMails(
  tx: SchoolTransaction,
  { guardians, registrations }: { guardians: readonly number[]; registrations: readonly number[] },
) {
  await sql`delete from mail_log where related_type = 'guardian' and related_id = any(${[...guardians]}::bigint[])`.execute(
    tx,
  )
  await sql`delete from mail_log where related_type = 'registration_contact' and related_id in (
    select id from registration_contact where registration_id = any(${[...registrations]}::bigint[]))`.execute(tx)
}

/** All stored replies of the bound school: any of them may contain an erased record. */
export const deleteStoredReplies = (tx: SchoolTransaction) => sql`select forget_school_replies()`.execute(tx)
