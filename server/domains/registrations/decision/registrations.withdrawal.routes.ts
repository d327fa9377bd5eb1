import { withdrawalEndpoints as endpoints } from '#contract/registrations/registrations.withdrawal.ts'
import type { Routes } from '#server/http/route.ts'
import { declineWithdrawal, undoWithdrawal } from './undo-withdrawal.ts'
import { withdrawRegistration } from './withdraw-registration.ts'

/** Staff withdraw an application, take that back, and answer what a family wishes. */
export function withdrawalRoutes({ route }: Routes) {
  route(endpoints.withdraw, ({ tx, params, body, viewer, now }) =>
    withdrawRegistration(tx, { id: params.id, by: 'staff', userId: viewer.user_id, now, ...body }),
  )
  route(endpoints.undo, ({ tx, params, ...acting }) => undoWithdrawal(tx, params.id, acting))
  route(endpoints.decline, ({ tx, params, ...acting }) => declineWithdrawal(tx, params.id, acting))
}
