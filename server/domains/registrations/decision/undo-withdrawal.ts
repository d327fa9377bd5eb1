import { isTransformed, undoableSince } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { undoWithdrawalRefusal, WITHDRAWAL_TEXTS } from '#contract/registrations/registrations.withdrawal.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { hasWithdrawnPlace, updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import {
  type LockedRegistration,
  lockWithWaitList,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { lockOpenRegistration } from '#server/domains/registrations/registrations.shared.ts'
import { findLastPlace, reopenPlace } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { NO_WISH } from './end-wish.ts'

/** Within ten minutes the application gets its former position back; later it joins the list at the end. */
const waitAgain = async (tx: SchoolTransaction, current: LockedRegistration, now: Date) => {
  const { status, wait_place } = current
  if (status !== 'waiting') return { wait_rank: null }
  const hasLeft = await hasWithdrawnPlace(tx, current.id, undoableSince(now).toISOString())
  if (wait_place === null || !hasLeft) return findLastPlace(tx, current, now)
  return { wait_rank: await reopenPlace(tx, current, wait_place) }
}

/** Staff undo a withdrawal; 409 after 30 days, or when there is none (domain §3.1). */
export async function undoWithdrawal(tx: SchoolTransaction, id: number, acting: Acting) {
  const { now } = acting
  const current = await lockWithWaitList(tx, id)
  if (!current || current.deleted_at !== null) throw notFound()
  const refusal = isTransformed(current) ? REGISTRATION_TEXTS.transformed : undoWithdrawalRefusal(current, now)
  if (refusal) throw conflict(refusal)
  const place = await waitAgain(tx, current, now)
  await nameAction(tx, 'registration', 'registration_withdrawal_undone')
  const version = await updateRegistration(tx, id, {
    withdrawn_at: null,
    withdrawn_by: null,
    withdraw_reason: null,
    ...place,
  })
  await insertEvents(tx, acting, [{ registration_id: id, kind: 'withdrawal_undone', to_rank: place.wait_rank }])
  return { version, withdrawn_at: null, wait_rank: place.wait_rank }
}

/** Staff decline the wish of one of two parents with joint custody to withdraw an application. */
export async function declineWithdrawal(tx: SchoolTransaction, id: number, acting: Acting) {
  const current = await lockOpenRegistration(tx, id)
  if (current.withdraw_requested_at === null) throw conflict(WITHDRAWAL_TEXTS.notRequested)
  await nameAction(tx, 'registration', 'registration_withdraw_declined')
  const version = await updateRegistration(tx, id, NO_WISH)
  await insertEvents(tx, acting, [
    { registration_id: id, kind: 'withdraw_declined', contact_position: current.withdraw_requested_position },
  ])
  return { version, withdrawn_at: null, wait_rank: current.wait_rank }
}
