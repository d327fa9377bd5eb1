import { sql } from 'kysely'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { LINK_TEMPLATES } from '#server/mail/account-outbox.ts'

/**
 * The account a mail is about, with the school that signs it: the active school, otherwise the home school, otherwise
 * none.
 */
export const findMailedUser = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user as u')
    .leftJoin('user_school as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').onRef('a.school_id', '=', 'u.school_id'),
    )
    .leftJoin('school as s', (join) =>
      join.on((eb) => eb('s.id', '=', eb.fn.coalesce('a.school_id', 'u.home_school_id'))),
    )
    .select(['u.name', 's.name as school_name', 's.mail as school_mail'])
    .where('u.id', '=', userId)
    .executeTakeFirst()

/** Locks the account while its link is made, so that its address cannot change until then. */
export const lockLinkOwner = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['email', 'deactivated_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Whether a password was set since this time (ISO 8601). Times in the future do not count: the clock of a demo may have
 * set them.
 */
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
 * Whether somebody asked for a newer link after the given mail, and its mail has left or will leave soon: only the
 * newest link works. A reset that has waited too long does not count, because it will be dropped.
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

/** Makes this the account's only link; only the hash of the token is stored. */
export const insertPasswordLink = (
  tx: Queries,
  { userId, token, kind }: { userId: number; token: string; kind: 'reset' | 'invitation' },
) => sql`select put_password_link(${userId}, ${hashToken(token)}, ${kind}, ${END})`.execute(tx)

/** Starts the 60 minutes now (spec §9). */
export const updatePasswordLinkEnd = (tx: Queries, userId: number) =>
  sql`select extend_password_link(${userId}, ${END})`.execute(tx)

/**
 * Uses up the link and returns its account and kind; undefined when it does not work (any more). Only one of several
 * parallel calls gets it.
 */
export async function takePasswordLink(tx: Queries, { token, email }: { token: string; email: string }) {
  const { rows } = await sql<{
    user_id: number
    kind: 'reset' | 'invitation'
  }>`select user_id, kind from use_password_link(${hashToken(token)}, ${email.toLowerCase()})`.execute(tx)
  return rows[0]
}

/** Whether `takePasswordLink` would accept the link, without using it up. */
export async function isPasswordLink(tx: Queries, { token, email }: { token: string; email: string }) {
  const { rows } = await sql<{
    is_valid: boolean
  }>`select is_password_link(${hashToken(token)}, ${email.toLowerCase()}) as is_valid`.execute(tx)
  return rows[0]?.is_valid === true
}

/** The data that a password check and the rules for a new password need. */
export const findPasswordOwner = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'name', 'email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/**
 * The account with this address that may get a link. Deactivated accounts are not found, nor those that a provider's
 * groups have made: whoever leaves the group, or gets the address later, must not get in by mail.
 */
export const findLinkOwner = (tx: Queries, email: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .where('deactivated_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity')
            .select('id')
            .whereRef('identity.user_id', '=', 'app_user.id')
            .where('origin', '=', 'rule'),
        ),
      ),
    )
    .executeTakeFirst()

/** Names and short names of the account's schools, which must not serve as passwords. */
export const listSchoolWords = (tx: Queries, userId: number) =>
  tx
    .selectFrom('user_school as a')
    .innerJoin('school as s', 's.id', 'a.school_id')
    .select(['s.short', 's.name'])
    .where('a.user_id', '=', userId)
    .execute()

interface NewPassword {
  password_hash: string
  /** The hash that must still be stored. */
  formerHash: string | null
}

/**
 * Sets the password and makes every link and unfinished login of the account invalid; false when it was changed
 * meanwhile.
 */
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
