import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findLastInformed } from './registrations.informed.queries.ts'

/**
 * Takes back that the family was told the present decision on the telephone, with its line in the timeline; answers when
 * the family was informed in another way, or null.
 */
export async function deletePhoneNotes(
  tx: SchoolTransaction,
  { id, status, status_changed_at }: { id: number; status: string; status_changed_at: string | null },
) {
  const since = status_changed_at ?? '-infinity'
  await tx
    .deleteFrom('registration_status_mail')
    .where('registration_id', '=', id)
    .where('by_phone', '=', true)
    .where('kind', '=', status)
    .where('created_at', '>=', since)
    .execute()
  await tx
    .deleteFrom('registration_event')
    .where('registration_id', '=', id)
    .where('kind', '=', 'told_by_phone')
    .where('created_at', '>=', since)
    .execute()
  return (await findLastInformed(tx, id))?.at ?? null
}
