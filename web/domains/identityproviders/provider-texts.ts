import { formatDateTime } from '#contract/dates.ts'
import type { Provider } from '#contract/identityproviders/identityproviders.ts'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import { adminText } from '#contract/identityproviders/provider-faults.ts'
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

/** Says what has to be entered before the service can be checked. */
export const missingText = ({ client_id, has_secret }: Provider) => {
  if (client_id === null && !has_secret) return 'Dafür fehlen noch Client-ID und Client-Secret.'
  return client_id === null ? 'Dafür fehlt noch die Client-ID.' : 'Dafür fehlt noch das Client-Secret.'
}

/** Whether the last check found a fault, and nobody has signed in at the service since. */
const hasFailedCheck = ({ last_check_at, last_check_fault, last_success_at }: Provider) =>
  last_check_fault !== null && (last_check_at ?? '') > (last_success_at ?? '')

/** How the last check ended; undefined if there was none since the service was changed. */
export const lastCheckText = ({ last_check_at, last_check_fault, kind }: Provider) => {
  if (!last_check_at) return undefined
  const result = last_check_fault ? adminText(last_check_fault, kind) : 'Alles war in Ordnung.'
  return `Zuletzt geprüft am ${formatDateTime(last_check_at)} Uhr. ${result}`
}

/** The state of a service, in words and with its look. */
export const stateOf = (provider: Provider): StatusLook & { text: string } => {
  if (provider.is_active && hasFailedCheck(provider))
    return { tone: 'attention', icon: 'alert', text: 'eingeschaltet, Prüfung fehlgeschlagen' }
  if (provider.is_active) return { tone: 'positive', icon: 'check', text: 'eingeschaltet' }
  return isComplete(provider)
    ? { tone: 'neutral', icon: 'dot', text: 'ausgeschaltet' }
    : { tone: 'attention', icon: 'alert', text: 'noch nicht fertig' }
}

/** The result of the newest sign-in at the service; undefined if there was none. */
export const outcomeOf = ({ kind, last_failure, last_failure_at, last_success_at }: Provider) => {
  if (last_failure && last_failure_at && last_failure_at > (last_success_at ?? ''))
    return { at: `Fehler am ${formatDateTime(last_failure_at)} Uhr`, text: adminText(last_failure, kind) }
  return last_success_at ? { at: `Gelungen am ${formatDateTime(last_success_at)} Uhr` } : undefined
}

/** Says what removing a service does to accounts. */
export const lostLinksText = (count: number) => {
  if (count === 0) return 'Noch ist kein Konto verbunden.'
  return count === 1
    ? '1 Konto verliert seine Verbindung. Für die Anmeldung braucht es dann ein Passwort oder einen Passkey.'
    : `${count} Konten verlieren ihre Verbindung. Für die Anmeldung brauchen sie dann ein Passwort oder einen Passkey.`
}
