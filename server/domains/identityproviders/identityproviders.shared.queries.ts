import { sql } from 'kysely'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { Queries } from '#server/db/database.ts'

/** Services that are switched on, by name; the sign-in page offers them. */
export const listOfferedProviders = (tx: Queries) =>
  tx.selectFrom('identity_provider').select(['id', 'name']).where('is_active', '=', true).orderBy('name').execute()

/** A service that is switched on, with what is needed to talk to it. */
export async function findActiveProvider(tx: Queries, id: number) {
  const row = await tx
    .selectFrom('identity_provider')
    .select(['id', 'name', 'kind', 'issuer', 'client_id', 'client_secret_encrypted', 'school_ids'])
    .select(['second_factor_acr', 'mail_domain', 'groups_claim'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row || row.client_id === null || row.client_secret_encrypted === null) return undefined
  const { kind, client_id, client_secret_encrypted, ...rest } = row
  return { ...rest, kind: kind as ProviderKind, client_id, client_secret_encrypted }
}
export type ActiveProvider = NonNullable<Awaited<ReturnType<typeof findActiveProvider>>>

export const listProviderRules = (tx: Queries, providerId: number) =>
  tx
    .selectFrom('identity_provider_rule')
    .select(['group_name', 'school_id', 'role'])
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .execute()

/** What the last sign-in at the service showed, for the page of the admin. */
export const noteProviderOutcome = (tx: Queries, id: number, fault: ProviderFault | null) =>
  tx
    .updateTable('identity_provider')
    .set(fault ? { last_failure: fault, last_failure_at: sql`now()` } : { last_success_at: sql`now()` })
    .where('id', '=', id)
    .execute()
