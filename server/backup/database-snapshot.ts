import type pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import type { ArchiveSource } from './archive-writer.ts'
import { type CatalogueTable, quote, readCatalogue, readMigrations, readSchoolIds } from './table-catalogue.ts'
import { applyCopySettings, readRows } from './table-rows.ts'

async function* readTables(client: pg.Client, tables: CatalogueTable[]) {
  const schoolIds = await readSchoolIds(client)
  for (const table of tables) {
    const { name, columns } = table
    yield { name, columns, rows: readRows(client, table, schoolIds) }
  }
}

const readIdentity = async (client: pg.Client, table: string, column: string) => {
  const { rows: found } = await client.query<{ sequence: string }>(
    'select pg_get_serial_sequence(quote_ident($1), $2) as sequence',
    [table, column],
  )
  const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
    `select last_value, is_called from ${found[0]?.sequence}`,
  )
  return { table, column, value: Number(rows[0]?.last_value), is_called: rows[0]?.is_called === true }
}

/** Sequences are not part of a snapshot: they are read after the rows, so they are never behind them. */
const readIdentities = async (client: pg.Client, tables: CatalogueTable[]) => {
  const identities = []
  for (const { name, identity } of tables) if (identity) identities.push(await readIdentity(client, name, identity))
  return identities
}

/** The tables are locked before the snapshot is taken, so that no migration changes one meanwhile. */
async function lockTables(client: pg.Client) {
  const tables = await readCatalogue(client)
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`)
  const locked = await readCatalogue(client)
  if (JSON.stringify(locked) !== JSON.stringify(tables))
    throw new Error('Während der Sicherung wurde die Datenbank aktualisiert. Bitte noch einmal sichern.')
  return locked
}

/**
 * The whole database at this moment, while others continue to write: nobody waits for it. As the owner; it must be
 * closed in any case.
 */
export async function openSnapshot(owner: Connection) {
  const client = await connectAsOwner(owner as pg.ClientConfig)
  try {
    await applyCopySettings(client)
    const tables = await lockTables(client)
    const source: ArchiveSource = {
      tables: readTables(client, tables),
      identities: () => readIdentities(client, tables),
    }
    return { client, source, migrations: await readMigrations(client), close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>
