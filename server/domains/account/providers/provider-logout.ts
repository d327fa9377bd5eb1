import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { findSessionIdentity } from '#server/domains/account/account.sessions.queries.ts'
import type { Tools } from '#server/domains/account/log-in.ts'
import { LOGOUT_TOKEN_USES, REFUSED_LOGOUT_TOKENS, TOO_MANY_TRIES } from '#server/domains/account/login-limits.ts'
import {
  type ActiveProvider,
  findActiveProvider,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { afterLogoutUriOf } from '#server/domains/identityproviders/provider-addresses.shared.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  isAllowedAddress,
  keySetAt,
  openProvider,
  ProviderError,
} from '#server/domains/identityproviders/provider-client.shared.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import {
  endIdentitySessions,
  findIdentity,
  findIdentityOfSession,
  findIdentityProvider,
} from './account.providers.queries.ts'
import { type Claims, subjectOf } from './claims.ts'

/** The provider through which a session began; undefined for a session that began otherwise. */
export async function findSessionProvider(tx: Queries, token: string) {
  const identityId = await findSessionIdentity(tx, token)
  const identity = identityId === null ? undefined : await findIdentityProvider(tx, identityId)
  return identity && findActiveProvider(tx, identity.provider_id)
}

/** Where the browser signs out at the provider as well; null when the provider has no such page or does not answer. */
export async function providerLogoutUrl(provider: ActiveProvider, platform: Platform) {
  try {
    const client = await openProvider(provider, platform)
    const { end_session_endpoint: page } = client.serverMetadata()
    // Its own session is over, whatever the provider names here.
    if (!page || !isAllowedAddress(page, platform.appUrl)) return null
    const { buildEndSessionUrl } = await import('openid-client')
    return buildEndSessionUrl(client, { post_logout_redirect_uri: afterLogoutUriOf(platform.appUrl) }).href
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Some providers name themselves with a slash at the end, which an admin may have left out. */
const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

/** No token is taken that is older; the clocks may differ besides. */
const LOGOUT_TOKEN_SECONDS = 600

/** What a logout token says: a person, a session of the provider, or both. */
interface LogoutClaims extends Claims {
  jti: string
}

/** Whoever posts here must have signed it with the provider's key (OpenID Connect Back-Channel Logout 1.0, §2.6). */
async function readLogoutToken(provider: ActiveProvider, platform: Platform, token: string): Promise<LogoutClaims> {
  const { decodeJwt, jwtVerify } = await import('jose')
  // Before anything is asked of the provider: anybody may post here.
  const { iss, aud } = decodeJwt(token)
  const isForUs = withoutSlash(iss ?? '') === withoutSlash(provider.issuer) && [aud].flat().includes(provider.client_id)
  if (!isForUs) throw new ProviderError('token')
  const { jwks_uri = '', issuer } = (await openProvider(provider, platform)).serverMetadata()
  const { payload } = await jwtVerify(token, await keySetAt(jwks_uri), {
    ...{ issuer, audience: provider.client_id, clockTolerance: CLOCK_TOLERANCE_SECONDS },
    maxTokenAge: LOGOUT_TOKEN_SECONDS,
    requiredClaims: ['events', 'iat', 'jti'],
  })
  const { events, jti, sub, sid, nonce } = payload
  const isLogout = typeof events === 'object' && events !== null && EVENT in events && nonce === undefined
  if (!isLogout || typeof jti !== 'string' || (sub === undefined && sid === undefined)) throw new ProviderError('token')
  return { ...payload, jti, sub: sub ?? '' }
}

/** The link of the person whom a logout token names, or whose session it names. */
const findNamedIdentity = (tx: Queries, provider: ActiveProvider, claims: Claims) =>
  claims.sub === '' && typeof claims.sid === 'string'
    ? findIdentityOfSession(tx, provider.id, claims.sid)
    : findIdentity(tx, { providerId: provider.id, subject: subjectOf(provider, claims) })

/** Ends the sessions that a logout token names; each token is used once. */
async function endNamedSessions(tx: Queries, { limits }: Platform, { provider, claims }: Named) {
  const keys = [`${provider.id} ${claims.jti}`]
  const used = await limits.spendAllIn(tx, { limit: LOGOUT_TOKEN_USES, keys })
  if (used.size > 0) throw new ProviderError('token')
  const identity = await findNamedIdentity(tx, provider, claims)
  const providerSession = typeof claims.sid === 'string' ? claims.sid : null
  if (!identity || (await endIdentitySessions(tx, identity.id, providerSession)) === 0) return
  const fields = [serviceField(provider.name)]
  await logAccountEvent(tx, { action: 'provider_logout', userId: identity.user_id, fields })
}

interface Named {
  provider: ActiveProvider
  claims: LogoutClaims
}

interface LogoutCall {
  providerId: number
  logoutToken: string
  /** The network address that called. */
  household: string
}

/**
 * The provider says that somebody has signed out there or was locked: what began through it ends here at once. Refuses
 * with 400 as the specification says (§2.8), also when the token cannot be checked, and with 429 after many refusals.
 */
export async function endByProvider({ providerId, logoutToken, household }: LogoutCall, tools: Tools) {
  const { platform, inTransaction } = tools
  const provider = await inTransaction((tx) => findActiveProvider(tx, providerId))
  if (!provider) throw notFound()
  await platform.limits.use(REFUSED_LOGOUT_TOKENS, household, TOO_MANY_TRIES)
  try {
    const claims = await readLogoutToken(provider, platform, logoutToken)
    await inTransaction((tx) => endNamedSessions(tx, platform, { provider, claims }))
  } catch (error) {
    const { errors } = await import('jose')
    if (error instanceof ProviderError || error instanceof errors.JOSEError)
      throw new ApiError(400, { message: ERROR_TEXTS.malformed, error: 'invalid_request' })
    throw error
  }
  await platform.limits.giveBack(REFUSED_LOGOUT_TOKENS, household)
}
