import type { createRemoteJWKSet } from 'jose'
import type * as oidc from 'openid-client'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'

/** How long a provider may take for all that one step of a sign-in asks of it. */
const PATIENCE_MS = 6000
/** The clocks of this server and of a provider may differ by this much. */
export const CLOCK_TOLERANCE_SECONDS = 120
/** No document of a provider is longer. */
const BYTES_MAX = 1024 * 1024
/** The description of a provider is loaded again after ten minutes. */
const METADATA_MS = 10 * 60_000
/** A key that nobody knows makes us ask a provider for its keys again, but not more often than this. */
const KEYS_COOLDOWN_MS = 30_000

/** What the encryption of a client secret is bound to: a stored secret does not open at another provider. */
export const clientSecretPurpose = ({ id }: { id: number }) => ({ name: 'identity provider secret', place: String(id) })

/** Encrypts the client secret of a provider for its column. */
export const sealClientSecret = (keys: SecretRing, id: number, secret: string) =>
  encrypt(keys, clientSecretPurpose({ id }), secret)

/** What is needed to talk to a provider. */
export interface ProviderAccess {
  id: number
  kind: ProviderKind
  issuer: string
  client_id: string
  client_secret_encrypted: Buffer
}

/** A provider did not answer, or its answer is not acceptable. The caller tells the person and the admin. */
export class ProviderError extends Error {
  /** The reason, with texts in `PROVIDER_FAULTS`. */
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, cause?: unknown) {
    super(`identity provider: ${fault}`, { cause })
    this.name = 'ProviderError'
    this.fault = fault
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

const isOnThisMachine = (address: string) => isLoopback(new URL(address).hostname)

/**
 * Whether an address of a provider may be asked, or visited by a browser. An address without TLS is allowed only on this
 * machine, and only while the program itself (`appUrl`) runs there, as in a trial: another computer's browser would look
 * for it on that computer.
 */
export function isAllowedAddress(address: string, appUrl: string) {
  if (!URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(address) && isOnThisMachine(appUrl))
}

const CERTIFICATE = /CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/

/** The codes of an error and of all errors that caused it. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { code } = error as { code?: unknown }
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(error.cause)]
}

/** Reads at most `BYTES_MAX`, so that no provider can fill the memory. */
async function readBounded(reply: Response) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > BYTES_MAX) throw new ProviderError('unsupported')
    chunks.push(chunk)
  }
  const { status, headers } = reply
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers })
}

/** All calls of one returned function must be answered within six seconds together. */
const fetchWithTimeout = (): oidc.CustomFetch => {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return async (url, { body, headers, method }) => {
    try {
      return await readBounded(
        await fetch(url, { headers, method, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) }),
      )
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ProviderError(
        codesOf(error).some((code) => CERTIFICATE.test(code)) ? 'certificate' : 'unreachable',
        error,
      )
    }
  }
}

const FAULT_OF_CODE: Record<string, ProviderFault> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not_found',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_found',
  OAUTH_MISSING_SERVER_METADATA: 'unsupported',
  OAUTH_INVALID_SERVER_METADATA: 'unsupported',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'unsupported',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'unsupported',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'denied',
}

const ownFault = (error: unknown): ProviderFault | undefined => {
  if (error instanceof ProviderError) return error.fault
  return error instanceof Error ? ownFault(error.cause) : undefined
}

/**
 * The provider itself refused, with a code that the specification names. Its class is not loaded here, because the library
 * waits for its first use (ADR 0078).
 */
export const isRefusal = (error: unknown): error is oidc.ResponseBodyError =>
  error instanceof Error && error.name === 'ResponseBodyError'

const isChallenge = (error: unknown): error is oidc.WWWAuthenticateChallengeError =>
  error instanceof Error && error.name === 'WWWAuthenticateChallengeError'

/** The fault that an error of the library stands for; everything unknown is an answer that cannot be trusted. */
export function providerFault(error: unknown): ProviderFault {
  const own = ownFault(error)
  if (own) return own
  // A service that does not know the client asks for other credentials in a header instead of the body.
  if (isChallenge(error)) return error.cause.some(({ scheme }) => scheme === 'basic') ? 'client' : 'token'
  if (isRefusal(error))
    return ['invalid_client', 'unauthorized_client'].includes(error.error) || error.status === 401 ? 'client' : 'token'
  const known = codesOf(error).find((code) => code in FAULT_OF_CODE)
  return (known && FAULT_OF_CODE[known]) || 'token'
}

/** Loaded at its first use (ADR 0078). */
const library = () => import('openid-client')

