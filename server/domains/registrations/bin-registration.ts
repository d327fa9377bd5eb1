import { isInBin } from '#contract/bin.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import { updateRegistration } from './registrations.changes.queries.ts'
import { hasHadHold } from './registrations.deletion.shared.queries.ts'
import { lockWithWaitList } from './registrations.shared.queries.ts'
import { closeGap, findLastPlace } from './registrations.waitlist.shared.queries.ts'

/** Moves an application to the bin; those behind it on the waiting list move up. */
export async function removeRegistration(tx: SchoolTransaction, id: number, now: Date) {
  const current = await lockWithWaitList(tx, id)
  if (!current || current.deleted_at !== null) throw notFound()
  if (current.wait_rank !== null) await closeGap(tx, current, current.wait_rank)
  await nameAction(tx, 'registration', 'registration_deleted')
  await updateRegistration(tx, id, { deleted_at: now.toISOString(), wait_rank: null })
}

/**
 * Restores an application from the bin, within 30 days or while a hold lasts; a waiting one joins its list at the end.
 */
export async function restoreRegistration(tx: SchoolTransaction, id: number, now: Date) {
  const current = await lockWithWaitList(tx, id)
  if (!current?.deleted_at) throw notFound()
  if (!isInBin(current.deleted_at, now) && !(await hasHadHold(tx, id))) throw notFound()
  const isWaiting = current.status === 'waiting' && current.withdrawn_at === null
  const place = isWaiting ? await findLastPlace(tx, current, now) : {}
  await nameAction(tx, 'registration', 'registration_restored')
  await updateRegistration(tx, id, { deleted_at: null, ...place })
}
