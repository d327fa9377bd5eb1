import { sql } from 'kysely'
import { CONFIRM_MONTHS, CONSENT_KINDS } from '#contract/sensitive/sensitive.kinds.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * The history of a pupil finds a deleted entry by the pupil alone; the list of all actions has the entry's own line.
 */
export const noteGone = (tx: SchoolTransaction, pupilId: number) =>
  logEvent(tx, { action: 'pupil_sensitive_deleted', entityType: 'pupil', entityId: pupilId })

/** Deletes locked entries for good after a few days; `before` in ISO 8601. */
export async function deleteLockedEntries(tx: SchoolTransaction, before: string) {
  const gone = await tx.deleteFrom('pupil_sensitive').where('locked_at', '<=', before).returning('pupil_id').execute()
  for (const pupilId of new Set(gone.map(({ pupil_id }) => pupil_id))) await noteGone(tx, pupilId)
}

/** Pupils with entries to be confirmed or deleted, by the rule of `confirmationDueOn` for a single entry. */
export const pupilsToConfirm = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('pupil_sensitive as s')
    .select('s.pupil_id')
    .where('s.kind', 'in', CONSENT_KINDS)
    .where('s.locked_at', 'is', null)
    .where(sql<boolean>`(s.confirmed_at + make_interval(months => ${CONFIRM_MONTHS}))::date <= ${today}::date`)
