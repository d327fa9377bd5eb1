import { type Finding, fault } from './findings.ts'
import { programName } from './help.ts'

/** A school that demands a provider, with what must be true for it. */
export interface DemandFacts {
  short: string
  name: string
  provider: string
  /** The provider is switched on and serves the school. */
  is_served: boolean
  /** The emergency account can come in with password and second factor. */
  has_emergency: boolean
}

/** What keeps the people of a school out for good, unless the operator lifts the demand. */
export const checkDemands = (demands: readonly DemandFacts[]): Finding[] =>
  demands.flatMap(({ short, name, provider, is_served, has_emergency }) => [
    ...(is_served
      ? []
      : [
          fault(
            'demand',
            `${name} verlangt die Anmeldung über ${provider}, aber der Dienst ist aus oder gehört nicht zu dieser Schule.`,
            `Bitte schalten Sie ihn unter „Anmeldedienste“ ein, oder erlauben Sie wieder das Passwort: ${programName()} school allow-password ${short}`,
          ),
        ]),
    ...(has_emergency
      ? []
      : [
          fault(
            'demand_emergency',
            `${name} verlangt die Anmeldung über ${provider} und hat kein Notfallkonto mehr.`,
            'Bitte wählen Sie unter „Benutzer“, „Anmeldung“ ein anderes.',
          ),
        ]),
  ])
