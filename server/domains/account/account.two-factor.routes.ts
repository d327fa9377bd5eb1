import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { provePassword } from './account.shared.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
} from './set-up-two-factor.ts'

/** The user's own second factor. */
export function twoFactorRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { keys } = platform

  route(twoFactorEndpoints.state, ({ tx, viewer }) => readTwoFactor(tx, viewer))

  routeDetached(twoFactorEndpoints.begin, async ({ body: { password }, viewer, inTransaction }) => {
    await provePassword({ userId: viewer.user_id, password, field: 'password' }, { platform, inTransaction })
    return inTransaction((tx) => beginTwoFactor(tx, keys, viewer))
  })

  route(twoFactorEndpoints.confirm, ({ tx, viewer, visitor, body: { code } }) =>
    confirmTwoFactor(tx, keys, { owner: { viewer, token: visitor.sessionToken }, code }),
  )

  routeDetached(twoFactorEndpoints.renewCodes, async ({ body: { password }, viewer, inTransaction }) => {
    await provePassword({ userId: viewer.user_id, password, field: 'password' }, { platform, inTransaction })
    return inTransaction((tx) => renewRecoveryCodes(tx, keys, viewer))
  })

  routeDetached(twoFactorEndpoints.disable, async ({ body: { password }, viewer, visitor, inTransaction }) => {
    await provePassword({ userId: viewer.user_id, password, field: 'password' }, { platform, inTransaction })
    await inTransaction((tx) => disableTwoFactor(tx, keys, { viewer, token: visitor.sessionToken }))
    return { message: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.' }
  })
}
