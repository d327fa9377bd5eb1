import type pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { applyMigrations, migrationNames, whileNobodyMigrates } from '#server/db/migrate.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { ArchiveError, damaged, type Header } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { rebuildEmptySchema } from './empty-database.ts'
import { closeTables, compareWith, loadInto, openTables, setIdentities } from './load-tables.ts'
import { bindSchool, readCatalogue, readSchoolIds } from './table-catalogue.ts'
import { applyCopySettings } from './table-rows.ts'

interface Restore {
  file: string
  /** The header of the file, as `checkArchive` returned it. */
  header: Header
  ring: SecretRing
  onTable?: (name: string) => void
  /** Also when the database has data: they are replaced, those of a newer program, too. */
  isReplacing?: boolean
  /** Runs when everything is loaded, before the commit; an error undoes the restore. */
  beforeCommit?: () => void
}

/** Whether this program knows every migration of the backup. */
export const isKnown = ({ migrations }: Pick<Header, 'migrations'>) => {
  const known = migrationNames()
  return migrations.every((name) => known.includes(name))
}

const assertKnown = ({ migrations, app_version }: Header) => {
  if (!isKnown({ migrations }))
    throw new ArchiveError(
      `Diese Sicherung stammt aus einer neueren Version von Schulhof (${app_version}). Bitte zuerst das Programm aktualisieren.`,
    )
}

/** Decrypts and checks the archive to its end; throws an `ArchiveError` when this program cannot restore it. */
export async function checkArchive(file: string, ring: SecretRing) {
  const archive = await readArchive(file, ring)
  assertKnown(archive.header)
  return archive
}

async function load(client: pg.Client, { file, ring, onTable }: Omit<Restore, 'header'>) {
  const tables = await readCatalogue(client)
  await openTables(client, tables)
  const { header, footer } = await readArchive(file, ring, loadInto(client, tables, onTable))
  await setIdentities(client, footer)
  await compareWith(client, footer, tables)
  await closeTables(client, tables)
  return { header, footer }
}

/**
 * Jobs are not in the archive: each mail that is still waiting gets a new one (server/mail). Jobs of replaced data name
 * records that are no longer there, or others by now.
 */
async function renewJobs(client: pg.Client) {
  await client.query('delete from graphile_worker._private_jobs')
  for (const id of await readSchoolIds(client)) {
    await bindSchool(client, id)
    await client.query(
      `select graphile_worker.add_job('send_mail', json_build_object('school_id', school_id, 'mail_id', id))
       from mail_log where state = 'queued' order by id`,
    )
  }
  await bindSchool(client, null)
  await client.query(
    `select graphile_worker.add_job('send_account_mail', json_build_object('mail_id', id))
     from account_mail where state = 'queued' order by id`,
  )
}

/**
 * Restores a checked archive into an empty database, as the owner and in one transaction: the schema at the time of the
 * backup, the rows, then the later migrations. Until the commit the database stays as it was.
 */
export const restoreBackup = (owner: Connection, { header, isReplacing = false, ...restore }: Restore) =>
  whileNobodyMigrates(owner as pg.ClientConfig, async (client) => {
    await applyCopySettings(client)
    await client.query('begin')
    await rebuildEmptySchema(client, header.migrations, { isReplacing })
    const loaded = await load(client, restore)
    // The file must still be the one that was checked.
    if (loaded.header.wrapped_key !== header.wrapped_key) throw damaged()
    const missing = migrationNames().filter((name) => !header.migrations.includes(name))
    await applyMigrations(client, missing)
    await renewJobs(client)
    restore.beforeCommit?.()
    await client.query('commit')
    // Newly loaded tables have no statistics; without them only the first hours are slow.
    await client.query('analyze').catch(() => {})
    return { rows: loaded.footer.tables.reduce((sum, { rows }) => sum + rows, 0) }
  })
