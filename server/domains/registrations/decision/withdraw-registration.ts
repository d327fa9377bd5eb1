import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { queueWithdrawnMails } from '#server/domains/registrations/mails/withdrawn-mail.ts'
import { findStaleRefusal } from '#server/domains/registrations/refuse-stale-status.ts'
import { updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import {
  type LockedRegistration,
  lockWithWaitList,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { closeGap } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'

export interface Withdrawal {
  id: number
  /** `staff` also confirms the wish of one of two parents with joint custody: then it counts as the applicant's. */
  by: 'staff' | 'applicant'
  /** Missing: the reason that the family gave with its wish stays. */
  reason: string | null
  now: Date
  /** The user who pressed the button; null: the family. */
  userId: number | null
  /** The position of the contact, for `applicant`. */
  contactPosition?: number | null
  /** The version that the page shows; without it there is no conflict check (domain §9a). */
  version?: number | undefined
}

/** 409 when it is already withdrawn or transformed, or its status was changed since the page's version. */
const refuse = async (tx: SchoolTransaction, current: LockedRegistration, version: number | undefined) => {
  const refusal = statusRefusal(current)
  if (refusal) throw conflict(refusal)
  const stale = await findStaleRefusal(tx, current, version)
  if (stale) throw stale
}

/**
 * Withdraws an application, for staff and families alike. It no longer counts, and its waiting list closes the gap; its
 * status stays, so that it can come back (domain §3.1). 404 when unknown or in the bin, 409 when it can no longer be
 * changed.
 */
export async function withdrawRegistration(tx: SchoolTransaction, withdrawal: Withdrawal) {
  const { id, now, userId } = withdrawal
  const current = await lockWithWaitList(tx, id)
  if (!current || current.deleted_at !== null) throw notFound()
  await refuse(tx, current, withdrawal.version)
  const withdrawn_at = now.toISOString()
  const reason = withdrawal.reason ?? current.withdraw_reason
  const isWished = withdrawal.by === 'applicant' || current.withdraw_requested_at !== null
  if (current.wait_rank !== null) await closeGap(tx, current, current.wait_rank)
  await nameAction(tx, 'registration', 'registration_withdrawn')
  const version = await updateRegistration(tx, id, {
    withdrawn_at,
    withdrawn_by: isWished ? 'applicant' : 'staff',
    withdraw_reason: reason,
    wait_rank: null,
    withdraw_requested_at: null,
    withdraw_requested_position: null,
  })
  await insertEvents(tx, { viewer: { user_id: userId }, now }, [
    {
      registration_id: id,
      kind: 'withdrawn',
      from_rank: current.wait_rank,
      contact_position: withdrawal.contactPosition ?? current.withdraw_requested_position,
      note: reason,
    },
  ])
  // When staff entered the withdrawal after a call, staff inform the family (domain §2.3: mails of the school are never
  // automatic).
  if (isWished) await queueWithdrawnMails(tx, id)
  return { version, withdrawn_at, wait_rank: null }
}
