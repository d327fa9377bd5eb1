import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { findReader, lockReader, noteAnswer } from './datachecks.queries.ts'

/** Somebody has said on the telephone that everything is right; 409 once there is an answer. */
export async function confirmByPhone(tx: SchoolTransaction, readerId: number, now: Date) {
  // The row is locked first and then read, because the family may answer at the same time.
  const isThere = await lockReader(tx, readerId)
  const reader = isThere && (await findReader(tx, readerId))
  if (!reader) throw notFound()
  if (reader.answered_at !== null) throw conflict(DATA_CHECK_TEXTS.alreadyAnswered)
  await noteAnswer(tx, readerId, now.toISOString())
  await logEvent(tx, { action: 'data_check_phoned', entityType: 'guardian', entityId: reader.guardian_id })
  return { message: DATA_CHECK_TEXTS.phoned }
}
