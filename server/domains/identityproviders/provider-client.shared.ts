import * as oidc from 'openid-client'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'

/** How long a provider may take for all that one step of a sign-in asks of it. */
const PATIENCE_MS = 6000
/** Clocks may differ by this much. */
export const CLOCK_TOLERANCE_SECONDS = 120
/** No document of a provider is longer. */
const BYTES_MAX = 1024 * 1024
const METADATA_MS = 10 * 60_000

export const clientSecretPurpose = ({ id }: { id: number }) => ({ name: 'identity provider secret', place: String(id) })
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

/** Something that a provider said or did not say; the caller knows whom it concerns. */
export class ProviderError extends Error {
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, cause?: unknown) {
    super(`identity provider: ${fault}`, { cause })
    this.name = 'ProviderError'
    this.fault = fault
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Without TLS only on this machine, as in tests and behind a local proxy. */
export const isAllowedIssuer = (issuer: string) => {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || isLoopback(hostname)
}

const CERTIFICATE = /CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Codes of all errors that led to this one. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { code } = error as { code?: unknown }
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(error.cause)]
}

/** Reads at most so much, so that no provider fills the memory. */
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

/** Everything that is asked with it shares one patience. */
const patientFetch = (): oidc.CustomFetch => {
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

/** The fault that an error of the library stands for; everything unknown is an answer that cannot be trusted. */
export function providerFault(error: unknown): ProviderFault {
  const own = ownFault(error)
  if (own) return own
  if (error instanceof oidc.ResponseBodyError)
    return ['invalid_client', 'unauthorized_client'].includes(error.error) || error.status === 401 ? 'client' : 'token'
  const known = codesOf(error).find((code) => code in FAULT_OF_CODE)
  return (known && FAULT_OF_CODE[known]) || 'token'
}

/** What providers say about themselves; their keys are read anew at each sign-in, so that a change of keys hurts nobody. */
const known = new Map<string, { metadata: oidc.ServerMetadata; readAt: number }>()

/** Returns the provider's own description, which is loaded again after ten minutes. */
async function readMetadata(issuer: string, customFetch: oidc.CustomFetch, isFresh: boolean) {
  const stored = known.get(issuer)
  if (stored && !isFresh && Date.now() - stored.readAt < METADATA_MS) return stored.metadata
  const found = await oidc.discovery(new URL(issuer), 'discovery', undefined, undefined, {
    [oidc.customFetch]: customFetch,
    execute: isLoopback(new URL(issuer).hostname) ? [oidc.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  known.set(issuer, { metadata, readAt: Date.now() })
  return metadata
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

interface Opening {
  keys: SecretRing
  /** The provider is asked for its description although it is known. */
  isFresh?: boolean
}

/** A client for one step of a sign-in; everything that it asks must be answered within six seconds. */
export async function openProvider(provider: ProviderAccess, { keys, isFresh = false }: Opening) {
  const customFetch = patientFetch()
  try {
    const metadata = await readMetadata(provider.issuer, customFetch, isFresh)
    if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri || !canSign(metadata))
      throw new ProviderError('unsupported')
    const secret = openSecret(keys, provider)
    const authentication =
      metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
        ? oidc.ClientSecretPost(secret)
        : oidc.ClientSecretBasic(secret)
    const facts = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const client = new oidc.Configuration(metadata, provider.client_id, facts, authentication)
    client[oidc.customFetch] = customFetch
    oidc.enableNonRepudiationChecks(client)
    if (isLoopback(new URL(provider.issuer).hostname)) oidc.allowInsecureRequests(client)
    return client
  } catch (error) {
    throw new ProviderError(discoveryFault(error), error)
  }
}

/** A page that is not there or is no description at all. */
const discoveryFault = (error: unknown): ProviderFault => {
  const own = ownFault(error)
  if (own) return own
  const fault = providerFault(error)
  return fault === 'token' ? 'not_found' : fault
}
