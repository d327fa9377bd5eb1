import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { ATTEMPT_SECONDS } from '#server/domains/account/account.attempts.queries.ts'
import { provePassword } from '#server/domains/account/account.shared.ts'
import { SIGNED_IN } from '#server/domains/account/log-in.ts'
import { PASSKEY_REQUESTS, TOO_MANY_TRIES } from '#server/domains/account/login-limits.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { deviceOf } from '#server/http/user-agent-family.ts'
import { beginPasskeyLogin, PASSKEY_COOKIE } from './answer-passkey.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './manage-passkeys.ts'

/** Signing in with a passkey, and the user's own passkeys. */
export function passkeyRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { keys, limits } = platform

  routeDetached(passkeyEndpoints.beginLogin, async ({ visitor, inTransaction }) => {
    await limits.use(PASSKEY_REQUESTS, visitor.household, TOO_MANY_TRIES)
    const { request, token } = await inTransaction((tx) => beginPasskeyLogin(tx, platform))
    visitor.cookies.set(PASSKEY_COOKIE, token, ATTEMPT_SECONDS)
    return { ...request }
  })

  routeDetached(passkeyEndpoints.login, async ({ body, visitor, inTransaction }) => {
    const attempt = { form: body, arrival: visitor, cookies: visitor.cookies }
    const token = await logInWithPasskey(attempt, { platform, inTransaction })
    visitor.cookies.clear(PASSKEY_COOKIE)
    visitor.cookies.signIn(token, body.remember)
    return { message: SIGNED_IN }
  })

  route(passkeyEndpoints.list, ({ tx, viewer }) => readPasskeys(tx, viewer))

  routeDetached(passkeyEndpoints.begin, async ({ body: { password }, viewer, visitor, inTransaction }) => {
    await provePassword({ userId: viewer.user_id, password, field: 'password' }, { platform, inTransaction })
    const { request, token } = await inTransaction((tx) => beginPasskey(tx, platform, viewer))
    visitor.cookies.set(PASSKEY_COOKIE, token, ATTEMPT_SECONDS)
    return { ...request }
  })

  route(passkeyEndpoints.add, async ({ tx, viewer, visitor, body: { answer } }) => {
    const owner = { viewer, token: visitor.sessionToken }
    const attemptToken = visitor.cookies.get(PASSKEY_COOKIE)
    const reply = await addPasskey(tx, platform, { owner, attemptToken, answer, device: deviceOf(visitor.userAgent) })
    visitor.cookies.clear(PASSKEY_COOKIE)
    return reply
  })

  route(passkeyEndpoints.rename, async ({ tx, viewer, params: { id }, body: { name } }) => {
    await renamePasskey(tx, { viewer, id }, name)
    return { message: 'Der Name ist geändert.' }
  })

  routeDetached(
    passkeyEndpoints.remove,
    async ({ body: { password }, viewer, visitor, params: { id }, inTransaction }) => {
      await provePassword({ userId: viewer.user_id, password, field: 'password' }, { platform, inTransaction })
      await inTransaction((tx) => removePasskey(tx, keys, { owner: { viewer, token: visitor.sessionToken }, id }))
      return { message: 'Der Passkey ist entfernt. Alle anderen Geräte sind abgemeldet.' }
    },
  )

  routeDetached(passkeyEndpoints.ask, async ({ body, viewer, visitor, inTransaction }) => {
    const { password, is_asked: isAsked } = body
    await provePassword({ userId: viewer.user_id, password, field: 'password' }, { platform, inTransaction })
    const owner = { viewer, token: visitor.sessionToken }
    const codes = await inTransaction((tx) => askForPasskey(tx, keys, { owner, isAsked }))
    return {
      message: isAsked
        ? 'Nach dem Passwort wird ab jetzt auch ein Passkey verlangt.'
        : 'Nach dem Passwort wird kein Passkey mehr verlangt.',
      ...codes,
    }
  })
}
