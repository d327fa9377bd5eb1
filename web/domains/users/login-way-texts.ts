import { joinedWords } from '#contract/joined-words.ts'
import { LOGIN_WAY_TEXTS, type LoginWayRule, type LoginWays, lacksWay } from '#contract/users/login-ways.ts'
import type { User, userEndpoints } from '#contract/users/users.ts'
import type { Reply } from '#web/api/client.ts'

export type LoginRules = Reply<typeof userEndpoints.list>['login_rules']

/** How a choice is called on the page, and what it means. */
export const WAY_CHOICES: Record<LoginWayRule, { label: string; description: string }> = {
  all: { label: 'Auf jedem Weg', description: 'Mit Passwort, mit Passkey oder über einen Anmeldedienst.' },
  no_password: {
    label: 'Nicht mit dem Passwort',
    description:
      'Nur mit Passkey oder über einen Anmeldedienst. Mit dem Passwort sind nur Start und Profil erreichbar.',
  },
  provider: {
    label: 'Nur über einen Anmeldedienst',
    description: 'Auch Passkeys genügen dann nicht. Ausgenommen ist ein Notfallkonto.',
  },
}

/** Most names in one sentence. */
const MOST_NAMES = 5

/** Joins names for a sentence; after `most` it says how many more. */
export const namesOf = (users: readonly User[], most = MOST_NAMES) => {
  const more = users.length - most
  const names = users.slice(0, most).map(({ name }) => name)
  return joinedWords(more > 0 ? [...names, `${more} weitere`] : names)
}

/** Accounts of the school that have no accepted way. */
export const lackingWay = (users: readonly User[], rules: LoginWays, schoolId: number) =>
  users.filter((user) => lacksWay(rules, user, schoolId))

/** Says who cannot sign in as demanded and what that means for them. */
export const shutOutText = (users: readonly User[]) => {
  if (users.length === 0) return 'Alle an dieser Schule können sich schon so anmelden.'
  const many = users.length > 1
  const who = many ? `${users.length} Konten können` : '1 Konto kann'
  return `${who} sich noch nicht so anmelden: ${namesOf(users, users.length)}. Bis das eingerichtet ist, ${many ? 'erreichen sie' : 'erreicht es'} an dieser Schule nur Start und Profil.`
}

const providerName = ({ providers }: LoginRules, id: number | null) =>
  providers.find((provider) => provider.id === id)?.name ?? 'dem Anmeldedienst'

/** What the list says about an account that cannot sign in as the school demands; undefined for all others. */
export const lackedWayText = (user: User, rules: LoginRules, schoolId: number) => {
  if (!lacksWay(rules, user, schoolId)) return undefined
  return rules.ways === 'provider'
    ? `nicht mit ${providerName(rules, rules.provider_id)} verbunden`
    : 'ohne Passkey und Anmeldedienst'
}

/** Whether a school that needs an emergency account has none that works. */
export const lacksEmergency = (users: readonly User[], rules: LoginRules) =>
  rules.ways === 'provider' && !users.some((user) => user.id === rules.emergency_user_id && user.usable_ways.emergency)

const accountName = (users: readonly User[], id: number | null) => users.find((user) => user.id === id)?.name ?? '–'

/** What is asked before a demand begins: whom it shuts out, and for a service its name and the emergency account. */
export const demandText = (users: readonly User[], rules: LoginRules, { schoolId, draft }: Demand) => {
  const outcome = shutOutText(lackingWay(users, draft, schoolId))
  if (draft.ways !== 'provider') return outcome
  const service = providerName(rules, draft.provider_id)
  return `Anmeldedienst: ${service}. Notfallkonto: ${accountName(users, draft.emergency_user_id)}. ${outcome}`
}

interface Demand {
  schoolId: number
  draft: LoginWays
}

/** Says that the own account has no such way yet; whoever demands it comes in by it first. */
export const ownLackText = (users: readonly User[], rules: LoginRules, { schoolId, draft }: Demand) => {
  const self = users.find(({ is_self }) => is_self)
  if (!self || (draft.ways === 'provider' && draft.provider_id === null)) return undefined
  // Not even the emergency account may demand a way that it lacks.
  const isLacking = lacksWay({ ...draft, emergency_user_id: null }, self, schoolId)
  const provider = draft.ways === 'provider' ? providerName(rules, draft.provider_id) : null
  return isLacking ? LOGIN_WAY_TEXTS.comeInFirst(provider) : undefined
}
