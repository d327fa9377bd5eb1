import { providerLoginEndpoints as endpoints, PROVIDER_LOGIN_TEXTS } from '#contract/account/account.providers.ts'
import { provePassword } from '#server/domains/account/account.shared.ts'
import { LOGIN_FAILURES, PASSKEY_REQUESTS, TOO_MANY_TRIES } from '#server/domains/account/login-limits.ts'
import { refuseNeglectedWay } from '#server/domains/account/refuse-neglected-way.ts'
import { replyToLogin } from '#server/domains/account/reply-to-login.ts'
import { ATTEMPT_SECONDS } from '#server/domains/account/sign-in-attempt.ts'
import { listOfferedProviders } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { answerProviderLogin, getProvider, PROVIDER_COOKIE, sendToProvider } from './answer-provider-login.ts'
import { finishLink, readIdentities, unlink } from './link-identity.ts'
import { endByProvider } from './provider-logout.ts'

/** Signing in at a service of the school, and the links of an account to such services. */
export function providerRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { keys, limits } = platform

  route(endpoints.offered, ({ tx }) => listOfferedProviders(tx))

  routeDetached(endpoints.begin, async ({ body: { provider_id, remember }, visitor, inTransaction }) => {
    await limits.use(PASSKEY_REQUESTS, visitor.household, TOO_MANY_TRIES)
    const provider = await inTransaction((tx) => getProvider(tx, provider_id))
    const tools = { platform, inTransaction }
    const { url, token } = await sendToProvider({ provider, kind: 'provider_login', userId: null, remember }, tools)
    visitor.cookies.set(PROVIDER_COOKIE, token, ATTEMPT_SECONDS)
    return { url }
  })

  routeDetached(endpoints.answer, async ({ body, visitor, inTransaction }) => {
    const token = visitor.cookies.get(PROVIDER_COOKIE)
    visitor.cookies.clear(PROVIDER_COOKIE)
    const tools = { platform, inTransaction }
    await limits.use(LOGIN_FAILURES, visitor.household, TOO_MANY_TRIES)
    const { begun, sent, remember } = await answerProviderLogin({ token, answer: body, arrival: visitor }, tools)
    await limits.giveBack(LOGIN_FAILURES, visitor.household)
    if (sent) {
      visitor.cookies.set(PROVIDER_COOKIE, sent.token, ATTEMPT_SECONDS)
      return { message: 'Bitte bestätigen Sie die Anmeldung mit dem zweiten Faktor.', url: sent.url, ...NO_SECOND_STEP }
    }
    return { ...replyToLogin(visitor.cookies, { begun, remember }), url: null }
  })

  route(endpoints.list, ({ tx, viewer }) => readIdentities(tx, viewer.user_id))

  routeDetached(endpoints.beginLink, async ({ body, viewer, visitor, inTransaction }) => {
    const { user_id: userId } = viewer
    const tools = { platform, inTransaction }
    await provePassword({ userId, password: body.password, field: 'password' }, tools)
    await inTransaction((tx) => refuseNeglectedWay(tx, viewer))
    const { offered } = await inTransaction((tx) => readIdentities(tx, userId))
    if (offered.every(({ id }) => id !== body.provider_id)) throw invalid({}, PROVIDER_LOGIN_TEXTS.unknown)
    const provider = await inTransaction((tx) => getProvider(tx, body.provider_id))
    const { url, token } = await sendToProvider({ provider, kind: 'provider_link', userId, remember: false }, tools)
    visitor.cookies.set(PROVIDER_COOKIE, token, ATTEMPT_SECONDS)
    return { url }
  })

  routeDetached(endpoints.finishLink, async ({ body, viewer, visitor, inTransaction }) => {
    const token = visitor.cookies.get(PROVIDER_COOKIE)
    visitor.cookies.clear(PROVIDER_COOKIE)
    return finishLink({ viewer, token, answer: body }, { platform, inTransaction })
  })

  route(endpoints.unlink, ({ tx, viewer, params: { id } }) => unlink(tx, { viewer, keys }, id))

  routeDetached(endpoints.providerLogout, async ({ body, params: { id }, inTransaction }) => {
    await endByProvider(id, body.logout_token, { platform, inTransaction })
    return {}
  })
}

const NO_SECOND_STEP = { two_factor: false, has_app: false, passkey: null }
