import type { Insertable } from 'kysely'
import type { ClassFunctionKey } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolclassEmployee } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Functions in a class that are valid on the day or later, or ended the day before: those a change from that day on
 * affects.
 */
export async function listFunctionsFrom(tx: SchoolTransaction, classId: number, dayBefore: string) {
  const rows = await tx
    .selectFrom('schoolclass_employee')
    .select(['id', 'employee_id', 'function', 'position', 'date_start', 'date_end'])
    .where('schoolclass_id', '=', classId)
    .where((eb) => eb.or([eb('date_end', 'is', null), eb('date_end', '>=', dayBefore)]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, function: row.function as ClassFunctionKey }))
}
export type FunctionRow = Awaited<ReturnType<typeof listFunctionsFrom>>[number]

export const deleteFunctions = (tx: SchoolTransaction, ids: number[]) =>
  tx
    .deleteFrom('schoolclass_employee')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

export const updateFunction = (
  tx: SchoolTransaction,
  { id, ...change }: { id: number; date_end: string | null; position: number },
) => tx.updateTable('schoolclass_employee').set(change).where('id', '=', id).execute()

export const insertFunctions = (tx: SchoolTransaction, rows: Insertable<SchoolclassEmployee>[]) =>
  tx.insertInto('schoolclass_employee').values(rows).execute()

/** Finds which of these people work here on the day and locks them, so that nobody moves them to the bin meanwhile. */
export async function lockWorking(tx: SchoolTransaction, ids: readonly number[], day: string) {
  const rows = await tx
    .selectFrom('employee')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('date_entry', 'is', null), eb('date_entry', '<=', day)]))
    .where((eb) => eb.or([eb('date_exit', 'is', null), eb('date_exit', '>=', day)]))
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}
