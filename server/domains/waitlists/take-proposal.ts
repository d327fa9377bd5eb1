import { counted } from '#contract/counted.ts'
import { undoableSince } from '#contract/registrations/registrations.status.ts'
import { isSameOrder, proposedOrder } from '#contract/waitlists/waitlists.rules.ts'
import { WAITLIST_TEXTS, type WaitingChild } from '#contract/waitlists/waitlists.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockWaitList } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { readWaitingRows } from './read-waitlist.ts'
import { listOrder, listProposed, updateRanks } from './waitlists.queries.ts'

interface WaitlistKey {
  school_year_id: number
  grade: number
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Locks the list; 404 for a year of another school. */
const lockList = async (tx: SchoolTransaction, { school_year_id, grade }: WaitlistKey) => {
  if (!(await findSchoolyear(tx, school_year_id))) throw notFound()
  const list = { school_year_id, desired_grade: grade }
  await lockWaitList(tx, list)
  return list
}

const changedOrder = (order: readonly WaitingChild[], message: string) =>
  conflict(message, { order: order.map(({ id, number, meta, wait_rank }) => ({ id, number, meta, wait_rank })) })

const refuseChanged = (order: readonly WaitingChild[], expected: readonly number[]) => {
  if (!isSameOrder(idsOf(order), expected)) throw changedOrder(order, WAITLIST_TEXTS.changed)
}

type Hand = Omit<Acting, 'today'>

interface Reordering extends Hand {
  before: readonly WaitingChild[]
  order: readonly number[]
  note: string | null
}

/** Writes the order, and a line into the timeline of each application whose rank changes; returns their number. */
const reorder = async (tx: SchoolTransaction, { before, order, note, ...hand }: Reordering) => {
  // By place in the list, because an application that nobody may see keeps a rank in between.
  const moved = before.filter(({ id }, place) => order[place] !== id)
  await nameAction(tx, 'registration', 'registrations_ranked')
  await updateRanks(tx, order)
  await insertEvents(
    tx,
    hand,
    moved.map(({ id, wait_rank }) => ({
      registration_id: id,
      kind: 'rank_proposed',
      from_rank: wait_rank,
      to_rank: before[order.indexOf(id)]?.wait_rank ?? null,
      note,
    })),
  )
  return moved.length
}

/** Puts a list into the proposed order (domain §3.2); 409 unless list and proposal are the ones that were shown. */
export async function takeProposal(
  tx: SchoolTransaction,
  proposal: WaitlistKey & { before: readonly number[]; order: readonly number[]; pinned: readonly number[] },
  acting: Hand,
) {
  const list = await lockList(tx, proposal)
  const rows = await readWaitingRows(tx, list, acting.viewer.school_id)
  refuseChanged(rows, proposal.before)
  const isByHand = (id: number) => rows.some((row) => row.id === id && row.is_placed_by_hand)
  const order = idsOf(proposedOrder(rows, proposal.pinned.filter(isByHand)))
  if (!isSameOrder(order, proposal.order)) throw changedOrder(rows, WAITLIST_TEXTS.proposalChanged)
  const moved = await reorder(tx, { ...acting, before: rows, order, note: null })
  return { message: `Die Rangfolge ist übernommen: ${counted(moved, 'Rang', 'Ränge')} geändert.`, moved }
}

/** The order before the last accepted proposal; undefined when it is too long ago or something changed since. */
const orderBefore = async (tx: SchoolTransaction, rows: readonly WaitingChild[], now: Date) => {
  const latest = await listProposed(tx, idsOf(rows), undoableSince(now).toISOString())
  const at = Math.max(...latest.map(({ created_at }) => Date.parse(created_at)))
  const batch = latest.filter(({ created_at, note }) => note === null && Date.parse(created_at) === at)
  const rankOf = new Map(rows.map(({ id, wait_rank }) => [id, wait_rank]))
  const isAsLeft = batch.every(({ registration_id, to_rank }) => rankOf.get(registration_id) === to_rank)
  for (const { registration_id, from_rank } of batch) rankOf.set(registration_id, from_rank ?? 0)
  const isWhole = new Set(rankOf.values()).size === rows.length
  if (batch.length === 0 || !isAsLeft || !isWhole) return undefined
  return idsOf(rows.toSorted((a, b) => (rankOf.get(a.id) ?? 0) - (rankOf.get(b.id) ?? 0)))
}

/** Undoes the last accepted proposal within ten minutes, while the list is unchanged since. */
export async function undoProposal(
  tx: SchoolTransaction,
  proposal: WaitlistKey & { order: readonly number[] },
  acting: Hand,
) {
  const rows = await listOrder(tx, await lockList(tx, proposal))
  refuseChanged(rows, proposal.order)
  const order = await orderBefore(tx, rows, acting.now)
  if (!order) throw conflict(WAITLIST_TEXTS.undoOver)
  await reorder(tx, { ...acting, before: rows, order, note: WAITLIST_TEXTS.undone })
  return { message: 'Die vorige Rangfolge gilt wieder.' }
}
