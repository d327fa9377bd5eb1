import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/** The account's passkeys, the oldest first. */
export const listPasskeys = (tx: Queries, userId: number) =>
  tx
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id', 'transports', 'is_synced', 'created_at', 'last_used_at', 'locked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Passkeys that are not locked. */
export const usableOf = <P extends { locked_at: string | null }>(passkeys: readonly P[]) =>
  passkeys.filter(({ locked_at }) => locked_at === null)

/** The account that a passkey opens, if any. */
export const findPasskeyOwner = (tx: Queries, credentialId: Buffer) =>
  tx
    .selectFrom('passkey as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.email', 'u.password_hash'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst()

/**
 * A passkey that may open its account, which stays locked until the transaction ends; undefined for an unknown or locked
 * one, and for that of a deactivated account.
 */
export async function lockPasskey(tx: Queries, credentialId: Buffer) {
  const owner = await findPasskeyOwner(tx, credentialId)
  if (!owner) return undefined
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'email', 'password_hash', 'deactivated_at'])
    .where('id', '=', owner.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user?.deactivated_at !== null) return undefined
  // Read only now: while another call had the account, the passkey may have been used or removed.
  const passkey = await tx
    .selectFrom('passkey')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .where('user_id', '=', user.id)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  return passkey && { ...passkey, email: user.email, password_hash: user.password_hash }
}

interface NewPasskey {
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  is_synced: boolean
}

/** False when somebody has this passkey already. */
export async function insertPasskey(tx: Queries, passkey: NewPasskey) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const updatePasskeyUse = (tx: Queries, id: number, use: { counter: number; is_synced: boolean }) =>
  tx
    .updateTable('passkey')
    .set({ ...use, last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const updatePasskeyLocked = (tx: Queries, id: number) =>
  tx.updateTable('passkey').set({ locked_at: sql<string>`now()` }).where('id', '=', id).execute()

/** False when this account has no such passkey. */
export async function updatePasskeyName(tx: Queries, { id, user_id }: { id: number; user_id: number }, name: string) {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when this account has no such passkey. */
export async function deletePasskey(tx: Queries, { id, user_id }: { id: number; user_id: number }) {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
