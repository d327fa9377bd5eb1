import { sql } from 'kysely'
import { addDays } from '#contract/dates.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { closeAccount } from '#server/domains/users/users.closing.queries.ts'
import { lockAccounts } from '#server/domains/users/users.queries.ts'

const FIELD_OF: Record<string, string> = { responsible: 'responsible_teachers', assigned: 'assigned_employees' }

/**
 * The person's classes end on the last day. What would begin today or later never does; what began after the last day
 * because nobody turned the day in time was in force until yesterday.
 */
async function endFunctions(tx: SchoolTransaction, { id, date_exit }: Leaver, today: string) {
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

interface Leaver {
  id: number
  school_id: number
  user_id: number | null
  date_exit: string
  active: boolean
  closes_account_by: number | null
}

/** Who decided is asked anew: rights may have gone since, and the account may have got some (domain §4). */
async function endAccount(tx: SchoolTransaction, { id, user_id, closes_account_by, school_id }: Leaver) {
  if (user_id === null || closes_account_by === null) return
  if (await closeAccount(tx, { id: user_id, byId: closes_account_by, schoolId: school_id })) return
  await logEvent(tx, { action: 'employee_account_kept', entityType: 'employee', entityId: id })
}

/** Domain §1.9, for those whose last day lies before today; the decision about the account is then done. */
async function finishExits(tx: SchoolTransaction, leavers: readonly Leaver[], today: string) {
  const held = leavers.flatMap(({ user_id, closes_account_by }) =>
    user_id === null || closes_account_by === null ? [] : [user_id, closes_account_by],
  )
  if (held.length > 0) await lockAccounts(tx, held, { withAdmins: true })
  for (const leaver of leavers) {
    await endFunctions(tx, leaver, today)
    await endAccount(tx, leaver)
    if (leaver.active || leaver.closes_account_by !== null)
      await tx
        .updateTable('employee')
        .set({ active: false, closes_account_by: null })
        .where('id', '=', leaver.id)
        .execute()
  }
}

/** People outside the bin whose last day lies before today. */
const selectLeavers = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('employee as e')
    .select(['e.id', 'e.school_id', 'e.user_id', 'e.active', 'e.closes_account_by'])
    .select((eb) => eb.ref('e.date_exit').$notNull().as('date_exit'))
    .where('e.deleted_at', 'is', null)
    .where('e.date_exit', '<', today)

/** Ends the classes of one whose exit lies in the past and, where that was decided, the account. */
export async function finishExit(tx: SchoolTransaction, { id, today }: { id: number; today: string }) {
  await finishExits(tx, await selectLeavers(tx, today).where('e.id', '=', id).execute(), today)
}

/**
 * The same for all of the bound school, once each; for the turn of the day. Answers how many there were.
 */
export async function closeEmployeesAfterExit(tx: SchoolTransaction, today: string) {
  const leavers = await selectLeavers(tx, today)
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
  await finishExits(tx, leavers, today)
  return leavers.length
}
