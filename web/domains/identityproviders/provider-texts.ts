import { formatDateTime } from '#contract/dates.ts'
import type { Provider } from '#contract/identityproviders/identityproviders.ts'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

/** Examples of addresses for each kind of service. */
export const ISSUER_EXAMPLES: Record<ProviderKind, string> = {
  iserv: 'https://iserv.schule.example',
  entra: 'https://login.microsoftonline.com/<Mandanten-ID>/v2.0',
  nextcloud: 'https://cloud.schule.example',
  keycloak: 'https://anmeldung.schule.example/realms/schule',
  univention: 'https://ucs-sso-ng.schule.example/realms/ucs',
  other: 'https://anmeldung.schule.example',
}

/** A first suggestion for the name of a service. An admin may write the name that people know. */
export const USUAL_NAMES: Record<ProviderKind, string> = {
  iserv: 'IServ',
  entra: 'Microsoft',
  nextcloud: 'Nextcloud',
  keycloak: 'Keycloak',
  univention: 'UCS@school',
  other: '',
}

/** Whether the service has all that it needs to be switched on. */
export const isComplete = ({ client_id, has_secret }: Provider) => client_id !== null && has_secret

/** The state of a service, in words and with its look. */
export const stateOf = (provider: Provider): StatusLook & { text: string } => {
  if (provider.is_active) return { tone: 'positive', icon: 'check', text: 'eingeschaltet' }
  return isComplete(provider)
    ? { tone: 'neutral', icon: 'dot', text: 'ausgeschaltet' }
    : { tone: 'attention', icon: 'alert', text: 'noch nicht fertig' }
}

/** The result of the newest sign-in at the service; undefined if there was none. */
export const outcomeOf = ({ last_failure, last_failure_at, last_success_at }: Provider) => {
  if (last_failure && last_failure_at && last_failure_at > (last_success_at ?? ''))
    return { at: `Fehler am ${formatDateTime(last_failure_at)} Uhr`, text: PROVIDER_FAULTS[last_failure].admin }
  return last_success_at ? { at: `Gelungen am ${formatDateTime(last_success_at)} Uhr` } : undefined
}

/** Says what removing a service does to accounts. */
export const lostLinksText = (count: number) => {
  if (count === 0) return 'Noch ist kein Konto verbunden.'
  return count === 1
    ? '1 Konto verliert seine Verbindung. Für die Anmeldung braucht es dann ein Passwort oder einen Passkey.'
    : `${count} Konten verlieren ihre Verbindung. Für die Anmeldung brauchen sie dann ein Passwort oder einen Passkey.`
}
