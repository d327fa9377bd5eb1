import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { OPERATOR_NAME } from '#contract/userlog/userlog.ts'
import { inTransaction, type Pool, type Queries } from '#server/db/database.ts'

/** Runs `work` in one transaction as the operator, who has no account; the log names who that was. */
export const asOperator = <T>(pool: Pool, work: (tx: Queries) => Promise<T>) =>
  inTransaction(pool, async (tx) => {
    await sql`select set_config('app.actor_name', ${OPERATOR_NAME}, true),
      set_config('app.request_id', ${`operator-${randomUUID()}`}, true)`.execute(tx)
    return work(tx)
  })

/** The migrations that this database has, without the table none. */
export async function listMigrations(pool: Pool) {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration order by name')
  return rows.map(({ name }) => name)
}

interface OperatedAccount {
  id: number
  name: string
  email: string
  role: string | null
  deactivated_at: string | null
  has_password: boolean
  /** A key for codes of an app, a passkey, or a link to a provider. */
  has_two_factor: boolean
  /** Short names of its schools. */
  schools: string[]
}

/** The account with this address, locked until the transaction ends; undefined when there is none. */
export async function lockAccountByMail(tx: Queries, email: string): Promise<OperatedAccount | undefined> {
  const { rows } = await sql<OperatedAccount>`
    select u.id, u.name, u.email, u.role, u.deactivated_at, u.password_hash is not null as has_password,
      u.two_factor_secret is not null or exists (select from passkey p where p.user_id = u.id)
        or exists (select from identity i where i.user_id = u.id and i.origin = 'self') as has_two_factor,
      to_json(array(select s.short from user_school a join school s on s.id = a.school_id
        where a.user_id = u.id order by s.short)) as schools
    from app_user u where u.email = ${email.toLowerCase()} for no key update of u`.execute(tx)
  return rows[0]
}

/** The addresses of those who could sign in as admin, by name. */
export async function listAdminMails(tx: Queries) {
  const rows = await tx
    .selectFrom('app_user')
    .select('email')
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .orderBy('name')
    .limit(5)
    .execute()
  return rows.map(({ email }) => email)
}

/** All schools by short name. */
export const listAllSchools = (tx: Queries) =>
  tx.selectFrom('school').select(['id', 'short', 'name']).orderBy('short').execute()

/**
 * Lets wrong passwords and codes count from zero again. The counters of single accounts are stored under hashes that
 * contain the network of whoever tried, so only all of one kind can be deleted.
 */
export const deleteFailures = (tx: Queries, limitNames: readonly string[]) =>
  sql`delete from rate_limit where split_part(key, ':', 1) = any(${[...limitNames]})`.execute(tx)
