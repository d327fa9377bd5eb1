import { providerLoginEndpoints as endpoints } from '#contract/account/account.providers.ts'
import { LOGIN_FAILURES, PROVIDER_REQUESTS, TOO_MANY_TRIES } from '#server/domains/account/login-limits.ts'
import { NO_SECOND_STEP, replyToLogin } from '#server/domains/account/reply-to-login.ts'
import { ATTEMPT_SECONDS } from '#server/domains/account/sign-in-attempt.ts'
import { listOfferedProviders } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { answerProviderLogin, getProvider, PROVIDER_COOKIE, sendToProvider } from './answer-provider-login.ts'
import { beginLink, finishLink, readIdentities, unlink } from './link-identity.ts'
import { endByProvider } from './provider-logout.ts'

/** Signing in at a service of the school, and the links of an account to such services. */
export function providerRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { limits } = platform

  route(endpoints.offered, ({ tx }) => listOfferedProviders(tx))

  routeDetached(endpoints.begin, async ({ body, visitor, inTransaction }) => {
    await limits.use(PROVIDER_REQUESTS, visitor.household, TOO_MANY_TRIES)
    const { provider_id, remember, chooses_account: choosesAccount } = body
    const provider = await inTransaction((tx) => getProvider(tx, provider_id))
    const tools = { platform, inTransaction }
    const journey = { kind: 'provider_login', userId: null } as const
    const { url, token } = await sendToProvider({ provider, journey, remember, choosesAccount }, tools)
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

  route(endpoints.list, ({ tx, viewer, visitor }) =>
    readIdentities(tx, { userId: viewer.user_id, sessionToken: visitor.sessionToken }),
  )

  routeDetached(endpoints.beginLink, async ({ body, viewer, visitor, inTransaction }) => {
    const { password, provider_id: providerId } = body
    const begun = { userId: viewer.user_id, password, providerId }
    const { url, token } = await beginLink(begun, { platform, inTransaction })
    visitor.cookies.set(PROVIDER_COOKIE, token, ATTEMPT_SECONDS)
    return { url }
  })

  routeDetached(endpoints.finishLink, async ({ body, viewer, visitor, inTransaction }) => {
    const token = visitor.cookies.get(PROVIDER_COOKIE)
    visitor.cookies.clear(PROVIDER_COOKIE)
    const owner = { viewer, sessionToken: visitor.sessionToken }
    return finishLink({ owner, token, answer: body }, { platform, inTransaction })
  })

  routeDetached(endpoints.unlink, async ({ body: { password }, viewer, visitor, params: { id }, inTransaction }) =>
    unlink({ owner: { viewer, sessionToken: visitor.sessionToken }, password, id }, { platform, inTransaction }),
  )

  routeDetached(endpoints.providerLogout, async ({ body, params: { id }, visitor, inTransaction }) => {
    const call = { providerId: id, logoutToken: body.logout_token, household: visitor.household }
    await endByProvider(call, { platform, inTransaction })
    return {}
  })
}
