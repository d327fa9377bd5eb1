import { domainToUnicode } from 'node:url'
import { Email } from '#contract/formats.ts'
import { RULE_ROLES } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { Role } from '#contract/permissions.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import type { Queries } from '#server/db/database.ts'
import { bindUser } from '#server/db/school-transaction.ts'
import { insertUser } from '#server/domains/account/account.shared.queries.ts'
import {
  type ActiveProvider,
  lockSameProvider,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  endIdentitySessions,
  findIdentity,
  insertIdentity,
  isMailTaken,
  type LinkedAccount,
  lockAccountByMail,
  lockLinkedAccount,
} from './account.providers.queries.ts'
import { type Arriving, followGroups, highestRole, logBeforeLogin, rulesFor, schoolsWith } from './follow-groups.ts'

/** The account that somebody may use, or the reason why there is none; `userId` is the account that it would have been. */
type Found = { account: LinkedAccount } | { fault: ProviderFault; userId: number | null }

const isOfProvider = ({ school_ids }: ActiveProvider, account: Pick<LinkedAccount, 'school_ids'>) =>
  account.school_ids.some((id) => school_ids.includes(id))

/** Whoever runs the provider of one school must not open another one without the owner of the account. */
const isOnlyOfProvider = ({ school_ids }: ActiveProvider, account: Pick<LinkedAccount, 'school_ids'>) =>
  account.school_ids.length > 0 && account.school_ids.every((id) => school_ids.includes(id))

/** A closed account loses what began through the link. */
async function checkLinked(tx: Queries, arriving: Arriving, linked: LinkedAccount): Promise<Found> {
  const isOpen = linked.deactivated_at === null && isOfProvider(arriving.provider, linked)
  const account = isOpen ? await followGroups(tx, arriving, linked) : undefined
  if (account && isOfProvider(arriving.provider, account)) return { account }
  await endIdentitySessions(tx, linked.identity.id, null)
  return { fault: 'closed', userId: linked.id }
}

/** Only accounts up to „Lehrer Level 1“ are linked or made without a person who decides it. */
const isLow = (role: Role | null) => role === null || RULE_ROLES.some((low) => low === role)

const domainOf = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1)

const isOfDomain = (mail: string, domain: string | null) => domain !== null && domainOf(mail) === domain

/** Links an account with the same address, which the provider has checked, where an admin has allowed that for its domain. */
async function linkByMail(tx: Queries, { provider, person }: Arriving, keys: SecretRing) {
  const { checkedMail } = person
  if (checkedMail === null || !isOfDomain(checkedMail, provider.mail_domain)) return false
  const account = await lockAccountByMail(tx, checkedMail)
  if (!account || !isLow(account.role) || !isOnlyOfProvider(provider, account)) return false
  const identity = { user_id: account.id, provider_id: provider.id, subject: person.subject, label: person.label }
  if (!(await insertIdentity(tx, { ...identity, origin: 'mail' }))) return false
  await bindUser(tx, account.id)
  const fields = ['mail', serviceField(provider.name)]
  await logBeforeLogin(tx, { action: 'identity_linked', userId: account.id, fields })
  await queueAccountMail(tx, keys, {
    ...{ userId: account.id, recipient: account.email, template: 'two_factor_changed', event: 'identity_linked' },
    providerId: provider.id,
  })
  return true
}

const NAME_MIN = 3

/** The address that an account made by a rule gets; null when it may have none. */
function usableMailOf({ provider: { mail_domain }, person: { checkedMail } }: Arriving) {
  const mail = Email.safeParse(checkedMail).data
  if (mail === undefined || (mail_domain !== null && !isOfDomain(mail, mail_domain))) return null
  return mail
}

/** The same address with the domain as people read it: accounts may have it in both forms. */
const formsOf = (mail: string) => [mail, mail.replace(/@.*$/, `@${domainToUnicode(domainOf(mail))}`)]

/** Makes an account for somebody in a group, where an admin has made a rule for it. */
async function makeByRule(tx: Queries, arriving: Arriving) {
  const { provider, person } = arriving
  const rules = await rulesFor(tx, arriving)
  const role = highestRole(rules)
  const [email, { name }] = [usableMailOf(arriving), person]
  if (role === undefined || email === null || name.length < NAME_MIN) return false
  // An address that is taken belongs to somebody who has to link the account deliberately.
  if (await isMailTaken(tx, formsOf(email))) return false
  const schoolIds = schoolsWith(rules, role)
  const userId = await insertUser(tx, { name, email, role }, schoolIds)
  await insertIdentity(tx, {
    ...{ user_id: userId, provider_id: provider.id, subject: person.subject, label: person.label, origin: 'rule' },
    ...{ given_school_ids: schoolIds, given_role: role },
  })
  await bindUser(tx, userId)
  await logBeforeLogin(tx, { action: 'identity_account_made', userId, fields: [serviceField(provider.name)] })
  return true
}

/**
 * The account of somebody who comes from a provider. Whoever comes for the first time gets a link by address or an
 * account by rule where an admin has allowed that; otherwise the owner has to link the account.
 */
export async function findAccount(
  tx: Queries,
  { provider: asked, person }: Arriving,
  keys: SecretRing,
): Promise<Found> {
  const wanted = { providerId: asked.id, subject: person.subject }
  const isFirst = (await findIdentity(tx, wanted)) === undefined
  // Asking took time: a provider that an admin has changed meanwhile opens nothing, and its new settings count.
  const provider = await lockSameProvider(tx, asked, { isFirst })
  if (!provider) return { fault: 'over', userId: null }
  const arriving = { provider, person }
  const linked = await lockLinkedAccount(tx, wanted)
  if (linked) return checkLinked(tx, arriving, linked)
  const isMade = isFirst && ((await linkByMail(tx, arriving, keys)) || (await makeByRule(tx, arriving)))
  const account = isMade ? await lockLinkedAccount(tx, wanted) : undefined
  return account ? { account } : { fault: 'unlinked', userId: null }
}
