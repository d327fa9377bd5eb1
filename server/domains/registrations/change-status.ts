import { addDays } from '#contract/dates.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type RegistrationStatus, statusRefusal } from '#contract/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { nameAction, type SchoolTransaction, type SchoolViewer } from '#server/db/in-school.ts'
import { findPlaces } from '#server/domains/schoolgrades/schoolgrades.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import {
  countAccepted,
  countStatusChangesSince,
  insertStatusChange,
  type LockedRegistration,
  lockWithWaitList,
  updateRegistration,
} from './registrations.changes.queries.ts'
import { closeGap, countWaiting, findLeftRank, openGap } from './registrations.waitlist.queries.ts'

const UNDO_MS = 10 * 60 * 1000
const CONFIRM_DAYS = 14

interface StatusChange {
  id: number
  status: RegistrationStatus
  /** The version the page shows; without one nobody is asked (domain §9a). */
  version?: number
}

/** Who acts and when. */
export interface Acting {
  viewer: SchoolViewer
  now: Date
  /** The day in Berlin. */
  today: string
}

/** 409 when the status was changed since the page's version; a note written meanwhile is no reason (domain §9a). */
const refuseStale = async (tx: SchoolTransaction, current: LockedRegistration, version: number | undefined) => {
  if (version === undefined || (await countStatusChangesSince(tx, current.id, version)) === 0) return
  throw conflict(ERROR_TEXTS.stale, {
    changed_by: current.status_changed_by_name,
    changed_at: current.status_changed_at,
    version: current.version,
    status: current.status,
  })
}

/** The place for who joins a waiting list: the last one, or within ten minutes the one just left. */
const takeRank = async (tx: SchoolTransaction, current: LockedRegistration, now: Date) => {
  const last = (await countWaiting(tx, current)) + 1
  const left = await findLeftRank(tx, current.id, new Date(now.getTime() - UNDO_MS))
  const rank = Math.min(left ?? last, last)
  await openGap(tx, current, rank)
  return rank
}

/** What a status brings with it (domain §3.1). */
const effectsOf = (status: RegistrationStatus, { now, today }: Acting) => {
  const isDecision = status === 'accepted' || status === 'rejected'
  return {
    place_confirm_due_at: status === 'accepted' ? addDays(today, CONFIRM_DAYS) : null,
    ...(isDecision && { decided_at: now.toISOString() }),
    ...(status === 'new' && { decided_at: null }),
  }
}

const placesWarning = async (tx: SchoolTransaction, current: LockedRegistration) => {
  const places = await findPlaces(tx, current)
  return places !== undefined && (await countAccepted(tx, current)) > places ? REGISTRATION_TEXTS.places : null
}

const writeStatus = async (tx: SchoolTransaction, current: LockedRegistration, change: StatusChange & Acting) => {
  const { viewer, now, status } = change
  const wait_rank = status === 'waiting' ? await takeRank(tx, current, now) : null
  if (current.wait_rank !== null) await closeGap(tx, current, current.wait_rank)
  await nameAction(tx, 'registration', 'registration_status_changed')
  const version = await updateRegistration(tx, current.id, {
    status,
    wait_rank,
    status_changed_at: now.toISOString(),
    status_changed_by: viewer.user_id,
    ...effectsOf(status, change),
  })
  await insertStatusChange(tx, {
    school_id: viewer.school_id,
    registration_id: current.id,
    from_status: current.status,
    to_status: status,
    from_rank: current.wait_rank,
    version,
    changed_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  return { status, wait_rank, version }
}

/**
 * Gives an application another status with all that follows from it (domain §3.1). The same status changes nothing;
 * 409 when it is withdrawn or transformed, or was changed by someone else meanwhile.
 */
export async function changeStatus(tx: SchoolTransaction, change: StatusChange, acting: Acting) {
  const current = await lockWithWaitList(tx, change.id)
  if (!current || current.deleted_at !== null) throw notFound()
  const refusal = statusRefusal(current)
  if (refusal) throw conflict(refusal)
  if (current.status === change.status) {
    return { status: current.status, wait_rank: current.wait_rank, version: current.version, warning: null }
  }
  await refuseStale(tx, current, change.version)
  const changed = await writeStatus(tx, current, { ...change, ...acting })
  return { ...changed, warning: changed.status === 'accepted' ? await placesWarning(tx, current) : null }
}
