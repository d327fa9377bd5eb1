import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Whether the latest withdrawal left a place on the waiting list, and that since then (ISO 8601). */
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
