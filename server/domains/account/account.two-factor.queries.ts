import { sql } from 'kysely'
import type { LoginWay } from '#contract/account/account.sessions.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { deleteRecoveryCodes, hasSecondFactor } from './account.shared.queries.ts'
import type { LoginProof } from './begin-session.shared.ts'

/** The account's stored second factor; undefined for a deactivated account. */
export const findTwoFactor = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'email', 'password_hash', 'password_changed_at'])
    .select(['two_factor_secret', 'two_factor_enabled_at', 'two_factor_last_step', 'asks_passkey'])
    .select(hasSecondFactor('app_user').as('has_second_factor'))
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

/** The ways of the account's second factor, which stay as they are until the transaction ends. */
export const lockFactors = (tx: Queries, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['two_factor_enabled_at', 'asks_passkey'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Whether the account must have a second factor: by the same rule as `open_request`, or because it is the emergency account of a school. */
export async function isTwoFactorRequired(
  tx: Queries,
  { user_id, role, school_id }: Pick<Viewer, 'user_id' | 'role' | 'school_id'>,
) {
  const { rows } = await sql<{
    is_asked: boolean
  }>`select is_two_factor_asked(${user_id}, ${role}, ${school_id})
    or exists (select from login_demand d where d.emergency_user_id = ${user_id}) as is_asked`.execute(tx)
  return rows[0]?.is_asked === true
}

/** Stores the key of a factor that is being set up; false when one is already enabled. */
export async function updateTwoFactorSecret(tx: Queries, userId: number, two_factor_secret: Buffer) {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ two_factor_secret, two_factor_last_step: null })
    .where('id', '=', userId)
    .where('two_factor_enabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Enables the factor with the time step of its first code; false when it is already enabled or has another key by now.
 */
export async function enableTwoFactor(tx: Queries, userId: number, { secret, step }: { secret: Buffer; step: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ two_factor_enabled_at: sql`now()`, two_factor_last_step: step })
    .where('id', '=', userId)
    .where('two_factor_enabled_at', 'is', null)
    .where('two_factor_secret', '=', secret)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Uses up the 30-second step of a code; false when this or a later step was already used, so that no code works twice.
 */
export async function takeStep(tx: Queries, userId: number, step: number) {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ two_factor_last_step: step })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('two_factor_last_step', 'is', null), eb('two_factor_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** New codes in place of the old ones. */
export async function insertRecoveryCodes(tx: Queries, userId: number, hashes: readonly Buffer[]) {
  await deleteRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** The hashes of the codes that still work. */
export async function listRecoveryCodes(tx: Queries, userId: number) {
  const rows = await tx
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ code_hash }) => code_hash)
}

/** Uses up a recovery code; false when somebody was faster. */
export async function takeRecoveryCode(tx: Queries, userId: number, codeHash: Buffer) {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface NewChallenge {
  token: string
  userId: number
  remember: boolean
  expiresAt: Date
}

export const insertLoginChallenge = (tx: Queries, { token, userId, remember, expiresAt }: NewChallenge) =>
  sql`select start_login_challenge(${hashToken(token)}, ${userId}, ${remember}, ${expiresAt.toISOString()})`.execute(tx)

/** Remembers that the first step was done at a provider, so that the session belongs to that account. */
export const bindChallengeToIdentity = (
  tx: Queries,
  token: string,
  { id, providerSession }: { id: number; providerSession: string | null },
) => sql`select bind_challenge_to_identity(${hashToken(token)}, ${id}, ${providerSession})`.execute(tx)

/** What the first step of a login was. */
export async function findFirstStep(tx: Queries, token: string): Promise<LoginProof | undefined> {
  const { rows } = await sql<{
    way: LoginWay
    identity_id: number | null
    provider_session: string | null
  }>`select * from first_step_of(${hashToken(token)})`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const identity =
    row.identity_id === null ? {} : { identity: { id: row.identity_id, providerSession: row.provider_session } }
  return { way: row.way, hasSecondFactor: false, ...identity }
}

/** Counts one try of a login that waits for its code; undefined when the login is over or had too many tries. */
export async function countLoginTry(tx: Queries, token: string, mostTries: number) {
  const { rows } = await sql<{
    user_id: number
    remember: boolean
  }>`select user_id, remember from try_login_challenge(${hashToken(token)}, ${mostTries})`.execute(tx)
  return rows[0]
}

export const deleteLoginChallenge = (tx: Queries, token: string) =>
  sql`select end_login_challenge(${hashToken(token)})`.execute(tx)
