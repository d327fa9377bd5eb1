import type { LogEntry } from './userlog.ts'

/** How the log stores, among the changed fields, the service that somebody used. */
const SERVICE = /^provider:(.+)$/

/** The entry for the changed fields of a log row; `name` is the name of the service at that time. */
export const serviceField = (name: string) => `provider:${name}`

const serviceOf = (fields: readonly string[]) => fields.map((field) => SERVICE.exec(field)?.[1]).find(Boolean)

/** Sentences that name the service. */
const WITH_SERVICE = {
  login_provider: (service: string) => `hat sich mit ${service} angemeldet`,
  provider_login_failed: (service: string) => `hat vergeblich versucht, sich mit ${service} anzumelden`,
  provider_logout: (service: string) => `wurde von ${service} abgemeldet`,
  identity_linked: (service: string) => `hat ein Konto mit ${service} verbunden`,
  identity_link_failed: (service: string) => `hat vergeblich versucht, ein Konto mit ${service} zu verbinden`,
  identity_unlinked: (service: string) => `hat die Verbindung mit ${service} gelöst`,
  identity_account_made: (service: string) => `hat durch eine Gruppe bei ${service} ein Konto bekommen`,
  identity_schools_lost: (service: string) =>
    `hat den Zugang zu Schulen verloren, weil die Gruppe bei ${service} nicht mehr stimmt`,
  identity_role_lowered: (service: string) =>
    `hat eine niedrigere Rolle, weil die Gruppe bei ${service} nicht mehr stimmt`,
}

const mapValues = <T, R>(table: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]))

/** The same sentences for a filter, and for entries that name no service. */
export const SERVICE_SENTENCES = mapValues(WITH_SERVICE, (sentence) => sentence('einem Anmeldedienst'))

/** The sentence of an entry, undefined when the entry names no service. */
export const SERVICE_TEXTS = mapValues(
  WITH_SERVICE,
  (sentence) =>
    ({ changed_fields }: Pick<LogEntry, 'changed_fields'>) => {
      const service = serviceOf(changed_fields)
      return service && sentence(service)
    },
)

const WAY_SENTENCES: Record<string, string> = {
  all: 'hat für die Anmeldung wieder jeden Weg erlaubt',
  no_password: 'hat die Anmeldung mit Passkey oder über einen Anmeldedienst verlangt',
  provider: 'hat die Anmeldung über einen Anmeldedienst verlangt',
}

const demanded = (service: string) => `hat die Anmeldung über ${service} verlangt`

/** A change of a demand that stays one: to another service, or only to another emergency account. */
const changedDemand = (service: string, fields: readonly string[]) =>
  fields.includes('provider_id') ? demanded(service) : `hat das Notfallkonto für die Anmeldung über ${service} bestimmt`

/**
 * How a school's people may sign in from now on; with one service only, its name. `ways` is undefined when the way stays;
 * the sentence is undefined when the entry is about no demand.
 */
export const demandSentence = (ways: string | undefined, fields: readonly string[]) => {
  const service = serviceOf(fields)
  if (ways === undefined) return service && changedDemand(service, fields)
  return service && ways === 'provider' ? demanded(service) : WAY_SENTENCES[ways]
}
