import { isExpired } from '#contract/sensitive/sensitive.kinds.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { openContent } from './seal-entry.shared.ts'
import { listSealedOfKind } from './sensitive.queries.ts'

/**
 * The focus of support of all children of the school by notices that are valid on the day, for counting; logged. Entries
 * that are locked or cannot be decrypted are left out.
 */
export async function listSupports(tx: SchoolTransaction, { day, keys }: { day: string; keys: SecretRing }) {
  await logEvent(tx, { action: 'sensitive_counted', entityType: 'pupil', entityId: null })
  const rows = await listSealedOfKind(tx, 'special_needs')
  return rows
    .filter((row) => row.locked_at === null && !isExpired(row, day))
    .flatMap((row) => {
      const { focus, notice_date } = openContent(keys, row, row.value_encrypted) ?? {}
      return focus && (!notice_date || notice_date <= day) ? [{ pupil_id: row.pupil_id, focus }] : []
    })
}
