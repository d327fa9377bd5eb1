import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import { hasSecondFactor } from '#server/domains/account/account.shared.queries.ts'

const account = (tx: Queries) =>
  tx
    .selectFrom('app_user as u')
    .select([
      'u.id',
      'u.email',
      'u.role',
      'u.school_id',
      'u.deactivated_at',
      'u.password_hash',
      'u.two_factor_enabled_at',
    ])
    .select(hasSecondFactor('u').as('has_second_factor'))
    .select((eb) =>
      eb
        .selectFrom('user_school as a')
        .select(sql<number[]>`coalesce(array_agg(a.school_id), '{}')`.as('ids'))
        .whereRef('a.user_id', '=', 'u.id')
        .as('school_ids'),
    )

const toAccount = <R extends { role: string | null; school_ids: number[] | null }>(row: R | undefined) =>
  row && { ...row, role: row.role as Role | null, school_ids: row.school_ids ?? [] }

/** The account that belongs to a person at a provider, deactivated ones too, and locks it. */
export async function findLinkedAccount(tx: Queries, { providerId, subject }: { providerId: number; subject: string }) {
  const identity = await tx
    .selectFrom('identity')
    .select(['id', 'user_id', 'origin'])
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!identity) return undefined
  const found = toAccount(await account(tx).where('u.id', '=', identity.user_id).forNoKeyUpdate('u').executeTakeFirst())
  return found && { ...found, identity: { id: identity.id, origin: identity.origin } }
}
export type LinkedAccount = NonNullable<Awaited<ReturnType<typeof findLinkedAccount>>>

/** An active account by its address, and locks it. */
export const findAccountByMail = async (tx: Queries, email: string) =>
  toAccount(
    await account(tx)
      .where('u.email', '=', email)
      .where('u.deactivated_at', 'is', null)
      .forNoKeyUpdate('u')
      .executeTakeFirst(),
  )

/** Whether an account has this address, deactivated ones too. */
export async function isMailTaken(tx: Queries, email: string) {
  const row = await tx.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** First sign-ins at one provider come one after the other. */
export const lockProviderRow = (tx: Queries, id: number) =>
  tx.selectFrom('identity_provider').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

interface NewIdentity {
  user_id: number
  provider_id: number
  subject: string
  label: string
  origin: 'self' | 'mail' | 'rule'
}

/** Undefined when this person or this account is linked at the provider already. */
export const insertIdentity = (tx: Queries, identity: NewIdentity) =>
  tx
    .insertInto('identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const noteIdentityUse = (tx: Queries, id: number) =>
  tx.updateTable('identity').set({ last_used_at: sql`now()` }).where('id', '=', id).execute()

export const findIdentity = (tx: Queries, where: { providerId: number; subject: string }) =>
  tx
    .selectFrom('identity')
    .select(['id', 'user_id'])
    .where('provider_id', '=', where.providerId)
    .where('subject', '=', where.subject)
    .executeTakeFirst()

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

/** Services of the schools of an account that are switched on. */
export const listProvidersFor = (tx: Queries, userId: number) =>
  tx
    .selectFrom('identity_provider as p')
    .select(['p.id', 'p.name'])
    .where('p.is_active', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_school as a')
          .select('a.school_id')
          .where('a.user_id', '=', userId)
          .where(sql<boolean>`a.school_id = any(p.school_ids)`),
      ),
    )
    .orderBy('p.name')
    .execute()

export const deleteIdentity = (tx: Queries, userId: number, id: number) =>
  tx
    .deleteFrom('identity')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('provider_id')
    .executeTakeFirst()

/** The provider of a linked person, for signing out there. */
export const findIdentityProvider = (tx: Queries, identityId: number) =>
  tx.selectFrom('identity').select(['provider_id', 'label']).where('id', '=', identityId).executeTakeFirst()

/** Whose session a provider means that names only the session; undefined when there is none. */
export async function findIdentityOfSession(tx: Queries, providerId: number, providerSession: string) {
  const { rows } = await sql<{
    id: number | null
  }>`select identity_of_provider_session(${providerId}, ${providerSession}) as id`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id === null) return undefined
  return tx.selectFrom('identity').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst()
}

/** Ends what began through an identity: the session that the provider names, or all of them. */
export async function endIdentitySessions(tx: Queries, identityId: number, providerSession: string | null) {
  const { rows } = await sql<{
    count: number
  }>`select end_sessions_of_identity(${identityId}, ${providerSession}) as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What else an account can sign in with. */
export async function findOtherWays(tx: Queries, userId: number) {
  const { password_hash, passkeys, identities } = await tx
    .selectFrom('app_user as u')
    .select('u.password_hash')
    .select((eb) => [
      eb
        .selectFrom('passkey')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('user_id', '=', 'u.id')
        .where('locked_at', 'is', null)
        .as('passkeys'),
      eb
        .selectFrom('identity as i')
        .innerJoin('identity_provider as p', 'p.id', 'i.provider_id')
        .select(sql<number[]>`coalesce(array_agg(i.id), '{}')`.as('ids'))
        .whereRef('i.user_id', '=', 'u.id')
        .where('p.is_active', '=', true)
        .as('identities'),
    ])
    .where('u.id', '=', userId)
    .forNoKeyUpdate('u')
    .executeTakeFirstOrThrow()
  return { hasPassword: password_hash !== null, passkeys: passkeys ?? 0, identities: identities ?? [] }
}
