import { z } from 'zod'
import { addDays, berlinToday } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, Instant, MultilineText, Version } from '#contract/formats.ts'
import { WITHDRAW_REASON_MAX } from '#contract/registrations/registrations.family.ts'
import { UNDO_WITHDRAWAL_DAYS } from './registrations.status.ts'

export const WITHDRAWAL_TEXTS = {
  undoTooLate: `Ein Rückzug kann nur innerhalb von ${UNDO_WITHDRAWAL_DAYS} Tagen zurückgenommen werden.`,
  notWithdrawn: 'Die Bewerbung ist nicht zurückgezogen.',
  notRequested: 'Die Familie wünscht zurzeit keinen Rückzug.',
  contactChanged: 'Kontakt geändert',
  takenOver: 'Als SuS übernommen',
} as const

/** The last day in Berlin on which a withdrawal can be taken back. */
export const undoWithdrawalUntil = (withdrawnAt: string) =>
  addDays(berlinToday(new Date(withdrawnAt)), UNDO_WITHDRAWAL_DAYS)

/** Why a withdrawal cannot be taken back (409 with this text), or null. */
export const undoWithdrawalRefusal = ({ withdrawn_at }: { withdrawn_at: string | null }, now: Date) => {
  if (withdrawn_at === null) return WITHDRAWAL_TEXTS.notWithdrawn
  return berlinToday(now) > undoWithdrawalUntil(withdrawn_at) ? WITHDRAWAL_TEXTS.undoTooLate : null
}

const Withdrawn = z.object({
  version: z.int(),
  withdrawn_at: Instant.nullable(),
  wait_rank: z.int().nullable(),
})

const access = 'manage pupil application'

export const withdrawalEndpoints = {
  /**
   * Also confirms the wish of one of two with joint custody (domain §2.3). 409 when withdrawn or transformed already, or
   * when the status was changed since `version`.
   */
  withdraw: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/:id/withdraw',
    access,
    params: IdParam,
    body: z.object({ reason: MultilineText(WITHDRAW_REASON_MAX), version: Version.optional() }),
    response: Withdrawn,
    summary: 'Bewerbung zurückziehen',
  }),
  /** Until `undoWithdrawalUntil`, then 409; the old place on the waiting list comes back within ten minutes, later the last one. */
  undo: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/undoWithdraw',
    access,
    params: IdParam,
    response: Withdrawn,
    summary: 'Rückzug einer Bewerbung zurücknehmen',
  }),
  /** The application goes on although one of two with joint custody wished to withdraw it; 409 when nobody does. */
  decline: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/declineWithdraw',
    access,
    params: IdParam,
    response: Withdrawn,
    summary: 'Wunsch nach einem Rückzug ablehnen',
  }),
}
