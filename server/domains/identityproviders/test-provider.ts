import type * as oidc from 'openid-client'
import type { TestStep } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { redirectUriOf } from './provider-addresses.shared.ts'
import { isRefusal, openProvider, type ProviderAccess, ProviderError, providerFault } from './provider-client.shared.ts'

const good = (what: string, text: string): TestStep => ({ what, state: 'good', text })
const notice = (what: string, text: string): TestStep => ({ what, state: 'notice', text })
const bad = (what: string, text: string): TestStep => ({ what, state: 'bad', text })

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
async function tryClient(client: oidc.Configuration, redirectUri: string): Promise<TestStep> {
  const { genericGrantRequest, randomPKCECodeVerifier } = await import('openid-client')
  const parameters = { code: 'schulhof-test', redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() }
  try {
    await genericGrantRequest(client, 'authorization_code', parameters)
    return good(SECRET, SECRET_GOOD)
  } catch (error) {
    const fault = providerFault(error)
    if (isRefusal(error) && fault !== 'client') return good(SECRET, SECRET_GOOD)
    return bad(SECRET, PROVIDER_FAULTS[fault].admin)
  }
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
      good('Erreichbar', 'Der Dienst antwortet und nennt sich wie eingetragen.'),
      await tryClient(client, redirectUriOf(appUrl, provider.id)),
      ...describeMetadata(client.serverMetadata()),
    ]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [bad('Erreichbar', PROVIDER_FAULTS[error.fault].admin)]
  }
}
