import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { UnreachableReason } from '#contract/unreachable.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { hasSecondFactor } from '#server/domains/account/account.shared.queries.ts'
import { accountMark } from '#server/mail/unreachable.queries.ts'
import type { UserFields } from './users.shared.queries.ts'

/** The accounts a user may see: all, or those with one of these schools in common (domain §4). */
export type SeenSchools = 'all' | readonly number[]

const isSeen = (seen: SeenSchools) =>
  seen === 'all'
    ? sql`true`
    : sql`exists (select from user_school a where a.user_id = u.id and a.school_id = any(${seen}))`

interface ListedUser {
  id: number
  name: string
  email: string
  role: Role | null
  may_view_sensitive: boolean
  may_manage_users: boolean
  schools: { id: number; short: string }[]
  last_login_at: string | null
  has_two_factor: boolean
  has_passkey: boolean
  links: { name: string; is_own: boolean }[]
  can_use_passkey: boolean
  /** Services that are switched on and linked. */
  provider_ids: number[]
  /** Whether the account can be the emergency account of the active school. */
  can_be_emergency: boolean
  has_password: boolean
  is_made_by_rule: boolean
  /** The state of the last invitation; null when there was none, or it is long ago. */
  invitation_mail: string | null
  /** When the current link expires. */
  link_expires_at: string | null
  /** Since when and why mails to the address come back; both null: they arrive. */
  unreachable_since: string | null
  unreachable_reason: UnreachableReason | null
  version: number
}

/** Accounts that are not deactivated, by name, all in one query. */
export async function listUsers(tx: SchoolTransaction, seen: SeenSchools) {
  const { rows } = await sql<ListedUser>`
    with seen as materialized (select * from app_user u where u.deactivated_at is null and ${isSeen(seen)}),
      link as materialized (
        select * from password_links_of(array(select id from seen where password_hash is null)) where expires_at > now())
    select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, u.last_login_at, u.version,
      ${hasSecondFactor('u')} as has_two_factor, exists (select from passkey p where p.user_id = u.id) as has_passkey, u.password_hash is not null as has_password,
      exists (select from identity i where i.user_id = u.id and i.origin = 'rule') as is_made_by_rule,
      exists (select from passkey p where p.user_id = u.id and p.locked_at is null) as can_use_passkey,
      to_json(array(select i.provider_id from identity i join identity_provider v on v.id = i.provider_id and v.is_active
        where i.user_id = u.id)) as provider_ids,
      u.role in ('admin', 'schooladmin') and can_be_emergency(u.id, current_school()) as can_be_emergency,
      coalesce((select json_agg(json_build_object('name', p.name, 'is_own', i.origin = 'self') order by p.name)
        from identity i join identity_provider p on p.id = i.provider_id where i.user_id = u.id), '[]') as links,
      mail.state as invitation_mail, link.expires_at as link_expires_at, mark.since as unreachable_since,
      mark.reason as unreachable_reason,
      coalesce((select json_agg(json_build_object('id', s.id, 'short', s.short) order by s.short)
        from user_school a join school s on s.id = a.school_id where a.user_id = u.id), '[]') as schools
    from seen u
    left join link on link.user_id = u.id
    left join lateral (select m.state from account_mail m where m.user_id = u.id and m.template = 'invitation'
      order by m.id desc limit 1) mail on u.password_hash is null
    left join lateral (${accountMark}) mark on true
    order by u.name, u.id`.execute(tx)
  return rows
}

/** How many of the accounts in the list cannot be reached by mail. */
export async function countUnreachableUsers(tx: Queries, seen: SeenSchools) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from app_user u
    where u.deactivated_at is null and exists (${accountMark}) and ${isSeen(seen)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function countOtherAdmins(tx: Queries, id: number) {
  const { count } = await tx
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts an account that sets its password by invitation, attached to its home school only. */
export async function insertInvitedUser(tx: Queries, { school_id, ...user }: UserFields & { school_id: number }) {
  const { id } = await tx
    .insertInto('app_user')
    .values({ ...user, school_id, home_school_id: school_id, invited_at: sql<string>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('user_school').values({ user_id: id, school_id }).execute()
  return id
}

/** Accounts with the role Schulleitung that are attached to the school. */
export async function countHeads(tx: Queries, schoolId: number) {
  const { count } = await tx
    .selectFrom('app_user as u')
    .innerJoin('user_school as a', 'a.user_id', 'u.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.school_id', '=', schoolId)
    .where('u.role', '=', 'schooladmin')
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Writes the fields and, for each of them, who changed it. */
export async function updateUser(tx: Queries, id: number, { change, by }: { change: Partial<UserFields>; by: number }) {
  const noted = sql`(select jsonb_object_agg(field, jsonb_build_object('version', version + 1, 'by', ${by}::bigint,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) from unnest(${Object.keys(change)}::text[]) field)`
  await tx
    .updateTable('app_user')
    .set({
      ...change,
      field_changes: sql<string>`field_changes || ${noted}`,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const updateInvitedAt = (tx: Queries, id: number) =>
  tx.updateTable('app_user').set({ invited_at: sql<string>`now()` }).where('id', '=', id).execute()

/** Deactivates the account, or restores it. */
export const updateDeactivated = (tx: Queries, id: number, isDeactivated: boolean) =>
  tx
    .updateTable('app_user')
    .set({
      deactivated_at: isDeactivated ? sql<string>`now()` : null,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()

interface UserSchools {
  userId: number
  added: readonly number[]
  removed: readonly number[]
  /** The active school afterwards, and the school that remains when access to several is taken back. */
  activeId: number | null
  homeId: number | null
}

/** Attaches and detaches schools. A user in a detached school is in the active one at the next request. */
export async function updateUserSchools(tx: Queries, { userId, added, removed, activeId, homeId }: UserSchools) {
  if (removed.length > 0)
    await tx
      .deleteFrom('user_school')
      .where('user_id', '=', userId)
      .where('school_id', '=', (eb) => eb.fn.any(eb.val([...removed])))
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('user_school')
      .values(added.map((school_id) => ({ user_id: userId, school_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .updateTable('app_user')
    .set({ school_id: activeId, home_school_id: homeId })
    .where('id', '=', userId)
    .execute()
}
