import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { damaged, type Footer, type TableSum } from './archive-format.ts'
import type { TableVisitor } from './archive-reader.ts'
import { type CatalogueTable, quote, readSchoolIds } from './table-catalogue.ts'
import { readRows } from './table-rows.ts'
import { startSum } from './table-sum.ts'

/** COPY cannot fill a table whose row-level security binds the user, and the log must not record a restore. */
export async function openTables(client: pg.Client, tables: readonly CatalogueTable[]) {
  for (const { name, isOfSchools } of tables) {
    await client.query(`alter table ${quote(name)} disable trigger user`)
    if (isOfSchools) await client.query(`alter table ${quote(name)} no force row level security`)
  }
}

export async function closeTables(client: pg.Client, tables: readonly CatalogueTable[]) {
  // A table that is altered must have no pending triggers.
  await client.query('set constraints all immediate')
  for (const { name, isOfSchools } of tables) {
    if (isOfSchools) await client.query(`alter table ${quote(name)} force row level security`)
    await client.query(`alter table ${quote(name)} enable trigger user`)
  }
  await client.query('set constraints all deferred')
}

/**
 * Loads each table of the archive into the table of the same name. Values of identity columns come from the archive.
 */
export const loadInto =
  (client: pg.Client, tables: readonly CatalogueTable[], onTable?: (name: string) => void): TableVisitor =>
  async ({ name, columns }, rows) => {
    if (!tables.some((table) => table.name === name)) throw damaged()
    onTable?.(name)
    const target = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`))
    await pipeline(rows, target)
  }

const sumOf = async (client: pg.Client, table: CatalogueTable, schoolIds: readonly number[]) => {
  const sum = startSum(table.name)
  for await (const text of readRows(client, table, schoolIds)) sum.add(text)
  return sum.end()
}

const differs = (a: TableSum, b: TableSum) => a.rows !== b.rows || a.sha256 !== b.sha256

/** Reads the loaded rows back: the database must contain what the archive contained. */
export async function compareWith(client: pg.Client, footer: Footer, tables: readonly CatalogueTable[]) {
  const schoolIds = await readSchoolIds(client)
  for (const expected of footer.tables) {
    const table = tables.find(({ name }) => name === expected.name)
    if (!table || differs(await sumOf(client, table, schoolIds), expected))
      throw new Error(`Die Tabelle ${expected.name} ist nach dem Einspielen eine andere als in der Sicherung.`)
  }
}

export async function setIdentities(client: pg.Client, { identities }: Footer) {
  for (const { table, column, value, is_called } of identities)
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      value,
      is_called,
    ])
}
