import { sql } from 'kysely'
import { addDays } from '#contract/dates.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

const FIELD_OF: Record<string, string> = { responsible: 'responsible_teachers', assigned: 'assigned_employees' }

/**
 * The person's classes end on the last day. Classes that would begin today or later never begin. A class that began
 * after the last day, because the turn of the day had not run yet, was valid until yesterday.
 */
export async function endFunctions(tx: SchoolTransaction, { id, date_exit }: Leaver, today: string) {
  const removed = await tx
    .deleteFrom('schoolclass_employee')
    .where('employee_id', '=', id)
    .where('date_start', '>=', today)
    .returning(['schoolclass_id', 'function'])
    .execute()
  const lastDayOf = sql<string>`case when date_start <= ${date_exit} then ${date_exit}::date else ${addDays(today, -1)}::date end`
  const ended = await tx
    .updateTable('schoolclass_employee')
    .set({ date_end: lastDayOf })
    .where('employee_id', '=', id)
    .where((eb) => eb.or([eb('date_end', 'is', null), eb('date_end', '>', lastDayOf)]))
    .returning(['schoolclass_id', 'function'])
    .execute()
  for (const row of [...removed, ...ended].sort((a, b) => a.schoolclass_id - b.schoolclass_id))
    await noteChangesOf(tx, 'schoolclass', { id: row.schoolclass_id, fields: [FIELD_OF[row.function] ?? row.function] })
}

export interface Leaver {
  id: number
  school_id: number
  user_id: number | null
  date_exit: string
  active: boolean
  closes_account_by: number | null
}

/** People outside the bin whose last day was before today. */
const selectLeavers = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('employee as e')
    .select(['e.id', 'e.school_id', 'e.user_id', 'e.active', 'e.closes_account_by'])
    .select((eb) => eb.ref('e.date_exit').$notNull().as('date_exit'))
    .where('e.deleted_at', 'is', null)
    .where('e.date_exit', '<', today)

/** The person, if the last day was before today. */
export const listLeaver = (tx: SchoolTransaction, { id, today }: { id: number; today: string }) =>
  selectLeavers(tx, today).where('e.id', '=', id).execute()

/** Locks everybody whose last day was before today and who is still active or in a class. */
export const lockLeavers = (tx: SchoolTransaction, today: string) =>
  selectLeavers(tx, today)
    .where((eb) =>
      eb.or([
        eb('e.active', '=', true),
        // Somebody gave a class to this person while the exit was entered.
        eb.exists(
          eb
            .selectFrom('schoolclass_employee as f')
            .select('f.id')
            .whereRef('f.school_id', '=', 'e.school_id')
            .whereRef('f.employee_id', '=', 'e.id')
            .where((on) => on.or([on('f.date_end', 'is', null), on('f.date_end', '>=', today)])),
        ),
      ]),
    )
    .orderBy('e.id')
    .forNoKeyUpdate()
    .execute()

/** The person is no longer active, and the decision about the account is carried out. */
export const updateAfterExit = (tx: SchoolTransaction, id: number) =>
  tx.updateTable('employee').set({ active: false, closes_account_by: null }).where('id', '=', id).execute()
