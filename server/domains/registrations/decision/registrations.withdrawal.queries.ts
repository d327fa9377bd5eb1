import type { SchoolTransaction } from '#server/db/in-school.ts'

/** The place on the waiting list that the latest withdrawal left, if that was since then (ISO 8601). */
export async function findWithdrawnPlace(tx: SchoolTransaction, registrationId: number, since: string) {
  const latest = await tx
    .selectFrom('registration_event')
    .select(['from_rank', 'created_at'])
    .where('registration_id', '=', registrationId)
    .where('kind', '=', 'withdrawn')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest && Date.parse(latest.created_at) >= Date.parse(since) ? latest.from_rank : null
}
