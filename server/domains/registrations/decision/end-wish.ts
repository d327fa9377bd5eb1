import { WITHDRAWAL_TEXTS } from '#contract/registrations/registrations.withdrawal.ts'
import type { NewEvent } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import type { LockedRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'

/** The columns of an application without a wish to withdraw it. */
export const NO_WISH = { withdraw_requested_at: null, withdraw_requested_position: null, withdraw_reason: null }

/**
 * The timeline's line for a wish that ends because the contact who asked is gone or has another address, or because the
 * child became a pupil.
 */
export const wishEnded = (
  { id, withdraw_requested_position }: LockedRegistration,
  why: 'contactChanged' | 'takenOver' = 'contactChanged',
): NewEvent => ({
  registration_id: id,
  kind: 'withdraw_declined',
  contact_position: withdraw_requested_position,
  note: WITHDRAWAL_TEXTS[why],
})
