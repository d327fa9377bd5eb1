import type * as oidc from 'openid-client'
import { z } from 'zod'
import type { ActiveProvider } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { redirectUriOf } from '#server/domains/identityproviders/provider-addresses.shared.ts'
import { openProvider, ProviderError, providerFault } from '#server/domains/identityproviders/provider-client.shared.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Claims, type Person, personOf } from './claims.ts'

/** Stored between the way to a provider and the way back. */
export const ProviderAttempt = z.object({
  providerId: z.int(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  remember: z.boolean(),
  /** Whether the provider was asked for a second factor. */
  isStepUp: z.boolean(),
})
export type ProviderAttempt = z.output<typeof ProviderAttempt>

interface Request {
  /** Somebody who is signed in links the own account: the page that they come back to sees it in the state. */
  isLink: boolean
  remember: boolean
  isStepUp: boolean
  choosesAccount: boolean
}

/** Services that know no choice of account ask for a fresh sign-in, where another name can be entered. */
const chooserOf = ({ kind }: ActiveProvider, { prompt_values_supported: offered }: oidc.ServerMetadata) =>
  kind === 'entra' || (Array.isArray(offered) && offered.includes('select_account')) ? 'select_account' : 'login'

// By its name, because the library is loaded at its first use (ADR 0078).
const isAnswer = (error: unknown): error is oidc.AuthorizationResponseError =>
  error instanceof Error && error.name === 'AuthorizationResponseError'

/** Whether the person, not a fault, ended the visit at the provider. */
export const isCancelled = ({ cause }: ProviderError) => isAnswer(cause) && cause.error === 'access_denied'

/** Some services name the groups of a person only to those who ask for them. */
const scopeFor = ({ scopes_supported: offered }: oidc.ServerMetadata) =>
  offered?.includes('groups') ? 'openid email profile groups' : 'openid email profile'

/** An error of the library is a fault of the provider; it must not end as an unknown error. */
const asProviderError = (error: unknown) =>
  error instanceof ProviderError ? error : new ProviderError(providerFault(error), error)

/**
 * The address that the browser visits at the provider, and what its answer is checked against; throws a `ProviderError`.
 */
export async function askProvider(
  provider: ActiveProvider,
  platform: Platform,
  { isLink, remember, isStepUp, choosesAccount }: Request,
) {
  const client = await openProvider(provider, platform)
  const oidc = await import('openid-client')
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
  const parameters = {
    scope: scopeFor(client.serverMetadata()),
    redirect_uri: redirectUriOf(platform.appUrl, provider.id),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(isStepUp && acr ? { acr_values: acr } : {}),
    // On a shared computer a colleague may still be signed in there.
    ...(isLink ? { prompt: 'login' } : {}),
    ...(choosesAccount ? { prompt: chooserOf(provider, client.serverMetadata()) } : {}),
  }
  try {
    return { url: oidc.buildAuthorizationUrl(client, parameters).href, attempt }
  } catch (error) {
    throw asProviderError(error)
  }
}

interface Given {
  claims: Claims
  accessToken: string
}

/** Some providers give a part of the claims only on request; null when the token has all that is needed. */
async function readUserinfo(client: oidc.Configuration, provider: ActiveProvider, { claims, accessToken }: Given) {
  const hasGroups = !provider.has_rules || claims[provider.groups_claim] !== undefined
  const hasAll = claims.email !== undefined && claims.name !== undefined && hasGroups
  if (hasAll || !client.serverMetadata().userinfo_endpoint) return null
  const { fetchUserInfo } = await import('openid-client')
  return (await fetchUserInfo(client, accessToken, claims.sub)) as Claims
}

interface Answer {
  attempt: ProviderAttempt
  /** The query of the address to which the provider sent the browser. */
  search: string
}

/** Exchanges the code for what the provider says about the person; throws a `ProviderError`. */
export async function redeemCode(provider: ActiveProvider, platform: Platform, answer: Answer): Promise<Person> {
  const { attempt, search } = answer
  const client = await openProvider(provider, platform)
  const address = new URL(redirectUriOf(platform.appUrl, provider.id))
  address.search = search
  try {
    const { authorizationCodeGrant } = await import('openid-client')
    const tokens = await authorizationCodeGrant(client, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims() as Claims
    const userinfo = await readUserinfo(client, provider, { claims, accessToken: tokens.access_token })
    return personOf(provider, { token: claims, userinfo })
  } catch (error) {
    throw asProviderError(error)
  }
}
