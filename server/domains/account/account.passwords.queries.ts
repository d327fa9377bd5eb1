import { sql } from 'kysely'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { LINK_TEMPLATES } from '#server/mail/account-outbox.ts'

/** The account a mail is about, with the school that signs it: the active one, else the home school, else none. */
export const findMailedUser = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user as u')
    .leftJoin('user_school as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').onRef('a.school_id', '=', 'u.school_id'),
    )
    .leftJoin('school as s', (join) =>
      join.on((eb) => eb('s.id', '=', eb.fn.coalesce('a.school_id', 'u.home_school_id'))),
    )
    .select(['s.name as school_name', 's.mail as school_mail'])
    .where('u.id', '=', userId)
    .executeTakeFirst()

/** Locks the account while its link is made: its address stays what it is until then. */
export const lockLinkOwner = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['email', 'deactivated_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether a password was set since the instant (ISO 8601). A demo's clock may stand in the future: that is no answer. */
export async function hasSetPasswordSince(tx: Queries, userId: number, since: string) {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('password_changed_at', '>=', since)
    .where('password_changed_at', '<=', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a link was asked for after the given mail and its mail has gone out or soon will: only the newest link is
 * good. A reset that waited too long is none, for it will be dropped itself.
 */
export async function hasLaterLinkMail(tx: Queries, { id, user_id }: { id: number; user_id: number }) {
  const later = await tx
    .selectFrom('account_mail')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '>', id)
    .where('template', 'in', LINK_TEMPLATES)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'sent'),
        eb('state', '=', 'queued').and(
          eb.or([
            eb('template', '=', 'invitation'),
            eb('created_at', '>', sql<string>`now() - make_interval(mins => ${PASSWORD_LINK_MINUTES})`),
          ]),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

const END = sql`now() + make_interval(mins => ${PASSWORD_LINK_MINUTES})`

/** The account's one link from now on; only the token's hash is kept. */
export const insertPasswordLink = (
  tx: Queries,
  { userId, token, kind }: { userId: number; token: string; kind: 'reset' | 'invitation' },
) => sql`select put_password_link(${userId}, ${hashToken(token)}, ${kind}, ${END})`.execute(tx)

/** Lets the 60 minutes begin now (spec §9). */
export const updatePasswordLinkEnd = (tx: Queries, userId: number) =>
  sql`select extend_password_link(${userId}, ${END})`.execute(tx)

/** Uses the link up and says whose and of which kind it was; undefined: it does not work (any more). Of several at once only one gets it. */
export async function takePasswordLink(tx: Queries, { token, email }: { token: string; email: string }) {
  const { rows } = await sql<{
    user_id: number
    kind: 'reset' | 'invitation'
  }>`select user_id, kind from use_password_link(${hashToken(token)}, ${email.toLowerCase()})`.execute(tx)
  return rows[0]
}

/** Whether `takePasswordLink` would accept it; nothing is used up. */
export async function isPasswordLink(tx: Queries, { token, email }: { token: string; email: string }) {
  const { rows } = await sql<{
    is_valid: boolean
  }>`select is_password_link(${hashToken(token)}, ${email.toLowerCase()}) as is_valid`.execute(tx)
  return rows[0]?.is_valid === true
}

/** What a password proof and the rules for a new password look at. */
export const findPasswordOwner = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'name', 'email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** The account of an address that may get a link; deactivated ones do not exist here. */
export const findLinkOwner = (tx: Queries, email: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

/** Names and shorts of the account's schools: no password should be one of them. */
export const listSchoolWords = (tx: Queries, userId: number) =>
  tx
    .selectFrom('user_school as a')
    .innerJoin('school as s', 's.id', 'a.school_id')
    .select(['s.short', 's.name'])
    .where('a.user_id', '=', userId)
    .execute()

interface NewPassword {
  password_hash: string
  /** What it must still be. */
  formerHash: string | null
}

/** Sets the password and makes every link and half-done login of the account void; false when it changed meanwhile. */
export async function updatePassword(tx: Queries, userId: number, { password_hash, formerHash }: NewPassword) {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ password_hash, password_changed_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where(sql<boolean>`password_hash is not distinct from ${formerHash}`)
    .executeTakeFirst()
  await sql`select drop_password_link(${userId}), end_login_challenges_of(${userId})`.execute(tx)
  return numUpdatedRows > 0n
}
