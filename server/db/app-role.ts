import type pg from 'pg'
import { StartError } from '#server/start-error.ts'

/** The role of the application could bypass the row-level security that separates the schools. */
export class RoleRefused extends StartError {
  constructor(role: string, reason: string) {
    super(
      `Die Datenbank-Rolle „${role}“ ${reason} und würde so die Trennung der Schulen umgehen: Bitte legen Sie die Rollen an, wie es in docs/operations.md unter „A PostgreSQL of your own“ steht, und tragen Sie schulhof_app in DATABASE_APP_URL ein.`,
    )
    this.name = 'RoleRefused'
  }
}

interface StrongRole {
  role: string
  /** The same role, or one that it may become. */
  able: string
  is_super: boolean
  bypasses: boolean
  /** A table that `able` owns. */
  owned: string | null
}

/**
 * Finds a role that row-level security does not bind, if there is one, among the connection's role and all roles it may
 * change to. The role that logged in may own the tables (docs/operations.md), but may not be a superuser either.
 */
const FIND_STRONG_ROLE = {
  name: 'find strong role',
  text: `select who.rolname as role, able.rolname as able, able.rolsuper as is_super, able.rolbypassrls as bypasses, owned.name as owned
    from pg_roles who
    join pg_roles able on able.oid = who.oid or (who.rolname = current_user and pg_has_role(who.oid, able.oid, 'member'))
    left join lateral (select relname as name from pg_class
      where who.rolname = current_user and relowner = able.oid and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by relrowsecurity desc, relname limit 1) owned on true
    where who.rolname in (current_user, session_user) and (able.rolsuper or able.rolbypassrls or owned.name is not null)
    order by able.oid <> who.oid, able.rolsuper desc, able.rolbypassrls desc
    limit 1`,
}

const reasonOf = ({ role, able, is_super, bypasses, owned }: StrongRole) => {
  const because = (whom: string) => {
    if (is_super) return `${whom}Superuser ist`
    return bypasses ? `${whom}das Recht BYPASSRLS hat` : `${whom}die Tabelle „${owned}“ besitzt`
  }
  if (able !== role) return `darf zur Rolle „${able}“ wechseln, ${because('die ')},`
  if (is_super) return 'ist Superuser'
  return bypasses ? 'hat das Recht BYPASSRLS' : `besitzt die Tabelle „${owned}“`
}

/**
 * Throws `RoleRefused` when the connection's role, now or after SET ROLE, is a superuser, has BYPASSRLS or owns a table:
 * the policies would not bind it.
 */
export async function refuseStrongRole(
  connection: Pick<pg.ClientBase, 'query'>,
  limits: { query_timeout?: number } = {},
) {
  const { rows } = await connection.query<StrongRole>({ ...FIND_STRONG_ROLE, ...limits })
  const [found] = rows
  if (found) throw new RoleRefused(found.role, reasonOf(found))
}
