import { agreementEndpoints } from '#contract/registrations/registrations.agreement.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { similarRegistrationEndpoints } from '#contract/registrations/registrations.similar.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import type { Routes } from '#server/http/route.ts'
import { changePlace } from './change-place.ts'
import { findSimilar } from './find-similar.ts'
import { notePaperAgreement } from './note-paper-agreement.ts'
import { declineWithdrawal, undoWithdrawal } from './undo-withdrawal.ts'
import { withdrawRegistration } from './withdraw-registration.ts'

/** Calls around a decision: similar applications, the place, withdrawals and the wishes of families. */
export function registrationDecisionRoutes({ route }: Routes) {
  route(similarRegistrationEndpoints.list, ({ tx, params, viewer }) => findSimilar(tx, params.id, viewer))

  route(placeEndpoints.change, ({ tx, params, body, ...acting }) =>
    changePlace(tx, { id: params.id, form: body }, acting),
  )

  route(agreementEndpoints.noteOnPaper, ({ tx, params, body, ...acting }) =>
    notePaperAgreement(tx, { id: params.id, ...body }, acting),
  )

  route(withdrawalEndpoints.withdraw, ({ tx, params, body, viewer, now }) =>
    withdrawRegistration(tx, { id: params.id, by: 'staff', userId: viewer.user_id, now, ...body }),
  )

  route(withdrawalEndpoints.undo, ({ tx, params, ...acting }) => undoWithdrawal(tx, params.id, acting))

  route(withdrawalEndpoints.decline, ({ tx, params, ...acting }) => declineWithdrawal(tx, params.id, acting))
}
