import pg from 'pg'

/** Tables whose rows are left out, each with the reason. */
export const LEFT_OUT: Record<string, string> = {
  session: 'nobody is signed in after a restore',
  login_challenge: 'a login under way lasts minutes',
  sign_in_attempt: 'a login under way lasts minutes',
  password_link: 'a key to an account; a new one is asked for in a minute',
  setup_link: 'the first account exists',
  idempotency: 'replies are remembered for repeats within hours',
  rate_limit: 'counters of minutes',
  task_run: 'says when this installation last ran its jobs',
  system_alarm: 'a restored installation looks at itself anew',
  mail_passage: 'says when this mail server last took a mail',
  schema_migration: 'the header names the migrations; a restore applies them',
}

export interface CatalogueTable {
  name: string
  /** Without generated columns, which PostgreSQL fills itself. */
  columns: string[]
  /** Expressions of the primary key to sort by; the order is the same in every database. */
  order: string[]
  /** The table has row-level security, so it is read school by school. */
  isOfSchools: boolean
  /** The identity column, if there is one. */
  identity: string | null
}

interface CatalogueRow extends CatalogueTable {
  parents: string[]
}

const CATALOGUE = `
select c.relname as name, c.relrowsecurity as "isOfSchools",
  array(select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
  array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
    from pg_index i cross join unnest(i.indkey) with ordinality k(attnum, position)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where i.indrelid = c.oid and i.indisprimary order by k.position) as "order",
  (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identity,
  array(select f.confrelid::regclass::text from pg_constraint f
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and not f.condeferred) as parents
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`

/** Tables that others refer to come first, so that foreign keys find their rows; deferred keys may find them later. */
const sortByParents = (rows: CatalogueRow[]) => {
  const sorted: CatalogueRow[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const row of free) {
      sorted.push(row)
      waiting.delete(row.name)
    }
  }
  return sorted
}

/** The tables of an archive, from the database's own catalogue, so that a new table is never forgotten. */
export async function readCatalogue(client: pg.Client): Promise<CatalogueTable[]> {
  const { rows } = await client.query<CatalogueRow>(CATALOGUE)
  const included = sortByParents(rows.filter(({ name }) => !(name in LEFT_OUT)))
  for (const { name, order } of included) if (order.length === 0) throw new Error(`Table ${name} has no primary key.`)
  return included.map(({ parents: _, ...table }) => table)
}

/** The applied migrations, in order. */
export const readMigrations = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name collate "C"')
  return rows.map(({ name }) => name)
}

/** In ascending order. */
export const readSchoolIds = async (client: pg.Client) => {
  const { rows } = await client.query<{ id: string }>('select id from school order by id')
  return rows.map(({ id }) => Number(id))
}

export const bindSchool = (client: pg.Client, id: number | null) =>
  client.query(`select set_config('app.school_id', $1, true)`, [String(id ?? '')])

export const quote = pg.escapeIdentifier
