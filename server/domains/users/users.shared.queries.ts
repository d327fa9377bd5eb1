import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import type { FieldChanges } from '#server/db/field-changes.ts'
import { hasSecondFactor } from '#server/domains/account/account.shared.queries.ts'

/** The fields that the user page can change. */
export interface UserFields {
  name: string
  email: string
  role: Role | null
  may_view_sensitive: boolean
  may_manage_users: boolean
}

/** An account with the data for use cases and the ids of its schools. */
export interface Account extends UserFields {
  id: number
  version: number
  field_changes: FieldChanges
  /** The active school. */
  school_id: number | null
  home_school_id: number | null
  deactivated_at: string | null
  has_password: boolean
  has_two_factor: boolean
  has_passkey: boolean
  /** A link to a provider that somebody made who knew the password. */
  has_link: boolean
  /** A group of a provider gave the account: it ends with the group, so it gets no password by mail. */
  is_made_by_rule: boolean
  /** True also for a factor that is still being set up. */
  has_two_factor_secret: boolean
  school_ids: number[]
}

/** Also finds a deactivated account while it can be restored. */
export async function findAccount(tx: Queries, id: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, name, email, role, may_view_sensitive, may_manage_users, version, field_changes, school_id, home_school_id,
      deactivated_at, password_hash is not null as has_password, ${hasSecondFactor('app_user')} as has_two_factor,
      exists (select from passkey p where p.user_id = app_user.id) as has_passkey,
      exists (select from identity i where i.user_id = app_user.id and i.origin = 'self') as has_link,
      exists (select from identity i where i.user_id = app_user.id and i.origin = 'rule') as is_made_by_rule,
      two_factor_secret is not null as has_two_factor_secret,
      to_json(array(select a.school_id from user_school a where a.user_id = app_user.id order by a.school_id)) as school_ids
    from app_user where id = ${id} and (deactivated_at is null or deactivated_at > now() - interval '6 months')`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Locks these accounts, and those of all admins if needed, always in the same order: when two admins remove each other,
 * one waits.
 */
export const lockAccounts = (tx: Queries, ids: number[], { withAdmins }: { withAdmins: boolean }) =>
  sql`select id from app_user where id = any(${ids}) or (${withAdmins} and role = 'admin' and deactivated_at is null)
    order by id for no key update`.execute(tx)

/** The schools with these ids, by short name. */
export const listSchools = (tx: Queries, ids: readonly number[]) =>
  tx
    .selectFrom('school')
    .select(['id', 'short', 'name'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .orderBy('short')
    .execute()
