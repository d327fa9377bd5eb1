import { FORGOT_ANSWER, FORGOT_WITHOUT_MAIL, passwordEndpoints } from '#contract/account/account.passwords.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { isPasswordLink } from './account.passwords.queries.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { rememberDevice } from './known-device.ts'
import { resetPassword } from './reset-password.ts'

/** Passwords: forgotten, set through a link, changed. */
export function passwordRoutes({ route, routeDetached }: Routes, platform: Platform) {
  routeDetached(passwordEndpoints.forgot, async ({ body, visitor, inTransaction }) => {
    await forgotPassword({ email: body.email, household: visitor.household }, { platform, inTransaction })
    return { message: platform.hasMailServer ? FORGOT_ANSWER : FORGOT_WITHOUT_MAIL }
  })

  route(passwordEndpoints.checkLink, async ({ tx, body }) => ({ is_valid: await isPasswordLink(tx, body) }))

  routeDetached(passwordEndpoints.reset, async ({ body, visitor, inTransaction }) => {
    await resetPassword({ form: body, household: visitor.household }, { platform, inTransaction })
    return { message: 'Ihr neues Passwort gilt ab sofort. Bitte melden Sie sich damit an.' }
  })

  routeDetached(passwordEndpoints.change, async ({ body, viewer, visitor, inTransaction }) => {
    const change = { userId: viewer.user_id, form: body, token: visitor.sessionToken }
    const account = await changePassword(change, { platform, inTransaction })
    // All other devices are unknown from now on; this one has just proved itself.
    rememberDevice(platform.keys, visitor.cookies, account)
    return { message: 'Ihr Passwort wurde geändert. Alle anderen Geräte wurden abgemeldet.' }
  })
}
