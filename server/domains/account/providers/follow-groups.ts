import { type ProviderRule, RULE_ROLES } from '#contract/identityproviders/provider.record.ts'
import { transition } from '#contract/userlog/userlog.fields.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent, separateLog } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { detachSchools, updateRole } from '#server/domains/account/account.shared.queries.ts'
import {
  type ActiveProvider,
  listProviderRules,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { type LinkedAccount, updateGiven } from './account.providers.queries.ts'
import type { Person } from './claims.ts'

/** Groups of a provider give accounts their role and their schools, and take them away again (ADR 0076). */

export interface Arriving {
  provider: ActiveProvider
  person: Person
}

type Rules = readonly ProviderRule[]
type RuleRole = ProviderRule['role']

/** The rules of the groups that the provider names now. */
export async function rulesFor(tx: Queries, { provider, person }: Arriving) {
  const rules = await listProviderRules(tx, provider.id)
  return rules.filter(
    ({ group_name, school_id }) => person.groups.includes(group_name) && provider.school_ids.includes(school_id),
  )
}

/** The role that these rules give: the highest. Undefined when there are none. */
export const highestRole = (rules: Rules) => RULE_ROLES.find((role) => rules.some((rule) => rule.role === role))

/** The role is valid at all schools of an account: a school whose rule gives a lower one is not among them. */
export const schoolsWith = (rules: Rules, role: RuleRole) => {
  const isEnough = (rule: ProviderRule) => RULE_ROLES.indexOf(rule.role) <= RULE_ROLES.indexOf(role)
  return [...new Set(rules.filter(isEnough).map(({ school_id }) => school_id))]
}

/** The line of the login that follows must not take the place of this one. */
export async function logBeforeLogin(tx: Queries, event: Parameters<typeof logAccountEvent>[1]) {
  await logAccountEvent(tx, event)
  await separateLog(tx, event.action)
}

const without = (ids: readonly number[], removed: readonly number[]) => ids.filter((id) => !removed.includes(id))

interface Following {
  account: LinkedAccount
  /** The rules of the person's groups for schools that rules gave the account. */
  rules: Rules
}

/**
 * What the groups give now: the role never gets higher at a sign-in, but it gets lower when they give only a lower one. A
 * role that people have given meanwhile stays; then a group only has to name the school.
 */
function givenNow({ account, rules }: Following) {
  const { given_role: before } = account.identity
  const isChangedByPeople = before === null || before !== account.role
  const lowest = RULE_ROLES[RULE_ROLES.length - 1] ?? 'viewer'
  if (isChangedByPeople) return { role: before, schoolIds: schoolsWith(rules, lowest) }
  const highest = highestRole(rules) ?? before
  const role = RULE_ROLES.indexOf(highest) > RULE_ROLES.indexOf(before) ? highest : before
  return { role, schoolIds: schoolsWith(rules, role) }
}

/** Stores what groups give no more, and logs it; returns the account as it is then. */
async function takeLost(tx: Queries, { provider }: Arriving, following: Following) {
  const { account } = following
  const { id, given_school_ids: given, given_role: before } = account.identity
  const { role, schoolIds: remaining } = givenNow(following)
  const lost = without(given, remaining)
  if (lost.length === 0 && role === before) return account
  await bindUser(tx, account.id)
  const service = serviceField(provider.name)
  if (role !== before) {
    const fields = [service, transition('role', before, role)]
    await logBeforeLogin(tx, { action: 'identity_role_lowered', userId: account.id, fields })
    await updateRole(tx, account.id, role)
  }
  if (lost.length > 0) {
    // Logged while they are still attached, so that the log of these schools has the line, too.
    await logBeforeLogin(tx, { action: 'identity_schools_lost', userId: account.id, fields: [service] })
    await detachSchools(tx, account.id, lost)
  }
  await updateGiven(tx, id, { given_school_ids: without(given, lost), given_role: role })
  const school_ids = without(account.school_ids, lost)
  const school_id = school_ids.find((one) => one === account.school_id) ?? school_ids[0] ?? null
  return { ...account, school_ids, school_id, role: role === before ? account.role : role }
}

/**
 * The groups decide about accounts that they made: without any group the account is closed, a school goes with its last
 * group, and the role becomes lower with the group. Accounts that people made are not asked for groups. Returns undefined
 * for a closed account.
 */
export async function followGroups(tx: Queries, arriving: Arriving, account: LinkedAccount) {
  const { origin, given_school_ids: given } = account.identity
  if (origin !== 'rule') return account
  const rules = await rulesFor(tx, arriving)
  if (rules.length === 0) return undefined
  return takeLost(tx, arriving, { account, rules: rules.filter(({ school_id }) => given.includes(school_id)) })
}
