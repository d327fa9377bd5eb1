import { accountEndpoints, REGISTER_CLOSED } from '#contract/account/account.ts'
import { logEvent } from '#server/db/log-event.ts'
import { attempted, notAllowed, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { passwordRoutes } from './account.passwords.routes.ts'
import { findBaseSchool, listAttachedSchools, updateActiveSchool } from './account.queries.ts'
import { deleteSession } from './account.sessions.queries.ts'
import { sessionRoutes } from './account.sessions.routes.ts'
import { twoFactorRoutes } from './account.two-factor.routes.ts'
import { answerChallenge } from './answer-challenge.ts'
import { CHALLENGE_SECONDS, logIn, SIGNED_IN } from './log-in.ts'
import { PASSKEY_COOKIE } from './passkeys/answer-passkey.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { ATTEMPT_SECONDS } from './sign-in-attempt.ts'

/** Connects the two steps of a login. */
const CHALLENGE_COOKIE = 'login_challenge'

/** Session, base data and active school. */
export function accountRoutes(routes: Routes, platform: Platform) {
  passwordRoutes(routes, platform)
  sessionRoutes(routes)
  twoFactorRoutes(routes, platform)
  passkeyRoutes(routes, platform)

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
      session: { stays_signed_in: viewer.stays_signed_in, lacks_two_factor: viewer.lacks_two_factor },
      warnings: viewer.permissions.includes('debug view') && !platform.hasBackups ? ['no_backup' as const] : [],
    }
  })

  route(accountEndpoints.csrfCookie, async ({ visitor }) => {
    visitor.cookies.setCsrf(visitor.sessionToken)
    return {}
  })

  routeDetached(accountEndpoints.login, async ({ body, visitor, inTransaction }) => {
    const attempt = { form: body, arrival: visitor, cookies: visitor.cookies }
    const { token, challenge } = await logIn(attempt, { platform, inTransaction })
    if (challenge) {
      const { hasApp, passkey } = challenge
      visitor.cookies.set(CHALLENGE_COOKIE, token, CHALLENGE_SECONDS)
      if (passkey) visitor.cookies.set(PASSKEY_COOKIE, passkey.token, ATTEMPT_SECONDS)
      const message = hasApp ? 'Bitte geben Sie den Code Ihrer App ein.' : 'Bitte bestätigen Sie mit Ihrem Passkey.'
      return { message, two_factor: true, has_app: hasApp, passkey: passkey ? { ...passkey.request } : null }
    }
    visitor.cookies.signIn(token, body.remember)
    return { message: SIGNED_IN, two_factor: false, has_app: false, passkey: null }
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
    // The answer and the log are the same for a school that does not exist.
    if (!isAttached) throw attempted(notFound(), { action: 'school_change_refused', userId: viewer.user_id })
    await logEvent(tx, { action: 'school_changed', entityType: 'user', entityId: viewer.user_id })
    return { message: 'Die aktive Schule wurde gewechselt.' }
  })
}
