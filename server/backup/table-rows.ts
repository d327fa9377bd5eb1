import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { bindSchool, type CatalogueTable, quote } from './table-catalogue.ts'

/** These settings alone decide the format of the COPY text, and no timeout of the server ends a long read. */
const SETTINGS = `
set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
set extra_float_digits = 3; set client_encoding = 'UTF8'; set statement_timeout = 0;
set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'; set row_security = on`

export const applyCopySettings = (client: pg.Client) => client.query(SETTINGS)

const selectRows = ({ name, columns, order }: CatalogueTable, condition: string) =>
  `copy (select ${columns.map(quote).join(', ')} from ${quote(name)}${condition} order by ${order.join(', ')}) to stdout`

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
  if (!table.isOfSchools) return yield* client.query(copyTo(selectRows(table, '')))
  for (const id of [...schoolIds, null]) {
    await bindSchool(client, id)
    const condition = id === null ? ' where school_id is null' : ` where school_id = ${Number(id)}`
    yield* client.query(copyTo(selectRows(table, condition)))
  }
}
