import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { isRunning } from './check-running.ts'
import { findCheck, findReader, lockReader, noteAnswer } from './datachecks.queries.ts'
import { loadRecord } from './family-record.ts'

/**
 * Somebody has said on the telephone that everything is right. 409 once there is an answer, after the end of the round, and
 * for somebody without custody, whose link would not work either.
 */
export async function confirmByPhone(
  tx: SchoolTransaction,
  readerId: number,
  { today, now }: Pick<Acting, 'today' | 'now'>,
) {
  // The row is locked first and then read, because the family may answer at the same time.
  const isThere = await lockReader(tx, readerId)
  const reader = isThere && (await findReader(tx, readerId))
  if (!reader) throw notFound()
  if (reader.answered_at !== null) throw conflict(DATA_CHECK_TEXTS.alreadyAnswered)
  const check = await findCheck(tx, reader.data_check_id)
  if (!check || !isRunning(check, today)) throw conflict(DATA_CHECK_TEXTS.over)
  if (!(await loadRecord(tx, reader, today))) throw conflict(DATA_CHECK_TEXTS.gone)
  await noteAnswer(tx, readerId, { answered_at: now.toISOString(), is_by_phone: true })
  await logEvent(tx, { action: 'data_check_phoned', entityType: 'guardian', entityId: reader.guardian_id })
  return { message: DATA_CHECK_TEXTS.phoned }
}

/** Takes back an answer that was entered by mistake. 409 for an answer of the family itself, and after the end of the round. */
export async function takeBackPhoned(tx: SchoolTransaction, readerId: number, today: string) {
  const isThere = await lockReader(tx, readerId)
  const reader = isThere && (await findReader(tx, readerId))
  if (!reader) throw notFound()
  const check = await findCheck(tx, reader.data_check_id)
  if (!check || !isRunning(check, today)) throw conflict(DATA_CHECK_TEXTS.over)
  if (!reader.is_by_phone) throw conflict(DATA_CHECK_TEXTS.notByPhone)
  await noteAnswer(tx, readerId, { answered_at: null })
  await logEvent(tx, { action: 'data_check_phone_undone', entityType: 'guardian', entityId: reader.guardian_id })
  return { message: DATA_CHECK_TEXTS.unphoned }
}
