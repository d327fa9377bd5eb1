import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** People who came into the bin before this time, never had a class and are not on hold, locked. */
export async function lockBinnedEmployees(tx: SchoolTransaction, before: string) {
  const rows = await tx
    .selectFrom('employee as e')
    .select('e.id')
    .where('e.deleted_at', '<=', before)
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom('schoolclass_employee as f')
              .select('f.id')
              .whereRef('f.school_id', '=', 'e.school_id')
              .whereRef('f.employee_id', '=', 'e.id'),
          ),
          exists(
            selectFrom('retention_hold as h')
              .select('h.id')
              .whereRef('h.school_id', '=', 'e.school_id')
              .whereRef('h.employee_id', '=', 'e.id'),
          ),
        ]),
      ),
    )
    .orderBy('e.id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
