import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { UNKNOWN_LINKS } from '#server/domains/registrations/registration-limits.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { answerAgreement } from './answer-agreement.ts'
import { confirmOptin, findOptinState, requestNewOptin } from './confirm-optin.ts'

/**
 * Looking at a link, confirming an address, agreeing to an application, and asking for another link. Unknown links
 * count against the network address; known ones never do.
 */
export function registrationOptinRoutes({ routeDetached }: Routes, platform: Platform) {
  const { limits } = platform
  const refuseUnknown = async (household: string) => {
    await limits.use(UNKNOWN_LINKS, household)
    throw new ApiError(404, { message: OPTIN_TEXTS.invalid })
  }

  routeDetached(endpoints.findOptin, async ({ body, visitor, now, inTransaction }) => {
    const state = await inTransaction((tx) => findOptinState(tx, { form: body, now }))
    return state ?? refuseUnknown(visitor.household)
  })

  routeDetached(endpoints.confirmOptin, async ({ body, visitor, now, inTransaction }) => {
    const { userAgent } = visitor
    const result = await inTransaction((tx) => confirmOptin(tx, { form: body, userAgent, now }))
    return result ?? refuseUnknown(visitor.household)
  })

  routeDetached(endpoints.answerAgreement, async ({ body, visitor, now, inTransaction }) => {
    const { userAgent } = visitor
    const question = await inTransaction((tx) => answerAgreement(tx, { form: body, userAgent, now, limits }))
    return question ?? refuseUnknown(visitor.household)
  })

  routeDetached(endpoints.resendOptin, async ({ body, visitor, inTransaction }) => {
    const isKnown = await inTransaction((tx) => requestNewOptin(tx, body, limits))
    if (!isKnown) await limits.use(UNKNOWN_LINKS, visitor.household)
    return { message: platform.hasMailServer ? OPTIN_TEXTS.requested : OPTIN_TEXTS.requestedLater }
  })
}
