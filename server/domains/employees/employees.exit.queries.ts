import { sql } from 'kysely'
import { noteChangesOf } from '#server/db/field-changes.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { deactivateAccount, detachAccount } from '#server/domains/users/users.closing.queries.ts'
import { type Account, countOtherAdmins, findAccount, lockAccounts } from '#server/domains/users/users.queries.ts'

const FIELD_OF: Record<string, string> = { responsible: 'responsible_teachers', assigned: 'assigned_employees' }

/** The person's classes end on the last day; what would have begun later never does. */
async function endFunctions(tx: SchoolTransaction, { id, lastDay }: { id: number; lastDay: string }) {
  const removed = await tx
    .deleteFrom('schoolclass_employee')
    .where('employee_id', '=', id)
    .where('date_start', '>', lastDay)
    .returning(['schoolclass_id', 'function'])
    .execute()
  const ended = await tx
    .updateTable('schoolclass_employee')
    .set({ date_end: lastDay })
    .where('employee_id', '=', id)
    .where((eb) => eb.or([eb('date_end', 'is', null), eb('date_end', '>', lastDay)]))
    .returning(['schoolclass_id', 'function'])
    .execute()
  for (const row of [...removed, ...ended].sort((a, b) => a.schoolclass_id - b.schoolclass_id))
    await noteChangesOf(tx, 'schoolclass', { id: row.schoolclass_id, fields: [FIELD_OF[row.function] ?? row.function] })
}

/** An admin's account ends only by the word of somebody who is one, and never the last one (security case 7). */
const mayEndAdmin = async (tx: SchoolTransaction, account: Account, decidedBy: number | null) => {
  const decider = decidedBy === null ? undefined : await findAccount(tx, decidedBy)
  return decider?.role === 'admin' && decider.deactivated_at === null && (await countOtherAdmins(tx, account.id)) > 0
}

/** The account of somebody who left: it ends, or leaves this school when it belongs to others, too. */
async function closeAccount(
  tx: SchoolTransaction,
  { user_id, school_id, decidedBy }: { user_id: number; school_id: number; decidedBy: number | null },
) {
  const account = await findAccount(tx, user_id)
  if (!account || account.deactivated_at !== null || !account.school_ids.includes(school_id)) return
  if (account.role === 'admin' && !(await mayEndAdmin(tx, account, decidedBy))) return
  if (account.school_ids.length === 1) await deactivateAccount(tx, user_id)
  else await detachAccount(tx, account, school_id)
}

const LEAVER = ['id', 'school_id', 'user_id', 'date_exit', 'active', 'closes_account', 'field_changes'] as const

interface Leaver {
  id: number
  school_id: number
  user_id: number | null
  date_exit: string | null
  active: boolean
  closes_account: boolean
  field_changes: unknown
}

/** Who decided that the account ends, as the trigger noted it. */
const deciderOf = ({ field_changes }: Leaver) =>
  (field_changes as { closes_account?: { by: number | null } }).closes_account?.by ?? null

async function finishExits(tx: SchoolTransaction, leavers: readonly Leaver[]) {
  const closing = leavers.flatMap(({ user_id, ...leaver }) =>
    leaver.closes_account && user_id !== null ? [{ ...leaver, user_id }] : [],
  )
  if (closing.length > 0)
    await lockAccounts(
      tx,
      closing.map(({ user_id }) => user_id),
      { withAdmins: true },
    )
  for (const { id, date_exit, active } of leavers) {
    if (date_exit !== null) await endFunctions(tx, { id, lastDay: date_exit })
    if (active) await tx.updateTable('employee').set({ active: false }).where('id', '=', id).execute()
  }
  for (const leaver of closing) await closeAccount(tx, { ...leaver, decidedBy: deciderOf({ ...leaver }) })
}

/** Domain §1.9, for one whose exit lies in the past: ends the classes and, where that was decided, the account. */
export async function finishExit(tx: SchoolTransaction, id: number) {
  await finishExits(tx, await tx.selectFrom('employee').select(LEAVER).where('id', '=', id).execute())
}

/**
 * The same for all of the bound school whose last day lies before today, once each; for the turn of the day. Answers how
 * many there were.
 */
export async function closeEmployeesAfterExit(tx: SchoolTransaction, today: string) {
  const leavers = await tx
    .selectFrom('employee as e')
    .select(LEAVER)
    .where('e.deleted_at', 'is', null)
    .where('e.date_exit', '<', today)
    .where((eb) =>
      eb.or([
        eb('e.active', '=', true),
        // Somebody gave a class to this person while the exit was entered.
        eb.exists(
          eb
            .selectFrom('schoolclass_employee as f')
            .select(sql`1`.as('one'))
            .whereRef('f.school_id', '=', 'e.school_id')
            .whereRef('f.employee_id', '=', 'e.id')
            .where((on) => on.or([on('f.date_end', 'is', null), on('f.date_end', '>', on.ref('e.date_exit'))])),
        ),
      ]),
    )
    .orderBy('e.id')
    .forNoKeyUpdate()
    .execute()
  await finishExits(
    tx,
    // What was closed once and opened again by hand stays open.
    leavers.map((leaver) => ({ ...leaver, closes_account: leaver.closes_account && leaver.active })),
  )
  return leavers.length
}
