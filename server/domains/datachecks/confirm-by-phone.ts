import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { sendAgainTo } from '#server/mail/outbox.ts'
import { isRunning } from './check-running.ts'
import {
  findCheck,
  findReader,
  lockNewestMail,
  lockReader,
  noteAnswer,
  type StoredReader,
} from './datachecks.queries.ts'
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

/**
 * Queues the mail that the answer has made unnecessary, to today's address; false when none was dropped for that. The line
 * is locked: a mail whose turn comes at this moment reads the answer either before, and is queued here, or afterwards.
 */
async function queueDropped(tx: SchoolTransaction, { data_check_id, guardian_id, mail, is_usable }: StoredReader) {
  const newest = await lockNewestMail(tx, data_check_id, guardian_id)
  if (newest?.error !== 'not_needed' || mail === null || !is_usable) return false
  await sendAgainTo(tx, [{ mail_id: newest.id, recipient: mail }])
  return true
}

/**
 * Takes back an answer that was entered by mistake, and writes to the family again if its mail was given up meanwhile. 409
 * for an answer of the family itself, and after the end of the round.
 */
export async function takeBackPhoned(tx: SchoolTransaction, readerId: number, today: string) {
  const isThere = await lockReader(tx, readerId)
  const reader = isThere && (await findReader(tx, readerId))
  if (!reader) throw notFound()
  const check = await findCheck(tx, reader.data_check_id)
  if (!check || !isRunning(check, today)) throw conflict(DATA_CHECK_TEXTS.over)
  if (!reader.is_by_phone) throw conflict(DATA_CHECK_TEXTS.notByPhone)
  await noteAnswer(tx, readerId, { answered_at: null })
  await logEvent(tx, { action: 'data_check_phone_undone', entityType: 'guardian', entityId: reader.guardian_id })
  const isQueued = await queueDropped(tx, reader)
  return { message: isQueued ? DATA_CHECK_TEXTS.unphonedMailed : DATA_CHECK_TEXTS.unphoned }
}
