import { z } from 'zod'
import { MINUTE_MS } from '#contract/dates.ts'
import { REGISTRATION_TEXTS } from './registrations.texts.ts'

/** Spec §4: exactly four; withdrawal and transformation are timestamps (domain §0.7). */
export const REGISTRATION_STATUSES = ['new', 'accepted', 'rejected', 'waiting'] as const
export const RegistrationStatus = z.enum(REGISTRATION_STATUSES)
export type RegistrationStatus = z.output<typeof RegistrationStatus>

export const STATUS_LABELS: Record<RegistrationStatus, string> = {
  new: 'Neu',
  accepted: 'Angenommen',
  rejected: 'Abgelehnt',
  waiting: 'Warteliste',
}

/** In the order of tabs, menus and the keys 1 to 4. */
export const STATUS_ORDER: readonly RegistrationStatus[] = ['new', 'accepted', 'waiting', 'rejected']

export interface Lifecycle {
  status: RegistrationStatus
  withdrawn_at: string | null
  /** The pupil that the application became; null: none yet. */
  pupil_id: number | null
}

export const isWithdrawn = (registration: Pick<Lifecycle, 'withdrawn_at'>) => registration.withdrawn_at !== null

export const isTransformed = (registration: Pick<Lifecycle, 'pupil_id'>) => registration.pupil_id !== null

/** Whether one of two people with joint custody wants to withdraw it and nobody has answered yet (domain §2.3). */
export const isWishOpen = (registration: Omit<Lifecycle, 'status'> & { withdraw_requested_at: string | null }) =>
  registration.withdraw_requested_at !== null && !isWithdrawn(registration) && !isTransformed(registration)

/** Why the status cannot change any more (domain §3.1: 409 with this text), or null. */
export const statusRefusal = (registration: Lifecycle) => {
  if (isWithdrawn(registration)) return REGISTRATION_TEXTS.withdrawn
  return isTransformed(registration) ? REGISTRATION_TEXTS.transformed : null
}

/** Why the child cannot become a pupil (409 with this text), or null (domain §3.3). */
export const transformRefusal = (registration: Lifecycle) =>
  statusRefusal(registration) ?? (registration.status === 'accepted' ? null : REGISTRATION_TEXTS.notAccepted)

export const mayChangeStatus = (registration: Lifecycle) => statusRefusal(registration) === null

/** Domain §3.1: days after the acceptance by which the place must be confirmed, unless another day is set. */
export const PLACE_CONFIRM_DAYS = 14
/** The latest day to confirm that can be set, in days from today. */
export const PLACE_CONFIRM_DAYS_MAX = 90

/** Days for which staff may take a withdrawal back, not counting the day of the withdrawal (domain §3.1). */
export const UNDO_WITHDRAWAL_DAYS = 30

/** Minutes within which taking a change back also restores what it took away, such as the rank (domain §3.1). */
export const UNDO_MINUTES = 10

/** A change before this instant cannot be undone completely any more. */
export const undoableSince = (now: Date) => new Date(now.getTime() - UNDO_MINUTES * MINUTE_MS)
