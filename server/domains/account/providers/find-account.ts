import { RULE_ROLES } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { insertUser } from '#server/domains/account/account.shared.queries.ts'
import {
  type ActiveProvider,
  listProviderRules,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  endIdentitySessions,
  findAccountByMail,
  findLinkedAccount,
  insertIdentity,
  isMailTaken,
  type LinkedAccount,
  lockProviderRow,
} from './account.providers.queries.ts'
import type { Person } from './claims.ts'

interface Arriving {
  provider: ActiveProvider
  person: Person
}

/** Which account somebody may use, or why none; `userId`: whose it would have been. */
type Found = { account: LinkedAccount } | { fault: ProviderFault; userId: number | null }

const isOfProvider = ({ school_ids }: ActiveProvider, account: Pick<LinkedAccount, 'school_ids'>) =>
  account.school_ids.some((id) => school_ids.includes(id))

/** Whoever runs the provider of one school must not open another one without the owner of the account. */
const isOnlyOfProvider = ({ school_ids }: ActiveProvider, account: Pick<LinkedAccount, 'school_ids'>) =>
  account.school_ids.length > 0 && account.school_ids.every((id) => school_ids.includes(id))

/** The rules of the groups that the provider names now. */
async function rulesFor(tx: Queries, { provider, person }: Arriving) {
  const rules = await listProviderRules(tx, provider.id)
  return rules.filter(
    ({ group_name, school_id }) => person.groups.includes(group_name) && provider.school_ids.includes(school_id),
  )
}

/** Who left every group loses what began through it; accounts that people made are not asked for groups. */
async function checkLinked(tx: Queries, arriving: Arriving, account: LinkedAccount): Promise<Found> {
  const isOpen = account.deactivated_at === null && isOfProvider(arriving.provider, account)
  const isInGroup = account.identity.origin !== 'rule' || (await rulesFor(tx, arriving)).length > 0
  if (isOpen && isInGroup) return { account }
  await endIdentitySessions(tx, account.identity.id, null)
  return { fault: 'closed', userId: account.id }
}

/** Only accounts up to „Lehrer Level 1“ are linked or made without a person who decides it. */
const isLow = (role: Role | null) => role === null || RULE_ROLES.some((low) => low === role)

const domainOf = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1)

/** The first sign-in of somebody whose checked address belongs to an account, where an admin has allowed that. */
async function linkByMail(tx: Queries, { provider, person }: Arriving, keys: SecretRing) {
  const { checkedMail } = person
  if (provider.mail_domain === null || checkedMail === null || domainOf(checkedMail) !== provider.mail_domain)
    return false
  const account = await findAccountByMail(tx, checkedMail)
  if (!account || !isLow(account.role) || !isOnlyOfProvider(provider, account)) return false
  const identity = { user_id: account.id, provider_id: provider.id, subject: person.subject, label: person.label }
  if (!(await insertIdentity(tx, { ...identity, origin: 'mail' }))) return false
  await bindUser(tx, account.id)
  await logAccountEvent(tx, { action: 'identity_linked', userId: account.id, fields: ['mail'] })
  await queueAccountMail(tx, keys, {
    ...{ userId: account.id, recipient: account.email, template: 'two_factor_changed', event: 'identity_linked' },
  })
  return true
}

const NAME_MIN = 3

/** An account for somebody in a group, where an admin has made a rule for it. */
async function makeByRule(tx: Queries, arriving: Arriving) {
  const { provider, person } = arriving
  const rules = await rulesFor(tx, arriving)
  const { checkedMail: email, name } = person
  if (rules.length === 0 || email === null || name.length < NAME_MIN) return false
  // An address that is taken belongs to somebody who has to link the account deliberately.
  if (await isMailTaken(tx, email)) return false
  const role = RULE_ROLES.find((one) => rules.some((rule) => rule.role === one)) ?? null
  const schoolIds = [...new Set(rules.map(({ school_id }) => school_id))]
  const userId = await insertUser(tx, { name, email, role }, schoolIds)
  await insertIdentity(tx, {
    ...{ user_id: userId, provider_id: provider.id, subject: person.subject, label: person.label, origin: 'rule' },
  })
  await bindUser(tx, userId)
  await logAccountEvent(tx, { action: 'identity_account_made', userId })
  return true
}

/** Links or makes the account of somebody who comes for the first time; otherwise it has to be linked by its owner. */
export async function findAccount(tx: Queries, arriving: Arriving, keys: SecretRing): Promise<Found> {
  const { provider, person } = arriving
  const wanted = { providerId: provider.id, subject: person.subject }
  await lockProviderRow(tx, provider.id)
  const linked = await findLinkedAccount(tx, wanted)
  if (linked) return checkLinked(tx, arriving, linked)
  if (!(await linkByMail(tx, arriving, keys)) && !(await makeByRule(tx, arriving)))
    return { fault: 'unlinked', userId: null }
  const account = await findLinkedAccount(tx, wanted)
  return account ? { account } : { fault: 'unlinked', userId: null }
}
