import { accountEndpoints, REGISTER_CLOSED } from '#contract/account/account.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { attempted, notAllowed, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { passwordRoutes } from './account.passwords.routes.ts'
import { findBaseSchool, listAttachedSchools, updateActiveSchool } from './account.queries.ts'
import { deleteSession } from './account.sessions.queries.ts'
import { sessionRoutes } from './account.sessions.routes.ts'
import { twoFactorRoutes } from './account.two-factor.routes.ts'
import { findEmergencyService, findLackedWay } from './account.ways.queries.ts'
import { answerChallenge } from './answer-challenge.ts'
import { logIn, SIGNED_IN } from './log-in.ts'
import { PASSKEY_COOKIE } from './passkeys/answer-passkey.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { providerRoutes } from './providers/account.providers.routes.ts'
import { findSessionProvider, providerLogoutUrl } from './providers/provider-logout.ts'
import { CHALLENGE_COOKIE, replyToLogin } from './reply-to-login.ts'

/** Ends the session; returns the provider through which it began. */
async function logOut(tx: Queries, { token, userId }: { token: string; userId: number }) {
  const provider = await findSessionProvider(tx, token)
  await deleteSession(tx, token)
  await logEvent(tx, { action: 'logout', entityType: 'user', entityId: userId })
  return provider
}

/** Session, base data and active school. */
export function accountRoutes(routes: Routes, platform: Platform) {
  passwordRoutes(routes, platform)
  sessionRoutes(routes)
  twoFactorRoutes(routes, platform)
  passkeyRoutes(routes, platform)
  providerRoutes(routes, platform)

  const { route, routeDetached, routeClosed } = routes
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
      session: {
        stays_signed_in: viewer.stays_signed_in,
        lacks_two_factor: viewer.lacks_two_factor,
        lacked_way: viewer.lacks_way ? await findLackedWay(tx, viewer) : null,
        emergency_for: await findEmergencyService(tx, viewer),
      },
      warnings: viewer.permissions.includes('debug view') && !platform.hasBackups ? ['no_backup' as const] : [],
    }
  })

  route(accountEndpoints.csrfCookie, async ({ visitor }) => {
    visitor.cookies.setCsrf(visitor.sessionToken)
    return {}
  })

  routeDetached(accountEndpoints.login, async ({ body, visitor, inTransaction }) => {
    const attempt = { form: body, arrival: visitor, cookies: visitor.cookies }
    const begun = await logIn(attempt, { platform, inTransaction })
    return replyToLogin(visitor.cookies, { begun, remember: body.remember })
  })

  routeDetached(accountEndpoints.answerTwoFactor, async ({ body, visitor, inTransaction }) => {
    const challengeToken = visitor.cookies.get(CHALLENGE_COOKIE)
    const attempt = { answer: body, challengeToken, arrival: visitor, cookies: visitor.cookies }
    const { token, remember, codesLeft } = await answerChallenge(attempt, { platform, inTransaction })
    visitor.cookies.clear(CHALLENGE_COOKIE)
    visitor.cookies.clear(PASSKEY_COOKIE)
    visitor.cookies.signIn(token, remember)
    return { message: SIGNED_IN, recovery_codes_left: codesLeft }
  })

  // Spec §8: the page only needs the status; schools create the accounts.
  routeClosed(accountEndpoints.register, () => notAllowed(REGISTER_CLOSED))

  routeDetached(accountEndpoints.logout, async ({ viewer, visitor, inTransaction }) => {
    const { sessionToken: token } = visitor
    // The only transaction: afterwards this request has no session any more.
    const provider = viewer && token && (await inTransaction((tx) => logOut(tx, { token, userId: viewer.user_id })))
    visitor.cookies.signOut()
    return {
      message: 'Sie sind abgemeldet.',
      provider_url: provider ? await providerLogoutUrl(provider, platform) : null,
    }
  })

  route(accountEndpoints.changeSchool, async ({ tx, viewer, body }) => {
    const isAttached = await updateActiveSchool(tx, viewer.user_id, body.school_id)
    // The answer and the log are the same for a school that does not exist.
    if (!isAttached) throw attempted(notFound(), { action: 'school_change_refused', userId: viewer.user_id })
    await logEvent(tx, { action: 'school_changed', entityType: 'user', entityId: viewer.user_id })
    return { message: 'Die aktive Schule wurde gewechselt.' }
  })
}
