import { addDays } from '#contract/dates.ts'
import { placesText } from '#contract/registrations/registrations.bulk.ts'
import { ACCEPTED_FIELDS, dueDayRefusal, type Place } from '#contract/registrations/registrations.place.ts'
import {
  PLACE_CONFIRM_DAYS,
  type RegistrationStatus,
  statusRefusal,
  undoableSince,
} from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { findStaleRefusal } from '#server/domains/registrations/refuse-stale-status.ts'
import { insertStatusChange, updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import {
  type LockedRegistration,
  lockWithWaitList,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import {
  closeGap,
  findLastPlace,
  findLeft,
  reopenPlace,
} from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { listPlacesWarnings } from './warn-places.ts'

export interface StatusChange {
  id: number
  status: RegistrationStatus
  /** The deadline for an accepted family to confirm the place; missing: the default of domain §3.1. */
  place_confirm_due_at?: string
  /** The reason, for the history. */
  note?: string | null
  /** The version that the page shows; without it there is no conflict check (domain §9a). */
  version?: number
}

type Left = Awaited<ReturnType<typeof findLeft>>

/** The rank of an application that joins a waiting list: the last one, or within ten minutes the one it just left. */
const joinWaitList = async (
  tx: SchoolTransaction,
  current: LockedRegistration,
  { left, now }: { left: Left; now: Date },
) => {
  const { wait_place } = current
  if (wait_place === null || !left || left.from_rank === null) return findLastPlace(tx, current, now)
  const wait_rank = await reopenPlace(tx, current, wait_place)
  return { wait_rank, wait_place, waiting_since: left.from_waiting_since ?? now.toISOString() }
}

const NO_PLACE: Place = {
  contract_sent_at: null,
  contract_returned_at: null,
  place_confirmed_at: null,
  place_confirm_due_at: null,
}

/**
 * The place of an accepted application: only a deadline at first, or within ten minutes of leaving the status the
 * former values.
 */
const placeOf = ({ place_confirm_due_at: asked, today }: Omit<StatusChange, 'id'> & Acting, left: Left): Place => {
  const fresh = { ...NO_PLACE, place_confirm_due_at: addDays(today, PLACE_CONFIRM_DAYS) }
  const place = (left?.from_place as Place | null | undefined) ?? fresh
  return asked === undefined ? place : { ...place, place_confirm_due_at: asked }
}

/**
 * The columns that a status sets, and those that are emptied when the application is no longer accepted (domain §3.1).
 */
const effectsOf = (change: Omit<StatusChange, 'id'> & Acting, left: Left) => {
  const { status, now } = change
  const isDecision = status === 'accepted' || status === 'rejected'
  return {
    ...(status === 'accepted' ? placeOf(change, left) : NO_PLACE),
    ...(isDecision && { decided_at: now.toISOString() }),
    ...(status === 'new' && { decided_at: null }),
  }
}

/** The history stores the place of an application that is no longer accepted, so that an undo can restore it. */
const leftPlaceOf = (current: LockedRegistration) =>
  current.status === 'accepted'
    ? JSON.stringify(Object.fromEntries(ACCEPTED_FIELDS.map((field) => [field, current[field]])))
    : null

const writeStatus = async (
  tx: SchoolTransaction,
  current: LockedRegistration,
  change: Omit<StatusChange, 'id'> & Acting,
) => {
  const { viewer, now, status, note = null } = change
  const left = await findLeft(tx, current.id, { to: status, since: undoableSince(now) })
  const place =
    status === 'waiting' ? await joinWaitList(tx, current, { left, now }) : { wait_rank: null, waiting_since: null }
  if (current.wait_rank !== null) await closeGap(tx, current, current.wait_rank)
  await nameAction(tx, 'registration', 'registration_status_changed')
  const version = await updateRegistration(tx, current.id, {
    status,
    ...place,
    status_changed_at: now.toISOString(),
    status_changed_by: viewer.user_id,
    ...effectsOf(change, left),
  })
  await insertStatusChange(tx, {
    registration_id: current.id,
    from_status: current.status,
    to_status: status,
    from_rank: current.wait_rank,
    from_waiting_since: current.waiting_since,
    from_place: leftPlaceOf(current),
    version,
    note,
    changed_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  return { status, wait_rank: place.wait_rank, version }
}

/** Returns why a locked application cannot get the status, or its new state; the same status changes nothing. */
export async function applyStatus(
  tx: SchoolTransaction,
  current: LockedRegistration,
  change: Omit<StatusChange, 'id'> & Acting,
) {
  const refusal = statusRefusal(current)
  if (refusal) return { refusal: conflict(refusal) }
  const { status, wait_rank, version } = current
  if (status === change.status) return { changed: { status, wait_rank, version } }
  const stale = await findStaleRefusal(tx, current, change.version)
  if (stale) return { refusal: stale }
  return { changed: await writeStatus(tx, current, change) }
}

/** 422 for a deadline that is over or too far away, or without an acceptance. */
const refuseDueDay = ({ status, place_confirm_due_at: day }: StatusChange, today: string) => {
  if (day === undefined) return
  if (status !== 'accepted') throw invalid({ place_confirm_due_at: [REGISTRATION_TEXTS.dueStatus] })
  const refusal = dueDayRefusal(day, today)
  if (refusal) throw invalid({ place_confirm_due_at: [refusal] })
}

/**
 * Gives an application another status with all its consequences (domain §3.1). The same status changes nothing; 409
 * when it is withdrawn or transformed, or somebody else changed it meanwhile.
 */
export async function changeStatus(tx: SchoolTransaction, change: StatusChange, acting: Acting) {
  refuseDueDay(change, acting.today)
  const current = await lockWithWaitList(tx, change.id)
  if (!current || current.deleted_at !== null) throw notFound()
  const { refusal, changed } = await applyStatus(tx, current, { ...change, ...acting })
  if (refusal) throw refusal
  const isNewlyAccepted = changed.status === 'accepted' && current.status !== 'accepted'
  const [warning] = isNewlyAccepted ? await listPlacesWarnings(tx, [current]) : []
  return { ...changed, warning: warning ? placesText(warning) : null }
}
