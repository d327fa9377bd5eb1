import { sql } from 'kysely'
import { Employee } from '#contract/employees/employee.record.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { deletePapersOf } from '#server/domains/papers/papers.shared.queries.ts'

/** Fields of an employee that remain until the row is deleted: who did what at the school, and when. */
const PROOF: readonly string[] = [
  'salutation',
  'title',
  'firstname',
  'lastname',
  'short_name',
  'employee_type',
  'date_entry',
  'date_exit',
]

/** Every other field of the record; a new field is erased unless it is put on the list above. */
const ERASED = [
  ...Object.keys(Employee.shape).filter((key) => !PROOF.includes(key)),
  'user_id',
  'closes_account_by',
  'import_id',
]

/** For the test that asks every column of the table. */
export const EMPLOYEE_COLUMNS = { proof: PROOF, erased: ERASED }

const toDefault = sql.join(ERASED.map((column) => sql`${sql.ref(column)} = default`))

/** The log still says that mails were sent, but no longer to whom (domain DP-07). */
const updateMailsToNobody = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`update mail_log set recipient_masked = '***', recipient_hash = '', error = null, bounce_reason = null,
    updated_at = now() where related_type = 'employee' and related_id = any(${[...ids]}::bigint[])`.execute(tx)

/** Empties everything of the employees but name, kind of work, dates and functions in classes. */
export async function reduceEmployees(tx: SchoolTransaction, ids: readonly number[], day: string) {
  await deletePapersOf(tx, 'employee', ids)
  await updateMailsToNobody(tx, ids)
  await sql`update employee set ${toDefault}, reduced_on = ${day} where id = any(${[...ids]}::bigint[])`.execute(tx)
  // The trigger that notes changes has just written the names of the erased fields.
  await sql`update employee set field_changes = '{}' where id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Removes the rows with their functions in classes. */
export async function deleteEmployees(tx: SchoolTransaction, ids: readonly number[]) {
  await updateMailsToNobody(tx, ids)
  await tx
    .deleteFrom('employee')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}
