import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Deletes for good people who came into the bin before this time and never had a class. */
export const deleteBinnedEmployees = (tx: SchoolTransaction, before: string) =>
  tx
    .deleteFrom('employee as e')
    .where('e.deleted_at', '<=', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('schoolclass_employee as f')
            .select('f.id')
            .whereRef('f.school_id', '=', 'e.school_id')
            .whereRef('f.employee_id', '=', 'e.id'),
        ),
      ),
    )
    .execute()
