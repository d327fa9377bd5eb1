import { type Insertable, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { AppUser } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { endEmergencyOf } from '#server/domains/identityproviders/logindemands.shared.queries.ts'

/** The one rule for whether an account has a second factor: codes of an app, or a passkey that is asked for. */
export const hasSecondFactor = (user: 'u' | 'app_user') =>
  sql<boolean>`(${sql.ref(`${user}.two_factor_enabled_at`)} is not null or ${sql.ref(`${user}.asks_passkey`)})`

/**
 * Whether the account may see a school now: it has the second factor that the school requires, and its own session, if
 * there is one, came in by a way that the school accepts (ADR 0077).
 */
export async function mayEnterSchool(tx: Queries, { id, role }: { id: number; role: Role | null }, schoolId: number) {
  const { rows } = await sql<{ may: boolean }>`select may_enter_school(${id}, ${role}, ${schoolId}) as may`.execute(tx)
  return rows[0]?.may === true
}

/**
 * The schools whose data an account may see from the active one: those it is attached to, the active one first, without
 * those that require a second factor or a way to sign in that it lacks. A role is valid at all of them (domain §4).
 */
export async function listReachableSchools(
  tx: SchoolTransaction,
  { user_id, school_id }: Pick<Viewer, 'user_id' | 'school_id'>,
) {
  const schools = await tx
    .selectFrom('user_school as a')
    .innerJoin('school as s', 's.id', 'a.school_id')
    .innerJoin('app_user as u', 'u.id', 'a.user_id')
    .select(['s.id', 's.short', 's.name', 's.city'])
    .where('a.user_id', '=', user_id)
    .where(sql<boolean>`may_enter_school(u.id, u.role, s.id)`)
    .orderBy('s.short')
    .execute()
  return schools.toSorted((a, b) => Number(b.id === school_id) - Number(a.id === school_id))
}

export async function insertUser(tx: Queries, user: Insertable<AppUser>, schoolIds: number[]) {
  const { id } = await tx
    .insertInto('app_user')
    .values({ home_school_id: schoolIds[0] ?? null, ...user, email: user.email.toLowerCase() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attachSchools(tx, id, schoolIds)
  return id
}

/** Attaches a user to schools and makes the first one active when there is no active school yet. */
export async function attachSchools(tx: Queries, userId: number, schoolIds: number[]) {
  if (schoolIds.length === 0) return
  await tx
    .insertInto('user_school')
    .values(schoolIds.map((school_id) => ({ user_id: userId, school_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('app_user')
    .set((eb) => ({ school_id: eb.fn.coalesce('school_id', eb.val(schoolIds[0] ?? null)) }))
    .where('id', '=', userId)
    .execute()
}

/**
 * The rights of a role act at the next request, so that no session has to end. A page that has loaded the account before
 * cannot save the old role (409), as with a change by people; nobody is named, because no person made it.
 */
export const updateRole = (tx: Queries, userId: number, role: Role | null) =>
  tx
    .updateTable('app_user')
    .set({
      role,
      field_changes: sql<string>`field_changes || jsonb_build_object('role', jsonb_build_object('version', version + 1, 'by', null,
        'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', userId)
    .execute()

/** Takes schools from a user; where one of them was active, another one is from the next request on. */
export async function detachSchools(tx: Queries, userId: number, schoolIds: number[]) {
  await tx.deleteFrom('user_school').where('user_id', '=', userId).where('school_id', 'in', schoolIds).execute()
  const first = sql<number | null>`(select min(a.school_id) from user_school a where a.user_id = app_user.id)`
  const remaining = (column: 'school_id' | 'home_school_id') =>
    sql<number | null>`case when ${sql.ref(column)} = any(${schoolIds}) then ${first} else ${sql.ref(column)} end`
  await tx
    .updateTable('app_user')
    .set({ school_id: remaining('school_id'), home_school_id: remaining('home_school_id') })
    .where('id', '=', userId)
    .execute()
}

/**
 * Ends one session of the account by its id, or all except that of `currentToken`, together with every login that still
 * waits for its code and every request to a device. Returns how many sessions ended.
 */
export async function deleteSessions(
  tx: Queries,
  userId: number,
  { id, currentToken }: { id?: number; currentToken?: string | undefined } = {},
) {
  const remainingHash = currentToken === undefined ? null : hashToken(currentToken)
  const { rows } = await sql<{
    count: number
  }>`select end_sessions_of(${userId}, ${id ?? null}, ${remainingHash}) as count`.execute(tx)
  if (id === undefined)
    await sql`select end_login_challenges_of(${userId}), end_sign_in_attempts_of(${userId})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes the key for codes of an app, whether enabled or only begun. False when there was none. */
export async function deleteTwoFactor(tx: Queries, userId: number) {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ two_factor_secret: null, two_factor_enabled_at: null, two_factor_last_step: null })
    .where('id', '=', userId)
    .where('two_factor_secret', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a passkey is asked for after the password. */
export const updateAsksPasskey = (tx: Queries, userId: number, asks_passkey: boolean) =>
  tx.updateTable('app_user').set({ asks_passkey }).where('id', '=', userId).execute()

export const deleteRecoveryCodes = (tx: Queries, userId: number) =>
  tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()

/** Deletes everything that may be asked for besides the password or in its place: key, passkeys, recovery codes, and links to providers that somebody made who knew the password. */
export async function deleteSecondFactors(tx: Queries, userId: number) {
  // Whoever sets up the next factor may be a stranger who knows the password.
  await endEmergencyOf(tx, userId)
  await deleteTwoFactor(tx, userId)
  await updateAsksPasskey(tx, userId, false)
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await deleteOwnIdentities(tx, userId)
  await deleteRecoveryCodes(tx, userId)
}

/** Deletes links to providers that somebody made who knew the password, with the sessions that began through them. */
export const deleteOwnIdentities = (tx: Queries, userId: number) =>
  tx.deleteFrom('identity').where('user_id', '=', userId).where('origin', '=', 'self').execute()

/**
 * Deletes links to providers that nobody made deliberately, with the sessions that began through them: a checked address
 * or a group is enough for a low role only.
 */
export const deleteUnprovenIdentities = (tx: Queries, userId: number) =>
  tx.deleteFrom('identity').where('user_id', '=', userId).where('origin', '<>', 'self').execute()
