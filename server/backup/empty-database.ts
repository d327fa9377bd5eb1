import type pg from 'pg'
import { applyMigrations, MIGRATION_TABLE } from '#server/db/migrate.ts'
import { ArchiveError } from './archive-format.ts'

const tableExists = async (client: pg.Client, name: string) => {
  const { rows } = await client.query<{ exists: boolean }>(
    'select to_regclass(quote_ident($1)) is not null as exists',
    [`${name}`],
  )
  return rows[0]?.exists === true
}

/** Waits for a set-up of a school that is under way, and prevents another one until the restore has ended. */
const assertWithoutSchool = async (client: pg.Client) => {
  if (!(await tableExists(client, 'app_user'))) return
  await client.query('lock table school, app_user in access exclusive mode')
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from school) or exists (select from app_user) as used',
  )
  if (rows[0]?.used)
    throw new ArchiveError(
      'Diese Datenbank enthält schon Daten. Zurückgespielt wird nur in eine leere; nichts wurde geändert.',
    )
}

/**
 * Everything that migrations, also those of a newer program, created in this database; objects of extensions stay.
 */
const OURS = `
select format('drop %s if exists %s cascade', case relkind when 'v' then 'view' else 'materialized view' end, c.oid::regclass) as drop
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and pg_has_role(c.relowner, 'member')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
union all
select format('drop table if exists %s cascade', c.oid::regclass) as drop from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')
union all
select format('drop sequence if exists %s cascade', c.oid::regclass) from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and pg_has_role(c.relowner, 'member')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
union all
select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'member')
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
union all
select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t left join pg_class c on c.oid = t.typrelid
  where t.typnamespace = 'public'::regnamespace and (c.relkind = 'c' or t.typtype in ('e', 'd')) and pg_has_role(t.typowner, 'member')
  and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
union all
select format('drop collation if exists %s cascade', c.oid::regcollation) from pg_collation c
  where c.collnamespace = 'public'::regnamespace and pg_has_role(c.collowner, 'member')`

/**
 * Brings the schema to exactly these migrations, whatever it had before, and refuses a database with a school or an
 * account unless its data are to be replaced. It works in the caller's transaction: without its commit nothing changes.
 */
export async function rebuildEmptySchema(
  client: pg.Client,
  migrations: readonly string[],
  { isReplacing = false }: { isReplacing?: boolean } = {},
) {
  if (!isReplacing) await assertWithoutSchool(client)
  if (await tableExists(client, 'schema_migration')) {
    const { rows } = await client.query<{ drop: string }>(OURS)
    for (const { drop } of rows) await client.query(drop)
  }
  await client.query(MIGRATION_TABLE)
  await applyMigrations(client, migrations)
}
