import { sql } from 'kysely'
import type { LoginWays } from '#contract/users/login-ways.ts'
import type { Queries } from '#server/db/database.ts'

const NO_DEMAND: LoginWays = { ways: 'all', provider_id: null, emergency_user_id: null }

/** How people of a school may sign in (ADR 0077). */
export async function findLoginWays(tx: Queries, schoolId: number): Promise<LoginWays> {
  const row = await tx
    .selectFrom('login_demand')
    .select(['ways', 'provider_id', 'emergency_user_id'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  return row ? { ...row, ways: row.ways as LoginWays['ways'] } : NO_DEMAND
}

/** From now on the school accepts every way. */
export const deleteDemand = (tx: Queries, schoolId: number) =>
  tx.deleteFrom('login_demand').where('school_id', '=', schoolId).execute()

/** Stores the demand of a school in place of the old one; `all` deletes it. */
export async function replaceDemand(tx: Queries, schoolId: number, { ways, ...rest }: LoginWays) {
  if (ways === 'all') return deleteDemand(tx, schoolId)
  const demand = { ways, ...rest }
  return tx
    .insertInto('login_demand')
    .values({ school_id: schoolId, ...demand })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(demand))
    .execute()
}

/** Whether the session of this request came in by a way that these rules accept. Nobody is exempt from it. */
export async function isOwnLoginAccepted(tx: Queries, { ways, provider_id }: LoginWays) {
  const { rows } = await sql<{ is_accepted: boolean }>`select is_login_accepted(
    row(0, ${ways}, ${provider_id}::bigint, null)::login_demand, 0, false, nullif(current_setting('app.session_way', true), ''),
    nullif(current_setting('app.session_identity', true), '')::bigint) as is_accepted`.execute(tx)
  return rows[0]?.is_accepted === true
}

const providersOfSchool = (tx: Queries, schoolId: number) =>
  tx
    .selectFrom('identity_provider')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .where(sql<boolean>`${schoolId} = any(school_ids)`)

/** Services that are switched on and serve this school, by name. */
export const listProvidersOfSchool = (tx: Queries, schoolId: number) =>
  providersOfSchool(tx, schoolId).orderBy('name').execute()

/** One of them, which stays as it is until the transaction ends. */
export const lockProviderOfSchool = (tx: Queries, id: number, schoolId: number) =>
  providersOfSchool(tx, schoolId).where('id', '=', id).forShare().executeTakeFirst()

/** Schools that demand a service, by name. */
export const listDemandingSchools = (tx: Queries, providerId: number) =>
  tx
    .selectFrom('login_demand as d')
    .innerJoin('school as s', 's.id', 'd.school_id')
    .select(['s.id', 's.name'])
    .where('d.provider_id', '=', providerId)
    .orderBy('s.name')
    .execute()

/** Whether an account can come in when the demanded service is gone. The user list and `doctor` use the same rule. */
export async function canBeEmergency(tx: Queries, userId: number, schoolId: number) {
  const { rows } = await sql<{ can: boolean }>`select can_be_emergency(${userId}, ${schoolId}) as can`.execute(tx)
  return rows[0]?.can === true
}

/** Whether the school demands a service and no account could come in without it: none is chosen, or not any more. */
export async function lacksEmergency(tx: Queries, schoolId: number) {
  const { rows } = await sql<{
    lacks: boolean
  }>`select exists (select from login_demand d where d.school_id = ${schoolId}
    and d.ways = 'provider' and not can_be_emergency(coalesce(d.emergency_user_id, 0), d.school_id)) as lacks`.execute(
    tx,
  )
  return rows[0]?.lacks === true
}

/** The schools whose emergency account this is. */
export async function listEmergencySchools(tx: Queries, userId: number) {
  const rows = await tx.selectFrom('login_demand').select('school_id').where('emergency_user_id', '=', userId).execute()
  return rows.map(({ school_id }) => school_id)
}

/** Schools whose emergency account this was have none until somebody chooses one again. */
export const endEmergencyOf = (tx: Queries, userId: number) =>
  tx.updateTable('login_demand').set({ emergency_user_id: null }).where('emergency_user_id', '=', userId).execute()
