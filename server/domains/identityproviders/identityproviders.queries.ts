import { type Insertable, sql, type Updateable } from 'kysely'
import type { ProviderRule } from '#contract/identityproviders/provider.record.ts'
import type { Queries } from '#server/db/database.ts'
import type { IdentityProvider } from '#server/db/schema.generated.ts'

const COLUMNS = ['id', 'name', 'kind', 'issuer', 'client_id', 'is_active', 'second_factor_acr', 'mail_domain'] as const
const MORE = ['groups_claim', 'school_ids', 'last_failure', 'last_failure_at', 'last_success_at', 'version'] as const
const CHECK = ['last_check_at', 'last_check_fault'] as const

/** All services by name, with the number of accounts that are linked; never their secrets. */
export const listProviders = (tx: Queries) =>
  tx
    .selectFrom('identity_provider as p')
    .select(COLUMNS)
    .select(MORE)
    .select(CHECK)
    .select((eb) => [
      eb('client_secret_encrypted', 'is not', null).as('has_secret'),
      eb
        .selectFrom('identity')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('identity.provider_id', '=', 'p.id')
        .as('identity_count'),
    ])
    .orderBy('name')
    .execute()

/** The rules of all services, in the order in which they were written. */
export const listAllRules = (tx: Queries) =>
  tx
    .selectFrom('identity_provider_rule')
    .select(['provider_id', 'group_name', 'school_id'])
    .select((eb) => eb.ref('role').$castTo<ProviderRule['role']>().as('role'))
    .orderBy('id')
    .execute()

/** The whole row, locked until the end of the transaction. */
export const lockProvider = (tx: Queries, id: number) =>
  tx.selectFrom('identity_provider').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns the number of the new service. */
export async function insertProvider(tx: Queries, provider: Insertable<IdentityProvider>) {
  const { id } = await tx.insertInto('identity_provider').values(provider).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes the given columns and counts the version up. */
export const updateProvider = (tx: Queries, id: number, change: Updateable<IdentityProvider>) =>
  tx
    .updateTable('identity_provider')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', id)
    .execute()

/** Stores how a check of this version of the service ended; whoever edits it is not disturbed. */
export const noteCheck = (tx: Queries, { id, version }: { id: number; version: number }, fault: string | null) =>
  tx
    .updateTable('identity_provider')
    .set({ last_check_at: sql`now()`, last_check_fault: fault })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()

/** Puts these rules in the place of all rules of the service. */
export async function replaceRules(tx: Queries, providerId: number, rules: readonly ProviderRule[]) {
  await tx.deleteFrom('identity_provider_rule').where('provider_id', '=', providerId).execute()
  if (rules.length === 0) return
  await tx
    .insertInto('identity_provider_rule')
    .values(rules.map((rule) => ({ ...rule, provider_id: providerId })))
    .execute()
}

/** Deletes the service with its rules, its links and the sessions that began through them. */
export const deleteProvider = (tx: Queries, id: number) =>
  tx.deleteFrom('identity_provider').where('id', '=', id).execute()

/** The number of accounts that are linked at the service. */
export async function countIdentities(tx: Queries, providerId: number) {
  const { count } = await tx
    .selectFrom('identity')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Which of name and issuer another service has already; `id` is the service that may keep its own, null for a new one. */
export async function findTakenProvider(tx: Queries, wanted: { id: number | null; name: string; issuer: string }) {
  const rows = await tx
    .selectFrom('identity_provider')
    .select(['name', 'issuer'])
    .where('id', 'is distinct from', wanted.id)
    .where((eb) => eb.or([eb('name', '=', wanted.name), eb('issuer', '=', wanted.issuer)]))
    .execute()
  return {
    name: rows.some(({ name }) => name === wanted.name),
    issuer: rows.some(({ issuer }) => issuer === wanted.issuer),
  }
}

/** How many of these schools exist. */
export async function countSchools(tx: Queries, ids: readonly number[]) {
  const { count } = await tx
    .selectFrom('school')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return count
}

/** Ends everything that began through a provider which is no longer trusted. */
export async function endProviderSessions(tx: Queries, providerId: number) {
  await sql`select end_sessions_of_identity(id, null) from identity where provider_id = ${providerId}`.execute(tx)
}