const ownIssuer = ({ cause }: Error) => (cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer

/** The name that a service gives itself, if that was not the issuer; undefined for other errors. */
export function issuerNamedIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const named = ownIssuer(error)
  return typeof named === 'string' ? named : issuerNamedIn(error.cause)
}

/** The descriptions of providers by issuer. Keys for a sign-in are not stored, so that a change of keys hurts nobody. */
const metadataCache = new Map<string, { metadata: oidc.ServerMetadata; readAt: number }>()

/** Returns the provider's own description, which is loaded again after ten minutes. */
async function readMetadata(issuer: string, customFetch: oidc.CustomFetch, isFresh: boolean) {
  const stored = metadataCache.get(issuer)
  if (stored && !isFresh && Date.now() - stored.readAt < METADATA_MS) return stored.metadata
  const oidc = await library()
  const found = await oidc.discovery(new URL(issuer), 'discovery', undefined, undefined, {
    [oidc.customFetch]: customFetch,
    execute: isOnThisMachine(issuer) ? [oidc.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  metadataCache.set(issuer, { metadata, readAt: Date.now() })
  return metadata
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * The public keys at the address that a provider names, for what arrives without being asked for (logout tokens). They
 * are stored for ten minutes; an unknown key is looked for there, at most every 30 seconds.
 */
export async function keySetAt(jwksUri: string) {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const stored = keySets.get(jwksUri)
  if (stored) return stored
  const keySet = createRemoteJWKSet(new URL(jwksUri), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: METADATA_MS,
    [customFetch]: (url: string, { headers }: RequestInit) =>
      fetchWithTimeout()(url, {
        ...{ headers: Object.fromEntries(new Headers(headers)), method: 'GET', body: undefined, redirect: 'manual' },
      }),
  })
  keySets.set(jwksUri, keySet)
  return keySet
}

/** Signatures with a key that only the provider has; the library takes no others. */
const SIGNATURES = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519', 'RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512']

const canSign = ({ id_token_signing_alg_values_supported: offered = ['RS256'] }: oidc.ServerMetadata) =>
  SIGNATURES.some((alg) => offered.includes(alg))

/** A secret that no key of the ring opens has to be entered again. */
function openSecret(keys: SecretRing, provider: ProviderAccess) {
  try {
    return decrypt(keys, clientSecretPurpose(provider), provider.client_secret_encrypted)
  } catch (error) {
    throw new ProviderError('client', error)
  }
}

/** Addresses of the description that are asked or visited during a sign-in. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const

const isComplete = (metadata: oidc.ServerMetadata) =>
  Boolean(metadata.authorization_endpoint && metadata.token_endpoint && metadata.jwks_uri) && canSign(metadata)

/** The provider's description, if a sign-in is possible with it; throws a `ProviderError`. */
async function readUsableMetadata(issuer: string, customFetch: oidc.CustomFetch, { appUrl, isFresh = false }: Opening) {
  if (!isAllowedAddress(issuer, appUrl)) throw new ProviderError('insecure')
  const metadata = await readMetadata(issuer, customFetch, isFresh)
  if (!isComplete(metadata)) throw new ProviderError('unsupported')
  const named = ENDPOINTS.flatMap((name) => metadata[name] ?? [])
  if (named.some((address) => !isAllowedAddress(address, appUrl))) throw new ProviderError('insecure')
  return metadata
}

interface Opening {
  keys: SecretRing
  appUrl: string
  /** The provider is asked for its description although it is known. */
  isFresh?: boolean
}

/**
 * A client for one step of a sign-in; everything that it asks must be answered within six seconds. Throws a
 * `ProviderError` when the provider or its description is not usable.
 */
export async function openProvider(provider: ProviderAccess, opening: Opening) {
  const customFetch = fetchWithTimeout()
  try {
    const metadata = await readUsableMetadata(provider.issuer, customFetch, opening)
    const oidc = await library()
    const secret = openSecret(opening.keys, provider)
    const authentication =
      metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
        ? oidc.ClientSecretPost(secret)
        : oidc.ClientSecretBasic(secret)
    const facts = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const client = new oidc.Configuration(metadata, provider.client_id, facts, authentication)
    client[oidc.customFetch] = customFetch
    oidc.enableNonRepudiationChecks(client)
    if (isOnThisMachine(provider.issuer)) oidc.allowInsecureRequests(client)
    return client
  } catch (error) {
    throw new ProviderError(discoveryFault(error), error)
  }
}

/** While the description is read, an unknown answer is a page that is not there or is no description at all. */
const discoveryFault = (error: unknown): ProviderFault => {
  const own = ownFault(error)
  if (own) return own
  const fault = providerFault(error)
  return fault === 'token' ? 'not_found' : fault
}
