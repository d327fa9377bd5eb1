import { erasureOnRequestEndpoints as endpoints } from '#contract/retentions/retentions.on-request.ts'
import type { Routes } from '#server/http/route.ts'
import { confirmErasure, eraseOnRequest, readErasure, readProposals, withdrawErasure } from './erase-on-request.ts'

/** Erasure on request, before the day (Art. 17, domain DP-07). */
export function erasureOnRequestRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx, viewer, today }) => readProposals(tx, { viewer, today }))

  route(endpoints.read, ({ tx, params, viewer, today }) => readErasure(tx, params, { viewer, today }))

  route(endpoints.erase, ({ tx, params, body: { ground, note, request_id = null }, ...acting }) =>
    eraseOnRequest(tx, { ...params, ground, note, request_id }, acting),
  )

  route(endpoints.confirm, ({ tx, params, ...acting }) => confirmErasure(tx, params, acting))

  route(endpoints.withdraw, ({ tx, params, viewer }) => withdrawErasure(tx, params, { viewer }))
}
