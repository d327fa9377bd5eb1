import { type RawBuilder, sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The texts by which a person can still be found when the row is gone. */
export interface Traces {
  /** First and last names, and numbers that the school gave. */
  names: string[]
  /** Mail addresses and phone numbers. */
  marks: string[]
}

/** The tables whose rows can be named. */
type NamedTable = 'pupil' | 'employee' | 'guardian' | 'pupil_contact_person' | 'registration'

/** Arrays of names and of marks of the row `t`; null where a field is empty. */
const TRACES: Record<NamedTable, RawBuilder<unknown>> = {
  pupil: sql`array[t.firstname, t.firstnames_all, t.lastname, t.birthname, t.pupil_number] as names, array[t.mail, t.phone] as marks`,
  employee: sql`array[t.firstname, t.lastname] as names, array[t.mail, t.phone] as marks`,
  guardian: sql`array[t.firstname, t.lastname] as names, array[t.mail, t.phone_home, t.phone_mobile, t.phone_work] as marks`,
  pupil_contact_person: sql`array[t.firstname, t.lastname] as names, array[t.phone] as marks`,
  registration: sql`array[t.child_firstname, t.child_lastname, t.number] || array(select unnest(array[c.firstname, c.lastname])
      from registration_contact c where c.registration_id = t.id) as names,
    array(select unnest(array[c.mail, c.phone]) from registration_contact c where c.registration_id = t.id) as marks`,
}

const present = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** What these rows can be found by, read before they go. */
export async function listTraces(tx: SchoolTransaction, table: NamedTable, ids: readonly number[]): Promise<Traces> {
  const { rows } = await sql<{ names: (string | null)[]; marks: (string | null)[] }>`
    select ${TRACES[table]} from ${sql.table(table)} t where t.id = any(${[...ids]}::bigint[])`.execute(tx)
  return { names: present(rows.flatMap(({ names }) => names)), marks: present(rows.flatMap(({ marks }) => marks)) }
}

/** Several traces as one. */
export const joinTraces = (...traces: readonly Traces[]): Traces => ({
  names: traces.flatMap(({ names }) => names),
  marks: traces.flatMap(({ marks }) => marks),
})

/** Whether a row of the table has the name as whole words. */
const carries = (from: RawBuilder<unknown>, words: RawBuilder<unknown>) =>
  sql`exists (select from ${from} where strpos(' ' || ${words} || ' ', ' ' || search_fold(name) || ' ') > 0)`

const CARRIERS = sql.join(
  [
    carries(sql`pupil`, sql`search_name`),
    carries(sql`guardian`, sql`search_name`),
    carries(sql`registration`, sql`search_name`),
    carries(sql`employee`, sql`search_fold(firstname || ' ' || lastname)`),
    carries(sql`pupil_contact_person`, sql`search_fold(firstname || ' ' || lastname)`),
  ],
  sql` or `,
)

/** Which of these names nobody at the school has any more. */
export async function listGoneNames(tx: SchoolTransaction, names: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...names]}::text[]) name where not (${CARRIERS})`.execute(tx)
  return rows.map(({ name }) => name)
}

interface Mailed {
  pupils?: readonly number[]
  guardians?: readonly number[]
  contacts?: readonly number[]
  registrations?: readonly number[]
}

const deleteMailsTo = (
  tx: SchoolTransaction,
  type: 'pupil' | 'guardian' | 'registration_contact',
  ids: readonly number[],
) => sql`delete from mail_log where related_type = ${type} and related_id = any(${[...ids]}::bigint[])`.execute(tx)

/** The log of mails to these people, and about these applications, with all that it says. */
export async function deleteMails(
  tx: SchoolTransaction,
  { pupils = [], guardians = [], contacts = [], registrations = [] }: Mailed,
) {
  await deleteMailsTo(tx, 'pupil', pupils)
  await deleteMailsTo(tx, 'guardian', guardians)
  await deleteMailsTo(tx, 'registration_contact', contacts)
  await sql`delete from mail_log where related_type = 'registration_contact' and related_id in (
    select id from registration_contact where registration_id = any(${[...registrations]}::bigint[]))`.execute(tx)
}

/** All stored replies of the bound school: any of them may contain an erased record. */
export const deleteStoredReplies = (tx: SchoolTransaction) => sql`select forget_school_replies()`.execute(tx)
