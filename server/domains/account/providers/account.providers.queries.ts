import { sql } from 'kysely'
import type { ProviderRule } from '#contract/identityproviders/provider.record.ts'
import type { Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import { hasSecondFactor } from '#server/domains/account/account.shared.queries.ts'

const account = (tx: Queries) =>
  tx
    .selectFrom('app_user as u')
    .select(['u.id', 'u.email', 'u.school_id', 'u.deactivated_at', 'u.two_factor_enabled_at'])
    .select((eb) => [
      eb.ref('u.role').$castTo<Role | null>().as('role'),
      hasSecondFactor('u').as('has_second_factor'),
      sql<number[]>`array(select a.school_id from user_school a where a.user_id = u.id order by 1)`.as('school_ids'),
    ])

/** Locks an account until the transaction ends; returns its row, undefined when there is none. */
export const lockAccount = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'deactivated_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

interface ProviderPerson {
  providerId: number
  /** The provider's own number of the person. */
  subject: string
}

/** The link of a person at a provider, without a lock; undefined when nothing is linked. */
export const findIdentity = (tx: Queries, { providerId, subject }: ProviderPerson) =>
  tx
    .selectFrom('identity')
    .select(['id', 'user_id'])
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The account that is linked with a person at a provider, locked; it may be deactivated. Undefined when there is none. */
export async function lockLinkedAccount(tx: Queries, person: ProviderPerson) {
  const known = await findIdentity(tx, person)
  if (!known || !(await lockAccount(tx, known.user_id))) return undefined
  // Read only now: while another call had the account, the link or a school may have been taken away.
  return findLinkedAccount(tx, known)
}

const findLinkedAccount = async (tx: Queries, { id, user_id }: { id: number; user_id: number }) => {
  const found = await account(tx)
    .innerJoin('identity as i', 'i.user_id', 'u.id')
    .select(['i.id as identity_id', 'i.origin', 'i.given_school_ids'])
    .select((eb) => eb.ref('i.given_role').$castTo<ProviderRule['role'] | null>().as('given_role'))
    .where('u.id', '=', user_id)
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { identity_id, origin, given_school_ids, given_role, ...owner } = found
  return { ...owner, identity: { id: identity_id, origin, given_school_ids, given_role } }
}
export type LinkedAccount = NonNullable<Awaited<ReturnType<typeof lockLinkedAccount>>>

/** An active account by its address, locked; undefined when there is none. */
export async function lockAccountByMail(tx: Queries, email: string) {
  const open = (query: ReturnType<typeof account>) =>
    query.where('u.email', '=', email).where('u.deactivated_at', 'is', null)
  const found = await open(account(tx)).executeTakeFirst()
  if (!found || !(await lockAccount(tx, found.id))) return undefined
  return open(account(tx)).executeTakeFirst()
}

/** Whether an account has one of these addresses, deactivated ones too. */
export async function isMailTaken(tx: Queries, emails: readonly string[]) {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('email', 'in', [...emails])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface NewIdentity {
  user_id: number
  provider_id: number
  subject: string
  label: string
  origin: 'self' | 'mail' | 'rule'
  /** Schools that rules give the account. */
  given_school_ids?: number[]
  /** The role that a rule gives it. */
  given_role?: ProviderRule['role']
}

/** Undefined when this person or this account is linked at the provider already. */
export const insertIdentity = (tx: Queries, identity: NewIdentity) =>
  tx
    .insertInto('identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Stores what rules give the account from now on. */
export const updateGiven = (
  tx: Queries,
  id: number,
  given: { given_school_ids: number[]; given_role: ProviderRule['role'] | null },
) => tx.updateTable('identity').set(given).where('id', '=', id).execute()

/** Stores that somebody signs in through this link now. */
export const noteIdentityUse = (tx: Queries, id: number) =>
  tx.updateTable('identity').set({ last_used_at: sql`now()` }).where('id', '=', id).execute()

/** The links of an account by the name of the service; the person sees them on the profile. */
export const listIdentities = (tx: Queries, userId: number) =>
  tx
    .selectFrom('identity as i')
    .innerJoin('identity_provider as p', 'p.id', 'i.provider_id')
    .select([
      'i.id',
      'i.provider_id',
      'p.name as provider_name',
      'i.label',
      'i.origin',
      'i.created_at',
      'i.last_used_at',
    ])
    .where('i.user_id', '=', userId)
    .orderBy('p.name')
    .execute()

export const deleteIdentity = (tx: Queries, userId: number, id: number) =>
  tx.deleteFrom('identity').where('id', '=', id).where('user_id', '=', userId).execute()

/** The service of a link, for the log and for signing out there; undefined when the link is gone. */
export const findIdentityProvider = (tx: Queries, identityId: number) =>
  tx
    .selectFrom('identity as i')
    .innerJoin('identity_provider as p', 'p.id', 'i.provider_id')
    .select(['i.provider_id', 'p.name'])
    .where('i.id', '=', identityId)
    .executeTakeFirst()

/** The link through which the session began that a provider names; undefined when there is none. */
export async function findIdentityOfSession(tx: Queries, providerId: number, providerSession: string) {
  const { rows } = await sql<{
    id: number | null
  }>`select identity_of_provider_session(${providerId}, ${providerSession}) as id`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id === null) return undefined
  return tx.selectFrom('identity').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst()
}

/**
 * Ends what began through a link: the session that the provider names, or all of them for null. Returns how many sessions
 * and unfinished logins ended.
 */
export async function endIdentitySessions(tx: Queries, identityId: number, providerSession: string | null) {
  const { rows } = await sql<{
    count: number
  }>`select end_sessions_of_identity(${identityId}, ${providerSession}) as count`.execute(tx)
  return rows[0]?.count ?? 0
}
