import { type Insertable, sql, type Updateable } from 'kysely'
import { type RegistrationStatus, statusRefusal } from '#contract/registrations/registrations.status.ts'
import type { Registration, RegistrationStatusHistory } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { lockWaitList, type WaitList } from './registrations.waitlist.queries.ts'

const findWaitList = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('registration').select(['school_year_id', 'desired_grade']).where('id', '=', id).executeTakeFirst()

/** Applications with the names of who decided and who took them over. */
export const selectRegistration = (tx: SchoolTransaction) =>
  tx
    .selectFrom('registration as r')
    .leftJoin('app_user as u', 'u.id', 'r.status_changed_by')
    .leftJoin('app_user as t', 't.id', 'r.transformed_by')
    .selectAll('r')
    .select(['u.name as status_changed_by_name', 't.name as transformed_by_name'])
type SelectedRegistration = Awaited<ReturnType<ReturnType<typeof selectRegistration>['execute']>>[number]

export const toLocked = (row: SelectedRegistration) => ({ ...row, status: row.status as RegistrationStatus })
export type LockedRegistration = ReturnType<typeof toLocked>

const selectLocked = async (tx: SchoolTransaction, id: number) => {
  // Held first and read afterwards: what is joined would be of before the wait.
  await tx.selectFrom('registration').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await selectRegistration(tx).where('r.id', '=', id).executeTakeFirst()
  return row && toLocked(row)
}

/** One application as a change would find it, without holding it; undefined when unknown or in the bin. */
export async function findRegistration(tx: SchoolTransaction, id: number): Promise<LockedRegistration | undefined> {
  const row = await selectRegistration(tx).where('r.id', '=', id).executeTakeFirst()
  return row?.deleted_at === null ? toLocked(row) : undefined
}

/** Holds one application for a change that leaves its rank alone; undefined when unknown or in the bin. */
export async function lockRegistration(tx: SchoolTransaction, id: number) {
  const row = await selectLocked(tx, id)
  return row?.deleted_at === null ? row : undefined
}

/** The same for one that still takes changes: 404 when unknown or in the bin, 409 when withdrawn or transformed. */
export async function lockOpenRegistration(tx: SchoolTransaction, id: number) {
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  const refusal = statusRefusal(current)
  if (refusal) throw conflict(refusal)
  return current
}

/**
 * Holds an application and before it its waiting list: who shifts ranks holds the list and then touches rows, so the
 * other way round two would wait for each other. Also finds what is in the bin.
 */
export async function lockWithWaitList(tx: SchoolTransaction, id: number): Promise<LockedRegistration | undefined> {
  let held: WaitList | undefined
  for (;;) {
    const list = await findWaitList(tx, id)
    if (!list) return undefined
    // Whoever moves it to another list needs the one that is held, so it stays where it was found the second time.
    if (held?.school_year_id === list.school_year_id && held.desired_grade === list.desired_grade) {
      return selectLocked(tx, id)
    }
    await lockWaitList(tx, list)
    held = list
  }
}

/** Writes to one application and counts its version up; returns the new version. */
export async function updateRegistration(tx: SchoolTransaction, id: number, change: Updateable<Registration>) {
  const { version } = await tx
    .updateTable('registration')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const insertStatusChange = (tx: SchoolTransaction, change: Insertable<RegistrationStatusHistory>) =>
  tx.insertInto('registration_status_history').values(change).execute()

/** How many changes of status someone has not seen whose page holds that version. */
export async function countStatusChangesSince(tx: SchoolTransaction, id: number, version: number) {
  const { count } = await tx
    .selectFrom('registration_status_history')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('registration_id', '=', id)
    .where('version', '>', version)
    .executeTakeFirstOrThrow()
  return count
}

/** Accepted applications that count for the year and grade. */
export async function countAccepted(tx: SchoolTransaction, list: WaitList) {
  const { count } = await tx
    .selectFrom('registration')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('school_year_id', '=', list.school_year_id)
    .where('desired_grade', '=', list.desired_grade)
    .where('status', '=', 'accepted')
    .where('withdrawn_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
