import { type Insertable, sql, type Updateable } from 'kysely'
import type { Registration, RegistrationStatusHistory } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { WaitList } from './registrations.waitlist.shared.queries.ts'

/** Changes one application and increases its version; returns the new version. */
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

/** How many changes of status are newer than this version of a page. */
export async function countStatusChangesSince(tx: SchoolTransaction, id: number, version: number) {
  const { count } = await tx
    .selectFrom('registration_status_history')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('registration_id', '=', id)
    .where('version', '>', version)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of accepted applications for the year and grade. */
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

/** Whether the latest withdrawal left a position on the waiting list, since this time (ISO 8601). */
export async function hasWithdrawnPlace(tx: SchoolTransaction, registrationId: number, since: string) {
  const latest = await tx
    .selectFrom('registration_event')
    .select(['from_rank', 'created_at'])
    .where('registration_id', '=', registrationId)
    .where('kind', '=', 'withdrawn')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest !== undefined && latest.from_rank !== null && Date.parse(latest.created_at) >= Date.parse(since)
}
