import { sql } from 'kysely'
import type { LackedWay } from '#contract/account/account.ts'
import type { Queries } from '#server/db/database.ts'
import type { Viewer } from '#server/db/viewer.ts'

/** A demand that this session does not meet and its account could. */
interface UnmetDemand extends LackedWay {
  school_id: number
}

const listUnmetDemands = async (tx: Queries, userId: number) => {
  const { rows } =
    await sql<UnmetDemand>`select d.school_id, p.name as provider, has_accepted_way(${userId}, d.school_id) as has_way
    from unmet_demands() d left join identity_provider p on p.id = d.provider_id order by d.school_id`.execute(tx)
  return rows
}

/**
 * The demand to show to a session that does not meet it: the active school's; for an admin otherwise one of the other
 * schools', if possible one that the account can meet.
 */
export async function findLackedWay(tx: Queries, { user_id, school_id }: Viewer): Promise<LackedWay | null> {
  const unmet = await listUnmetDemands(tx, user_id)
  const lacked =
    unmet.find((demand) => demand.school_id === school_id) ?? unmet.find(({ has_way }) => has_way) ?? unmet[0]
  return lacked ? { provider: lacked.provider, has_way: lacked.has_way } : null
}

/** A demand of any school of the viewer that the account could meet, but this session does not. */
export async function findUnmetDemand(tx: Queries, userId: number) {
  return (await listUnmetDemands(tx, userId)).find(({ has_way }) => has_way)
}

/**
 * The service that the active school demands, if the session of this request came in by password instead, on the school's
 * emergency account, which may lift the demand (ADR 0077).
 */
export async function findEmergencyService(tx: Queries, { user_id, school_id, permissions, lacks_way }: Viewer) {
  if (lacks_way || !permissions.includes('manage users')) return null
  const row = await tx
    .selectFrom('login_demand as d')
    .innerJoin('identity_provider as p', 'p.id', 'd.provider_id')
    .select('p.name')
    .where('d.school_id', '=', school_id)
    .where('d.emergency_user_id', '=', user_id)
    .where(sql<boolean>`current_setting('app.session_way', true) = 'password'`)
    .executeTakeFirst()
  return row?.name ?? null
}
