import { z } from 'zod'
import { wayName } from '#contract/account/account.ts'
import { Id } from '#contract/formats.ts'

/**
 * How people of a school may sign in (ADR 0077): in any way, not with a password alone, or only through one service,
 * except for one emergency account.
 */
export const LOGIN_WAY_RULES = ['all', 'no_password', 'provider'] as const
export type LoginWayRule = (typeof LOGIN_WAY_RULES)[number]

export const LoginWays = z.object({
  ways: z.enum(LOGIN_WAY_RULES),
  /** Both only with `provider`; the emergency account is null when it has been erased. */
  provider_id: Id.nullable(),
  emergency_user_id: Id.nullable(),
})
export type LoginWays = z.output<typeof LoginWays>

export const LOGIN_WAY_TEXTS = {
  providerMissing: 'Bitte wählen Sie einen Anmeldedienst, der eingeschaltet ist und zu dieser Schule gehört.',
  emergencyMissing:
    'Bitte wählen Sie ein Notfallkonto dieser Schule mit Passwort und Zwei-Faktor-Anmeldung: einen Admin oder eine Schulleitung, die Benutzer verwalten darf.',
  comeInFirst: (provider: string | null) =>
    `Bitte melden Sie sich zuerst selbst so an: ${wayName(provider)}. So sperren Sie sich nicht aus.`,
  emergency:
    'Dieses Konto ist das Notfallkonto einer Schule. Bitte wählen Sie dort zuerst ein anderes: unter „Benutzer“ bei „Anmeldung“.',
} as const

/** What these rules need of an account in the user list. */
interface AccountFacts {
  id: number
  has_two_factor: boolean
  schools: readonly { id: number }[]
  usable_ways: { passkey: boolean; provider_ids: readonly number[] }
}

/** Whether an account of the school has no way that it accepts; the same rule as `has_accepted_way` of the database. */
export const lacksWay = (rules: LoginWays, user: AccountFacts, schoolId: number) => {
  const { passkey, provider_ids } = user.usable_ways
  if (rules.ways === 'all' || !user.schools.some(({ id }) => id === schoolId)) return false
  if (rules.ways === 'no_password') return !passkey && provider_ids.length === 0
  const isEmergency = rules.emergency_user_id === user.id && user.has_two_factor
  return !isEmergency && !provider_ids.some((id) => id === rules.provider_id)
}
