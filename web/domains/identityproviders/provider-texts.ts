import { formatDateTime } from '#contract/dates.ts'
import type { Provider } from '#contract/identityproviders/identityproviders.ts'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

/** How the address of each kind of service looks. */
export const ISSUER_EXAMPLES: Record<ProviderKind, string> = {
  iserv: 'https://iserv.schule.example',
  entra: 'https://login.microsoftonline.com/<Mandanten-ID>/v2.0',
  nextcloud: 'https://cloud.schule.example',
  keycloak: 'https://anmeldung.schule.example/realms/schule',
  univention: 'https://ucs-sso-ng.schule.example/realms/ucs',
  other: 'https://anmeldung.schule.example',
}

/** The name that people know a service by. */
export const USUAL_NAMES: Record<ProviderKind, string> = {
  iserv: 'IServ',
  entra: 'Microsoft',
  nextcloud: 'Nextcloud',
  keycloak: 'Schulkonto',
  univention: 'Schulkonto',
  other: '',
}

export const isComplete = ({ client_id, has_secret }: Provider) => client_id !== null && has_secret

export const stateOf = (provider: Provider): StatusLook & { text: string } => {
  if (provider.is_active) return { tone: 'positive', icon: 'check', text: 'eingeschaltet' }
  return isComplete(provider)
    ? { tone: 'neutral', icon: 'dot', text: 'ausgeschaltet' }
    : { tone: 'attention', icon: 'alert', text: 'noch nicht fertig' }
}

/** How the newest sign-in at the service ended. */
export const outcomeOf = ({ last_failure, last_failure_at, last_success_at }: Provider) => {
  if (last_failure && last_failure_at && last_failure_at > (last_success_at ?? ''))
    return { at: `Fehler am ${formatDateTime(last_failure_at)} Uhr`, text: PROVIDER_FAULTS[last_failure].admin }
  return last_success_at ? { at: `Gelungen am ${formatDateTime(last_success_at)} Uhr` } : undefined
}

/** What removing a service does to accounts. */
export const lostLinksText = (count: number) => {
  if (count === 0) return 'Noch ist kein Konto verbunden.'
  return count === 1
    ? '1 Konto verliert seine Verbindung und meldet sich dann mit dem Passwort an.'
    : `${count} Konten verlieren ihre Verbindung und melden sich dann mit dem Passwort an.`
}
