import { sql } from 'kysely'
import type { ProviderKind, ProviderRule } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { Queries } from '#server/db/database.ts'

/** Services that are switched on, by name; the sign-in page offers them. */
export const listOfferedProviders = (tx: Queries) =>
  tx.selectFrom('identity_provider').select(['id', 'name']).where('is_active', '=', true).orderBy('name').execute()

/** Services of the schools of an account that are switched on, by name. */
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

const activeProvider = (tx: Queries, id: number) =>
  tx
    .selectFrom('identity_provider as p')
    .select(['id', 'name', 'kind', 'issuer', 'client_id', 'client_secret_encrypted', 'school_ids'])
    .select(['second_factor_acr', 'mail_domain', 'groups_claim'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('identity_provider_rule as r').select('r.id').whereRef('r.provider_id', '=', 'p.id'))
        .as('has_rules'),
    )
    .where('id', '=', id)
    .where('is_active', '=', true)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof activeProvider>['executeTakeFirst']>>>

const toActive = (row: Row | undefined) => {
  if (!row || row.client_id === null || row.client_secret_encrypted === null) return undefined
  const { kind, client_id, client_secret_encrypted, has_rules, ...rest } = row
  return { ...rest, kind: kind as ProviderKind, client_id, client_secret_encrypted, has_rules: Boolean(has_rules) }
}

/** A service that is switched on, with what is needed to talk to it; undefined for any other. */
export const findActiveProvider = async (tx: Queries, id: number) =>
  toActive(await activeProvider(tx, id).executeTakeFirst())
export type ActiveProvider = NonNullable<Awaited<ReturnType<typeof findActiveProvider>>>

interface Locking {
  /** First sign-ins come one after the other; all others only keep the service from being changed. */
  isFirst: boolean
}

/**
 * The service as it is now, locked until the transaction ends. Undefined when it is no longer the one that was asked:
 * switched off, of another kind or at another address.
 */
export async function lockSameProvider(tx: Queries, asked: ActiveProvider, { isFirst }: Locking) {
  const query = activeProvider(tx, asked.id)
  const row = await (isFirst ? query.forUpdate('p') : query.forKeyShare('p')).executeTakeFirst()
  const now = toActive(row)
  return now?.issuer === asked.issuer && now.kind === asked.kind ? now : undefined
}

/** The rules of one service, in the order in which they were written. */
export const listProviderRules = (tx: Queries, providerId: number) =>
  tx
    .selectFrom('identity_provider_rule')
    .select(['group_name', 'school_id'])
    .select((eb) => eb.ref('role').$castTo<ProviderRule['role']>().as('role'))
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .execute()

/**
 * Stores how the last sign-in at the service ended, for the page of the admin; `fault` is null after a success. The same
 * again within a minute is not stored, so that sign-ins do not wait for each other at this row.
 */
export const noteProviderOutcome = (tx: Queries, id: number, fault: ProviderFault | null) =>
  tx
    .updateTable('identity_provider')
    .set(fault ? { last_failure: fault, last_failure_at: sql`now()` } : { last_success_at: sql`now()` })
    .where('id', '=', id)
    .where(
      fault
        ? sql<boolean>`(last_failure = ${fault} and last_failure_at > now() - interval '1 minute'
            and last_failure_at > coalesce(last_success_at, '-infinity')) is not true`
        : sql<boolean>`(last_success_at > now() - interval '1 minute'
            and last_success_at > coalesce(last_failure_at, '-infinity')) is not true`,
    )
    .execute()

/** The name of a service; null when it is gone. */
export async function findProviderName(tx: Queries, id: number | null) {
  const row = await tx.selectFrom('identity_provider').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}
