import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict } from '#server/http/api-error.ts'
import { cancelExplained, changeExplainers, listExplained, restoreUnexplained } from './explained-marks.queries.ts'

/**
 * Ends the marks of missing children that a note explains. The children are locked: a mark that somebody is just
 * setting is already visible, or waits.
 */
export async function explainMissing(tx: SchoolTransaction, pupilIds: readonly number[], now: Date) {
  await nameAction(tx, 'pupil_sicknote', 'sicknote_cancelled')
  await cancelExplained(tx, pupilIds, now)
}

/**
 * After a note of these children was cancelled or covers less, children who were missing before it are missing again.
 * The children are locked.
 */
export async function missAgain(tx: SchoolTransaction, pupilIds: readonly number[]) {
  await nameAction(tx, 'pupil_sicknote', 'sicknote_restored')
  await restoreUnexplained(tx, pupilIds)
  await nameAction(tx, 'pupil_sicknote', 'pupil_sicknote_updated')
  await changeExplainers(tx, pupilIds)
}

type Mark = Parameters<typeof listExplained>[2] & { pupil_id: number; reason: string }

/** 409, because a child with a known absence is not missing. */
export async function refuseExplained(tx: SchoolTransaction, mark: Mark) {
  if (mark.reason !== 'unexplained') return
  const explained = await listExplained(tx, [mark.pupil_id], mark)
  if (explained.length > 0) throw conflict(SICKNOTE_TEXTS.duplicate)
}
