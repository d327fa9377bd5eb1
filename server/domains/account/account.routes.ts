import { accountEndpoints } from '#contract/account.ts'
import { logEvent } from '#server/db/in-school.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { deleteSession, findBaseSchool, listAttachedSchools, updateActiveSchool } from './account.queries.ts'
import { logIn } from './log-in.ts'

/** Session, base data and the active school. */
export function accountRoutes({ route, routeDetached }: Routes, platform: Platform) {
  route(accountEndpoints.basedata, async ({ tx, viewer, today }) => {
    const school = await findBaseSchool(tx, viewer)
    return {
      today,
      user: {
        id: viewer.user_id,
        name: viewer.name,
        email: viewer.email,
        school_id: viewer.school_id,
        role: viewer.role,
      },
      labels: { ...school?.SCHOOL_LABELS },
      school,
      attachedSchools: await listAttachedSchools(tx, viewer.user_id),
      permissions: [...viewer.permissions],
      session: { stays_signed_in: viewer.stays_signed_in, lacks_two_factor: viewer.lacks_two_factor },
    }
  })

  route(accountEndpoints.csrfCookie, async ({ visitor }) => {
    visitor.cookies.setCsrf(visitor.sessionToken)
    return {}
  })

  routeDetached(accountEndpoints.login, async ({ body, visitor, inTransaction }) => {
    const token = await logIn(
      { form: body, household: visitor.household, formerToken: visitor.sessionToken },
      { platform, inTransaction },
    )
    visitor.cookies.signIn(token, body.remember)
    return { message: 'Sie sind angemeldet.', two_factor: false }
  })

  route(accountEndpoints.logout, async ({ tx, viewer, visitor }) => {
    if (viewer && visitor.sessionToken) {
      await deleteSession(tx, visitor.sessionToken)
      await logEvent(tx, { action: 'logout', entityType: 'user', entityId: viewer.user_id })
    }
    visitor.cookies.signOut()
    return { message: 'Sie sind abgemeldet.' }
  })

  route(accountEndpoints.changeSchool, async ({ tx, viewer, body }) => {
    const isAttached = await updateActiveSchool(tx, viewer.user_id, body.school_id)
    if (!isAttached) throw notFound()
    await logEvent(tx, { action: 'school_changed', entityType: 'user', entityId: viewer.user_id })
    return { message: 'Die aktive Schule wurde gewechselt.' }
  })
}
