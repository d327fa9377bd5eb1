import { createRemoteJWKSet, decodeJwt, errors, customFetch as joseFetch, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { findSessionIdentity } from '#server/domains/account/account.sessions.queries.ts'
import type { Tools } from '#server/domains/account/log-in.ts'
import {
  type ActiveProvider,
  findActiveProvider,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { afterLogoutUriOf } from '#server/domains/identityproviders/provider-addresses.shared.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  openProvider,
  ProviderError,
} from '#server/domains/identityproviders/provider-client.shared.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import {
  endIdentitySessions,
  findIdentity,
  findIdentityOfSession,
  findIdentityProvider,
} from './account.providers.queries.ts'
import { type Claims, identify } from './claims.ts'

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
    if (!client.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: afterLogoutUriOf(platform.appUrl) }).href
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Some providers name themselves with a slash at the end, which an admin may have left out. */
const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

/** Whoever posts here must have signed it with the provider's key (OpenID Connect Back-Channel Logout 1.0, §2.6). */
async function readLogoutToken(provider: ActiveProvider, platform: Platform, token: string): Promise<Claims> {
  // Before anything is asked of the provider: anybody may post here.
  const { iss, aud } = decodeJwt(token)
  const isForUs = withoutSlash(iss ?? '') === withoutSlash(provider.issuer) && [aud].flat().includes(provider.client_id)
  if (!isForUs) throw new ProviderError('token')
  const client = await openProvider(provider, platform)
  const { jwks_uri = '', issuer } = client.serverMetadata()
  const ask = client[oidc.customFetch]
  const keys = createRemoteJWKSet(new URL(jwks_uri), ask ? { [joseFetch]: ask as typeof fetch } : {})
  const { payload } = await jwtVerify(token, keys, {
    ...{ issuer, audience: provider.client_id, clockTolerance: CLOCK_TOLERANCE_SECONDS, maxTokenAge: 600 },
    requiredClaims: ['events', 'iat', 'jti'],
  })
  const events = payload.events as Record<string, unknown> | undefined
  const isLogout = typeof events === 'object' && EVENT in events && payload.nonce === undefined
  if (!isLogout || (payload.sub === undefined && payload.sid === undefined)) throw new ProviderError('token')
  return { ...payload, sub: payload.sub ?? '' }
}

/** The person whom a logout token names, or whose session it names. */
const findMeant = (tx: Queries, provider: ActiveProvider, claims: Claims) =>
  claims.sub === '' && typeof claims.sid === 'string'
    ? findIdentityOfSession(tx, provider.id, claims.sid)
    : findIdentity(tx, { providerId: provider.id, subject: identify(provider, claims).subject })

/** The provider says that somebody has signed out there or was locked: what began through it ends here at once. */
export async function endByProvider(providerId: number, token: string, { platform, inTransaction }: Tools) {
  const provider = await inTransaction((tx) => findActiveProvider(tx, providerId))
  if (!provider) throw notFound()
  try {
    const claims = await readLogoutToken(provider, platform, token)
    const providerSession = typeof claims.sid === 'string' ? claims.sid : null
    await inTransaction(async (tx) => {
      const identity = await findMeant(tx, provider, claims)
      if (!identity || (await endIdentitySessions(tx, identity.id, providerSession)) === 0) return
      await logAccountEvent(tx, { action: 'provider_logout', userId: identity.user_id })
    })
  } catch (error) {
    if (error instanceof ProviderError || error instanceof errors.JOSEError)
      throw invalid({ logout_token: ['invalid'] })
    throw error
  }
}
