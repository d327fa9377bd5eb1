import { registrationFamilyEndpoints as endpoints } from '#contract/registrations/registrations.family.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { orWaiting } from '#server/mail/outbox-state.ts'
import { answerFamilyWish } from './answer-family-wish.ts'
import { readFamilyStatus } from './read-family-status.ts'
import { resendStatusLink } from './resend-status-link.ts'
import { countingUnknownLinks } from './status-link.ts'

/**
 * The family's page behind a status link. Links that do not work count against the network address; working links never
 * do.
 */
export function registrationFamilyRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { limits } = platform

  routeDetached(endpoints.status, ({ params, visitor, now, inTransaction }) =>
    countingUnknownLinks({ limits, household: visitor.household }, () =>
      inTransaction((tx) => readFamilyStatus(tx, params.token, now)),
    ),
  )

  routeDetached(endpoints.wish, ({ params, body, visitor, now, inTransaction }) =>
    countingUnknownLinks({ limits, household: visitor.household }, () =>
      inTransaction(async (tx) => {
        await answerFamilyWish(tx, { token: params.token, form: body, limits, now })
        return readFamilyStatus(tx, params.token, now)
      }),
    ),
  )

  route(endpoints.resendLink, async ({ tx, params, viewer, now }) => {
    const reply = await resendStatusLink(tx, { contactId: params.contactId, schoolId: viewer.school_id, now }, limits)
    return orWaiting(tx, platform, reply)
  })
}
