import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import { withMoved } from '#contract/waitlists/waitlists.rules.ts'
import { WAITLIST_TEXTS } from '#contract/waitlists/waitlists.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockWithWaitList } from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { listOrder, updateRanks } from './waitlists.queries.ts'

interface Move {
  id: number
  /** The rank that the page shows. */
  from_rank: number
  to_rank: number
  note: string
}

const lockWaiting = async (tx: SchoolTransaction, id: number) => {
  const current = await lockWithWaitList(tx, id)
  if (!current || current.deleted_at !== null) throw notFound()
  const refusal = statusRefusal(current) ?? (current.wait_rank === null ? WAITLIST_TEXTS.notWaiting : null)
  if (refusal) throw conflict(refusal)
  return current
}

/**
 * Moves an application to another rank; those in between move by one, so that the ranks stay 1…n (domain §3.2). 409
 * with the present order when the page showed another rank; the same rank changes nothing.
 */
export async function moveRank(
  tx: SchoolTransaction,
  { id, from_rank, to_rank, note }: Move,
  acting: Omit<Acting, 'today'>,
) {
  const current = await lockWaiting(tx, id)
  const shown = await listOrder(tx, current)
  if (current.wait_rank !== from_rank) throw conflict(WAITLIST_TEXTS.changed, { order: shown })
  // Ranks count all applications, also those that the page does not show.
  const order = await withRestricted(tx, () => listOrder(tx, current))
  if (to_rank > order.length) throw invalid({ to_rank: [WAITLIST_TEXTS.rankOutside(order.length)] })
  if (to_rank === from_rank) return { wait_rank: from_rank }
  await nameAction(tx, 'registration', 'registration_moved')
  const moved = withMoved(order, from_rank, to_rank).map((row) => row.id)
  await withRestricted(tx, () => updateRanks(tx, moved))
  await insertEvents(tx, acting, [{ registration_id: id, kind: 'rank_moved', from_rank, to_rank, note }])
  return { wait_rank: to_rank }
}
