import type * as oidc from 'openid-client'
import type { TestStep } from '#contract/identityproviders/identityproviders.ts'
import { ProviderFacts, type ProviderKind } from '#contract/identityproviders/provider.record.ts'
import { adminText, type ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { faultOfIssuer } from './change-provider.ts'
import { redirectUriOf } from './provider-addresses.shared.ts'
import {
  isRefusal,
  issuerNamedIn,
  openProvider,
  type ProviderAccess,
  ProviderError,
  providerFault,
} from './provider-client.shared.ts'

const good = (what: string, text: string): TestStep => ({ what, state: 'good', text, fault: null, issuer: null })
const notice = (what: string, text: string): TestStep => ({ ...good(what, text), state: 'notice' })
const bad = (what: string, { kind, fault }: { kind: ProviderKind; fault: ProviderFault }): TestStep => ({
  ...good(what, adminText(fault, kind)),
  ...{ state: 'bad', fault },
})

/** The abilities that the provider names in its description. */
function describeMetadata(metadata: oidc.ServerMetadata): TestStep[] {
  const { code_challenge_methods_supported: pkce, end_session_endpoint, backchannel_logout_supported } = metadata
  return [
    pkce?.includes('S256')
      ? good('Schutz der Anmeldung', 'Der Dienst schützt den Code, mit dem er Personen zurückschickt (PKCE).')
      : notice(
          'Schutz der Anmeldung',
          'Der Dienst nennt den Schutz für den Code nicht (PKCE mit S256). Schulhof schickt ihn trotzdem mit.',
        ),
    end_session_endpoint
      ? good('Abmelden', 'Wer sich hier abmeldet, wird auch beim Dienst abgemeldet.')
      : notice(
          'Abmelden',
          'Der Dienst bietet keine gemeinsame Abmeldung an. Wer sich hier abmeldet, bleibt dort angemeldet.',
        ),
    backchannel_logout_supported
      ? good(
          'Sofortige Sperre',
          'Wer beim Dienst abgemeldet oder gesperrt wird, ist hier sofort abgemeldet, wenn die Abmeldeadresse dort eingetragen ist.',
        )
      : notice(
          'Sofortige Sperre',
          'Der Dienst meldet eine Abmeldung oder Sperre nicht hierher (Back-Channel Logout). Sie wirkt bei der nächsten Anmeldung.',
        ),
  ]
}

const SECRET = 'Client-ID und Client-Secret'
const SECRET_GOOD = 'Der Dienst kennt Client-ID und Client-Secret.'

/** Redeems a code that was never given: a provider that knows the client refuses the code, another one the client. */
async function tryClient(client: oidc.Configuration, redirectUri: string, kind: ProviderKind): Promise<TestStep> {
  const { genericGrantRequest, randomPKCECodeVerifier } = await import('openid-client')
  const parameters = { code: 'schulhof-test', redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() }
  try {
    await genericGrantRequest(client, 'authorization_code', parameters)
    return good(SECRET, SECRET_GOOD)
  } catch (error) {
    const fault = providerFault(error)
    if (isRefusal(error) && fault !== 'client') return good(SECRET, SECRET_GOOD)
    return bad(SECRET, { kind, fault })
  }
}

const ADDRESS = 'Adresse des Dienstes'

/** If the service calls itself otherwise, the page offers that name, as long as an admin could type it. */
function describeFault({ kind }: ProviderAccess, error: ProviderError, appUrl: string): TestStep {
  const step = bad(ADDRESS, { kind, fault: error.fault })
  const named = error.fault === 'issuer' ? issuerNamedIn(error) : undefined
  if (named === undefined) return step
  const { success, data: issuer } = ProviderFacts.shape.issuer.safeParse(named)
  const isUsable = success && !faultOfIssuer({ issuer, kind }, appUrl)
  return { ...step, text: `${step.text} Er nennt sich: ${named.slice(0, 300)}`, issuer: isUsable ? issuer : null }
}

interface Test {
  keys: SecretRing
  appUrl: string
}

/**
 * Checks a provider as far as is possible without anybody signing in: address, client and abilities. Faults are steps
 * with the state `bad`; nothing is thrown for them.
 */
export async function testProvider(provider: ProviderAccess, { keys, appUrl }: Test): Promise<TestStep[]> {
  try {
    const client = await openProvider(provider, { keys, appUrl, isFresh: true })
    return [
      good(ADDRESS, 'Der Dienst antwortet und nennt sich wie eingetragen.'),
      await tryClient(client, redirectUriOf(appUrl, provider.id), provider.kind),
      ...describeMetadata(client.serverMetadata()),
    ]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [describeFault(provider, error, appUrl)]
  }
}
