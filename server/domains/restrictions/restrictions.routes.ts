import { restrictedSearchEndpoints as searchEndpoints } from '#contract/restrictions/restrictions.search.ts'
import { restrictionEndpoints as endpoints, RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import type { Routes } from '#server/http/route.ts'
import {
  countFound,
  liftRestriction,
  listAllRestricted,
  readRestrictions,
  restrictPerson,
} from './restrict-person.shared.ts'

/** Restriction of processing (Art. 18 GDPR, domain DP-08, ADR 0042): only for heads. */
export function restrictionRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx, viewer, today }) => listAllRestricted(tx, viewer, today))

  route(searchEndpoints.count, async ({ tx, query, viewer }) => ({ count: await countFound(tx, query.q, viewer) }))

  route(endpoints.get, ({ tx, params, viewer }) => readRestrictions(tx, params, viewer))

  route(endpoints.set, async ({ tx, params, body, ...acting }) => {
    await restrictPerson(tx, { person: params, reason: body.reason, acting })
    return { message: RESTRICTION_TEXTS.set }
  })

  route(endpoints.lift, async ({ tx, params, body, ...acting }) => {
    await liftRestriction(tx, { person: params, reason: body.reason, acting })
    return { message: RESTRICTION_TEXTS.lifted }
  })
}
