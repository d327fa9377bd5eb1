import * as oidc from 'openid-client'
import { z } from 'zod'
import type { ActiveProvider } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { redirectUriOf } from '#server/domains/identityproviders/provider-addresses.shared.ts'
import { openProvider, ProviderError, providerFault } from '#server/domains/identityproviders/provider-client.shared.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Claims, identify, type Person } from './claims.ts'

/** What is remembered between the way to a provider and the way back. */
export const ProviderAttempt = z.object({
  providerId: z.int(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  remember: z.boolean(),
  /** The provider was asked for a second factor. */
  isStepUp: z.boolean(),
})
export type ProviderAttempt = z.output<typeof ProviderAttempt>

interface Wish {
  /** Somebody who is signed in links the own account: the page that they come back to sees it in the state. */
  isLink: boolean
  remember: boolean
  isStepUp: boolean
}

/** Some services name the groups of a person only to those who ask for them. */
const scopeFor = ({ scopes_supported: offered }: oidc.ServerMetadata) =>
  offered?.includes('groups') ? 'openid email profile groups' : 'openid email profile'

/** The address that the browser visits at the provider, and what its answer is checked against. */
export async function askProvider(
  provider: ActiveProvider,
  { keys, appUrl }: Platform,
  { isLink, remember, isStepUp }: Wish,
) {
  const client = await openProvider(provider, { keys })
  const codeVerifier = oidc.randomPKCECodeVerifier()
  const attempt: ProviderAttempt = {
    ...{
      providerId: provider.id,
      state: `${isLink ? 'link' : 'login'}-${oidc.randomState()}`,
      nonce: oidc.randomNonce(),
      codeVerifier,
    },
    ...{ remember, isStepUp },
  }
  const { second_factor_acr: acr } = provider
  const url = oidc.buildAuthorizationUrl(client, {
    scope: scopeFor(client.serverMetadata()),
    redirect_uri: redirectUriOf(appUrl, provider.id),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(isStepUp && acr ? { acr_values: acr } : {}),
    // On a shared computer a colleague may still be signed in there.
    ...(isLink ? { prompt: 'login' } : {}),
  })
  return { url: url.href, attempt }
}

/** Claims that some providers give only on request. */
async function complete(client: oidc.Configuration, claims: Claims, accessToken: string): Promise<Claims> {
  const hasAll = claims.email !== undefined && claims.name !== undefined
  if (hasAll || !client.serverMetadata().userinfo_endpoint) return claims
  const more = await oidc.fetchUserInfo(client, accessToken, claims.sub)
  return { ...more, ...claims }
}

interface Answer {
  attempt: ProviderAttempt
  /** The query of the address to which the provider sent the browser. */
  search: string
}

/** Exchanges the code for what the provider says about the person; throws a `ProviderError`. */
export async function redeemCode(
  provider: ActiveProvider,
  { keys, appUrl }: Platform,
  answer: Answer,
): Promise<Person> {
  const { attempt, search } = answer
  const client = await openProvider(provider, { keys })
  const address = new URL(redirectUriOf(appUrl, provider.id))
  address.search = search
  try {
    const tokens = await oidc.authorizationCodeGrant(client, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims() as Claims
    return identify(provider, await complete(client, claims, tokens.access_token))
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(providerFault(error), error)
  }
}
