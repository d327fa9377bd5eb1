import { sql } from 'kysely'
import type { RolloverPlan } from '#contract/rollovers/rollovers.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The stored plan for the change into a year, with the user who saved it. */
export const findStoredPlan = (tx: SchoolTransaction, yearId: number) =>
  tx
    .selectFrom('rollover_plan as p')
    .leftJoin('app_user as u', 'u.id', 'p.saved_by')
    .select(['p.from_year_id', 'p.version', 'p.updated_at as saved_at', 'u.name as saved_by'])
    .select(sql<RolloverPlan>`p.plan`.as('plan'))
    .where('p.to_year_id', '=', yearId)
    .executeTakeFirst()
export type StoredPlan = NonNullable<Awaited<ReturnType<typeof findStoredPlan>>>

interface Saving {
  plan: RolloverPlan
  userId: number
  /** ISO 8601 */
  now: string
}

/** Returns the new version; undefined when there is already a plan between the same years. */
export async function insertStoredPlan(tx: SchoolTransaction, { plan, userId, now }: Saving) {
  const { rows } = await sql<{ version: string }>`
    insert into rollover_plan as p (from_year_id, to_year_id, plan, saved_by, created_at, updated_at)
    values (${plan.from_year_id}, ${plan.to_year_id}, ${JSON.stringify(plan)}::jsonb, ${userId}, ${now}, ${now})
    on conflict (school_id, to_year_id) do update set from_year_id = excluded.from_year_id, plan = excluded.plan,
      version = excluded.version, saved_by = excluded.saved_by, updated_at = excluded.updated_at
      where p.from_year_id <> excluded.from_year_id
    returning version`.execute(tx)
  return rows[0]?.version
}

/** Returns the new version; undefined when the stored plan has another version. */
export async function updateStoredPlan(tx: SchoolTransaction, version: string, { plan, userId, now }: Saving) {
  const row = await tx
    .updateTable('rollover_plan')
    .set({
      from_year_id: plan.from_year_id,
      plan: JSON.stringify(plan),
      version: sql`gen_random_uuid()`,
      saved_by: userId,
      updated_at: now,
    })
    .where('to_year_id', '=', plan.to_year_id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Deletes the plan, with a version only that one; returns whether there was one. */
export async function deleteStoredPlan(
  tx: SchoolTransaction,
  { yearId, version }: { yearId: number; version?: string },
) {
  const { numDeletedRows } = await tx
    .deleteFrom('rollover_plan')
    .where('to_year_id', '=', yearId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
