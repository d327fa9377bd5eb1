import { sql } from 'kysely'
import { MESSAGES } from '#contract/formats.ts'
import type { Role } from '#contract/permissions.ts'
import { USER_TEXTS } from '#contract/users/users.ts'
import type { Queries } from '#server/db/database.ts'
import type { FieldChanges } from '#server/db/field-changes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'

/** Whose accounts somebody may see: all, or those with one of these schools in common (domain §4). */
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
  has_password: boolean
  /** How the last invitation went; null: none was asked for, or it is long ago. */
  invitation_mail: string | null
  /** Of a link that still works. */
  link_expires_at: string | null
  version: number
}

/** Accounts that are not deactivated, by name, all in one query. */
export async function listUsers(tx: SchoolTransaction, seen: SeenSchools) {
  const { rows } = await sql<ListedUser>`
    with seen as materialized (select * from app_user u where u.deactivated_at is null and ${isSeen(seen)}),
      link as materialized (
        select * from password_links_of(array(select id from seen where password_hash is null)) where expires_at > now())
    select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, u.last_login_at, u.version,
      u.two_factor_enabled_at is not null as has_two_factor, u.password_hash is not null as has_password,
      mail.state as invitation_mail, link.expires_at as link_expires_at,
      coalesce((select json_agg(json_build_object('id', s.id, 'short', s.short) order by s.short)
        from user_school a join school s on s.id = a.school_id where a.user_id = u.id), '[]') as schools
    from seen u
    left join link on link.user_id = u.id
    left join lateral (select m.state from account_mail m where m.user_id = u.id and m.template = 'invitation'
      order by m.id desc limit 1) mail on u.password_hash is null
    order by u.name, u.id`.execute(tx)
  return rows
}

/** What the user page can change. */
export interface UserFields {
  name: string
  email: string
  role: Role | null
  may_view_sensitive: boolean
  may_manage_users: boolean
}

/** An account as a use case needs it, with the ids of its schools. */
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
  /** Also one that is only being set up. */
  has_two_factor_secret: boolean
  school_ids: number[]
}

/** Also a deactivated one, as long as it may be restored. */
export async function findAccount(tx: Queries, id: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, name, email, role, may_view_sensitive, may_manage_users, version, field_changes, school_id, home_school_id,
      deactivated_at, password_hash is not null as has_password, two_factor_enabled_at is not null as has_two_factor,
      two_factor_secret is not null as has_two_factor_secret,
      to_json(array(select a.school_id from user_school a where a.user_id = app_user.id order by a.school_id)) as school_ids
    from app_user where id = ${id} and (deactivated_at is null or deactivated_at > now() - interval '6 months')`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Holds these accounts, and where it counts those of all admins, always in one order: two admins who remove each other
 * wait in turn.
 */
export const lockAccounts = (tx: Queries, ids: number[], { withAdmins }: { withAdmins: boolean }) =>
  sql`select id from app_user where id = any(${ids}) or (${withAdmins} and role = 'admin' and deactivated_at is null)
    order by id for no key update`.execute(tx)

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

/** What a broken rule of the table means to who typed: the address is taken, also by two at once, or cannot be stored. */
const REFUSALS: Record<string, string> = {
  app_user_email_key: USER_TEXTS.emailTaken,
  app_user_email_check: MESSAGES.email,
}

const refusingBadMail = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    const text = REFUSALS[String((error as { constraint?: string }).constraint)]
    throw text ? invalid({ email: [text] }) : error
  }
}

/** An account that sets its password by invitation; attached to its home school only. 422 when the address is taken. */
export async function insertInvitedUser(tx: Queries, { school_id, ...user }: UserFields & { school_id: number }) {
  const { id } = await refusingBadMail(
    tx
      .insertInto('app_user')
      .values({ ...user, school_id, home_school_id: school_id, invited_at: sql<string>`now()` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
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

/** Writes the fields and notes for each of them who changed it. 422 when the address is taken. */
export async function updateUser(tx: Queries, id: number, { change, by }: { change: Partial<UserFields>; by: number }) {
  const noted = sql`(select jsonb_object_agg(field, jsonb_build_object('version', version + 1, 'by', ${by}::bigint,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) from unnest(${Object.keys(change)}::text[]) field)`
  await refusingBadMail(
    tx
      .updateTable('app_user')
      .set({
        ...change,
        field_changes: sql<string>`field_changes || ${noted}`,
        version: sql<number>`version + 1`,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute(),
  )
}

export const updateInvitedAt = (tx: Queries, id: number) =>
  tx.updateTable('app_user').set({ invited_at: sql<string>`now()` }).where('id', '=', id).execute()

/** Deactivates the account, or brings it back. */
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
