import type pg from 'pg'
import { StartError } from '#server/start-error.ts'

/** The oldest major version of PostgreSQL that the migrations and statements know; the manual says so, too. */
export const OLDEST_POSTGRES = 15
const VERSION_UNIT = 10_000

/** A sentence about a PostgreSQL that is too old, by its version as a number (140011); undefined when it is not. */
export const postgresTooOld = (version: number) => {
  const major = Math.floor(version / VERSION_UNIT)
  return major < OLDEST_POSTGRES
    ? `PostgreSQL ${major} ist zu alt; Schulhof braucht mindestens ${OLDEST_POSTGRES}.`
    : undefined
}

/** Throws a `StartError` when PostgreSQL is too old. Nothing was changed by then. */
export async function refuseOldPostgres(client: pg.Client) {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const fault = postgresTooOld(rows[0]?.version ?? 0)
  if (fault) throw new StartError(`${fault}\nBitte bringen Sie PostgreSQL auf eine neuere Version.`)
}

/**
 * The application's role may exist already: the embedded database and careful operators create it with a login. The
 * owner may change to it but does not inherit it, or the policies that bind the application alone would bind the owner,
 * too (ADR 0057). Before version 16 that is a property of the owner, and since then of the grant.
 */
const APP_ROLE = `do $$
declare
  is_new boolean := current_setting('server_version_num')::int >= 160000;
  may_change boolean;
begin
  if not exists (select from pg_roles where rolname = 'schulhof_app') then create role schulhof_app nologin; end if;
  may_change := pg_has_role(current_user, 'schulhof_app', case when is_new then 'set' else 'member' end);
  if not may_change and is_new then
    execute format('grant schulhof_app to %I with inherit false, set true', current_user);
  elsif not may_change then
    if not exists (select from pg_auth_members where member = current_user::regrole) then
      execute format('alter role %I noinherit', current_user);
    end if;
    execute format('grant schulhof_app to %I', current_user);
  end if;
exception when insufficient_privilege then
  if not exists (select from pg_roles where rolname = 'schulhof_app') then
    raise exception 'The role schulhof_app is missing and this user may not create it: create role schulhof_app login password ''…'';';
  end if;
end $$`

/** Before version 16 an owner of a database that inherits nothing must take its right to the schema itself. */
const OWN_SCHEMA = `do $$
declare owner text := current_user;
begin
  if has_schema_privilege('public', 'create') or not pg_has_role('pg_database_owner', 'member') then return; end if;
  set local role pg_database_owner;
  execute format('grant all on schema public to %I', owner);
  reset role;
end $$`

const FIND_HEIR = `select current_user as name from pg_roles
  where rolname = current_user and not rolsuper and pg_has_role(current_user, 'schulhof_app', 'usage')`

/** A sentence about an owner that inherits the application's role, and the statements that mend it. */
export async function findHeir(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(FIND_HEIR)
  const [heir] = rows
  if (!heir) return undefined
  const role = client.escapeIdentifier(heir.name)
  return {
    text: `Die Datenbank-Rolle „${heir.name}“ erbt die Rolle „schulhof_app“; dann fehlten in Sicherungen die eingeschränkten Personen.`,
    statements: `revoke schulhof_app from ${role}; alter role ${role} noinherit; grant schulhof_app to ${role};`,
  }
}

/** Makes sure that the application's role is there and that the owner may change to it without inheriting it. */
export async function ensureAppRole(client: pg.Client) {
  await client.query(APP_ROLE)
  await client.query(OWN_SCHEMA)
  const heir = await findHeir(client)
  if (heir)
    throw new StartError(
      `${heir.text}\nBitte führen Sie als Superuser der Datenbank aus (docs/operations.md, „A PostgreSQL of your own“): ${heir.statements}`,
    )
}
