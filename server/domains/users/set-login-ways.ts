import { isDeepStrictEqual } from 'node:util'
import { wayName } from '#contract/account/account.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { emergencyField } from '#contract/userlog/userlog.emergency.ts'
import { transition } from '#contract/userlog/userlog.fields.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import { LOGIN_WAY_TEXTS, type LoginWays } from '#contract/users/login-ways.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import {
  canBeEmergency,
  findLoginWays,
  isOwnLoginAccepted,
  lockProviderOfSchool,
  replaceDemand,
} from '#server/domains/identityproviders/logindemands.shared.queries.ts'
import { lockSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { findActor } from './account-reach.ts'
import { lockAccounts } from './users.shared.queries.ts'

const refusal = (field: keyof LoginWays, text: string) => invalid({ [field]: [text] }, text)

/** The account that comes in with password and second factor when the provider is gone; it is locked. */
async function refuseUnfitEmergency(tx: SchoolTransaction, userId: number | null, schoolId: number) {
  if (userId !== null) await lockAccounts(tx, [userId], { withAdmins: false })
  if (userId === null || !(await canBeEmergency(tx, userId, schoolId)))
    throw refusal('emergency_user_id', LOGIN_WAY_TEXTS.emergencyMissing)
}

/** The service that the rules name, locked with the emergency account; null when they name none. */
async function findWanted(tx: SchoolTransaction, rules: LoginWays, schoolId: number) {
  if (rules.ways !== 'provider') return null
  const provider = await lockProviderOfSchool(tx, rules.provider_id ?? 0, schoolId)
  if (!provider) throw refusal('provider_id', LOGIN_WAY_TEXTS.providerMissing)
  await refuseUnfitEmergency(tx, rules.emergency_user_id, schoolId)
  return provider
}

/** The changed rules for the log: old and new value of the way, and which account is the emergency account now. */
const changedRules = (stored: LoginWays, wanted: LoginWays) => [
  ...(stored.ways === wanted.ways ? [] : [transition('login_ways', stored.ways, wanted.ways)]),
  ...(['provider_id', 'emergency_user_id'] as const).flatMap((key) => {
    const id = wanted[key]
    if (id === null || id === stored[key]) return []
    return key === 'emergency_user_id' ? emergencyField(id) : key
  }),
]

const messageFor = ({ ways }: LoginWays, provider: string | null) => {
  if (ways === 'all') return 'An dieser Schule kann man sich jetzt auf jedem Weg anmelden.'
  return `An dieser Schule meldet man sich jetzt ${wayName(provider)} an.`
}

/** Sets how people may sign in at the active school. Whoever demands a way came in by it, so nobody locks themselves out. */
export async function setLoginWays(
  tx: SchoolTransaction,
  { viewer, rules }: { viewer: SchoolViewer; rules: LoginWays },
) {
  const { school_id: schoolId } = viewer
  // First, because whoever waits here for another change may have lost the right meanwhile.
  await lockSchool(tx)
  await findActor(tx, viewer)
  const wanted = rules.ways === 'provider' ? rules : { ways: rules.ways, provider_id: null, emergency_user_id: null }
  const stored = await findLoginWays(tx, schoolId)
  if (isDeepStrictEqual(stored, wanted)) return { message: REPLY_TEXTS.nothingToChange }
  const provider = await findWanted(tx, wanted, schoolId)
  const name = provider?.name ?? null
  if (wanted.ways !== 'all' && !(await isOwnLoginAccepted(tx, wanted)))
    throw refusal('ways', LOGIN_WAY_TEXTS.comeInFirst(name))
  await replaceDemand(tx, schoolId, wanted)
  await logEvent(tx, {
    action: 'settings_changed',
    entityType: 'school_setting',
    entityId: null,
    fields: [...changedRules(stored, wanted), ...(name ? [serviceField(name)] : [])],
  })
  const { emergency_user_id: emergency } = wanted
  if (emergency !== null && emergency !== stored.emergency_user_id)
    await logEvent(tx, { action: 'emergency_chosen', entityType: 'user', entityId: emergency, fields: [] })
  return { message: messageFor(wanted, name) }
}
