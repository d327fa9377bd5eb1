import { z } from 'zod'
import { DAY_MS } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { IdParam, MultilineText, Version } from './formats.ts'
import { WITHDRAW_REASON_MAX } from './registrations.family-paths.ts'

/** Days for which staff may take a withdrawal back (domain §3.1). */
export const UNDO_WITHDRAWAL_DAYS = 30

export const WITHDRAWAL_TEXTS = {
  undoTooLate: 'Ein Rückzug kann nur innerhalb von 30 Tagen zurückgenommen werden.',
  notWithdrawn: 'Die Bewerbung ist nicht zurückgezogen.',
  notRequested: 'Die Familie wünscht zurzeit keinen Rückzug.',
  contactChanged: 'Kontakt geändert',
} as const

/** The instant at which a withdrawal can no longer be taken back. */
export const undoWithdrawalUntil = (withdrawnAt: string) =>
  new Date(Date.parse(withdrawnAt) + UNDO_WITHDRAWAL_DAYS * DAY_MS).toISOString()

/** Why a withdrawal cannot be taken back (409 with this text), or null. */
export const undoWithdrawalRefusal = ({ withdrawn_at }: { withdrawn_at: string | null }, now: Date) => {
  if (withdrawn_at === null) return WITHDRAWAL_TEXTS.notWithdrawn
  return now.toISOString() > undoWithdrawalUntil(withdrawn_at) ? WITHDRAWAL_TEXTS.undoTooLate : null
}

const Withdrawn = z.object({
  version: z.int(),
  withdrawn_at: z.iso.datetime().nullable(),
  wait_rank: z.int().nullable(),
})

const access = 'manage pupil application'

export const withdrawalEndpoints = {
  /** Also confirms the wish of one of two with joint custody (domain §2.3). */
  withdraw: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/:id/withdraw',
    access,
    params: IdParam,
    body: z.object({ reason: MultilineText(WITHDRAW_REASON_MAX), version: Version.optional() }),
    response: Withdrawn,
    summary: 'Bewerbung zurückziehen',
  }),
  /** Within 30 days; the old place on the waiting list comes back within ten minutes, later the last one. */
  undo: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/undoWithdraw',
    access,
    params: IdParam,
    response: Withdrawn,
    summary: 'Rückzug einer Bewerbung zurücknehmen',
  }),
  /** The application goes on although one of two with joint custody wished to withdraw it. */
  decline: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/declineWithdraw',
    access,
    params: IdParam,
    response: Withdrawn,
    summary: 'Wunsch nach einem Rückzug ablehnen',
  }),
}
