import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { bindSchool, type CatalogueTable, quote } from './table-catalogue.ts'

/** These settings alone decide the format of the COPY text, and no timeout of the server ends a long read. */
const SETTINGS = `
set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
set extra_float_digits = 3; set client_encoding = 'UTF8'; set statement_timeout = 0;
set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'; set row_security = on`

/**
 * Binds one school after the other and gives what the query finds there. A function of this connection alone, so that
 * a database of any version can be read; it asks for thousands of schools without thousands of round trips.
 */
const ROWS_OF_SCHOOLS = `
create or replace function pg_temp.rows_of_schools(_row anyelement, _schools bigint[], _query text) returns setof anyelement language plpgsql as $$
declare
  school bigint;
begin
  foreach school in array _schools loop
    perform set_config('app.school_id', school::text, true);
    return query execute _query using school;
  end loop;
end $$`

/** Settings and function for `readRows`; outside a transaction that only reads. */
export async function applyCopySettings(client: pg.Client) {
  await client.query(SETTINGS)
  await client.query(ROWS_OF_SCHOOLS)
}

/** PostgreSQL keeps the rows of one statement until it has found all of them. */
const SCHOOLS_AT_ONCE = 100

const copyFrom = ({ columns }: CatalogueTable, source: string) =>
  copyTo(`copy (select ${columns.map(quote).join(', ')} from ${source}) to stdout`)

const sorted = ({ name, order }: CatalogueTable, condition = '') =>
  `select * from ${quote(name)}${condition} order by ${order.join(', ')}`

/** The rows of these schools, in the order of the schools. */
const copySchools = (table: CatalogueTable, schoolIds: readonly number[]) => {
  const query = pg.escapeLiteral(sorted(table, ' where school_id = $1'))
  const ids = `'{${schoolIds.map(Number).join(',')}}'::bigint[]`
  return copyFrom(table, `pg_temp.rows_of_schools(null::public.${quote(table.name)}, ${ids}, ${query})`)
}

/**
 * All rows of a table as COPY text, always in the same order. Row-level security binds the owner as well, and only a
 * superuser could skip it, which managed PostgreSQL gives nobody: so each school is read in turn, then the rows that
 * belong to none.
 */
export async function* readRows(
  client: pg.Client,
  table: CatalogueTable,
  schoolIds: readonly number[],
): AsyncGenerator<Buffer> {
  if (!table.isOfSchools) return yield* client.query(copyFrom(table, `(${sorted(table)}) t`))
  for (let from = 0; from < schoolIds.length; from += SCHOOLS_AT_ONCE)
    yield* client.query(copySchools(table, schoolIds.slice(from, from + SCHOOLS_AT_ONCE)))
  await bindSchool(client, null)
  yield* client.query(copyFrom(table, `(${sorted(table, ' where school_id is null')}) t`))
}
