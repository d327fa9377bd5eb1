import { clientSecretPurpose, type ProviderAccess } from '#server/domains/identityproviders/provider-client.shared.ts'
import { testProvider } from '#server/domains/identityproviders/test-provider.ts'
import type { Env } from '#server/env.ts'
import { decrypt, type SecretRing } from '#server/secret-keys.ts'
import { type Finding, fault } from './findings.ts'
import { programName } from './help.ts'

export interface NamedProvider extends ProviderAccess {
  name: string
  /** Short names of the schools that demand it. */
  demanded_by: string[]
}

const wayMeanwhile = ({ demanded_by }: NamedProvider) =>
  demanded_by.length === 0
    ? 'bis dahin gilt das Passwort.'
    : `wo er verlangt wird, kann sich bis dahin nur das Notfallkonto anmelden. So erlauben Sie wieder allen das Passwort: ${demanded_by.map((short) => `${programName()} school allow-password ${short}`).join(', ')}`

/** A secret that no key opens is a finding about the keys. */
const hasReadableSecret = (keys: SecretRing, provider: NamedProvider) => {
  try {
    decrypt(keys, clientSecretPurpose(provider), provider.client_secret_encrypted)
    return true
  } catch {
    return false
  }
}

/** Whether people can sign in at each service that the sign-in page offers; the services are asked at the same time. */
export async function checkProviders(
  { APP_URL }: Env,
  providers: readonly NamedProvider[],
  ring: SecretRing | undefined,
): Promise<Finding[]> {
  if (!ring) return []
  const found = providers
    .filter((provider) => hasReadableSecret(ring, provider))
    .map(async (provider) => {
      const steps = await testProvider(provider, { keys: ring, appUrl: APP_URL })
      return steps
        .filter(({ state }) => state === 'bad')
        .map(({ what, text }) =>
          fault(
            'provider',
            `Die Anmeldung mit ${provider.name} ist nicht möglich (${what}): ${text}`,
            `Bitte beheben Sie das beim Dienst oder unter „Systemzustand“, „Anmeldedienste“; ${wayMeanwhile(provider)}`,
          ),
        )
    })
  return (await Promise.all(found)).flat()
}
