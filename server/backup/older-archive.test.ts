import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { applyMigrations, MIGRATION_TABLE, migrate, migrationNames, whileNobodyMigrates } from '#server/db/migrate.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder } from '#server/test/backup-drill.ts'
import { PLANTED_LINK } from '#server/test/planted-installation.ts'
import { RELEASE_RING, releaseArchive, releasedVersions } from '#server/test/release-archives.ts'
import { startTestApp } from '#server/test/test-app.ts'
import { readArchive } from './archive-reader.ts'
import { checkArchive, restoreBackup } from './restore-backup.ts'
import { quote } from './table-catalogue.ts'
import { applyCopySettings } from './table-rows.ts'
import { writeBackup } from './write-backup.ts'

const LAST = '0006-tidy-up.sql'
const older = migrationNames().filter((name) => name <= LAST)
const ring: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]
const folder = makeFolder()
const file = join(folder.path, 'alt.backup')
const databases: Awaited<ReturnType<typeof makeEmptyDatabase>>[] = []

const makeDatabase = async () => {
  const made = await makeEmptyDatabase()
  databases.push(made)
  return made
}

const ask = async <Row extends pg.QueryResultRow>(database: string, text: string) => {
  const eye = await asSuperuser(database)
  const { rows } = await eye.query<Row>(text)
  await eye.end()
  return rows
}

beforeAll(async () => {
  const source = await makeDatabase()
  await whileNobodyMigrates(source.owner, async (client) => {
    await client.query(MIGRATION_TABLE)
    await applyMigrations(client, older)
  })
  await ask(
    source.name,
    `with made as (insert into school (short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street,
         house_number, zip, city, phone, mail, privacy_officer_contact)
       values ('fsw', 'Freie Schule', 'primary', 1, 6, 1, 't', 's', '1', '15999', 'o', '0', 'a@b.de', 'x') returning id)
     insert into app_user (name, email, role, school_id) select 'Anna Berg', 'anna@example.org', 'admin', id from made`,
  )
  await writeBackup(source.owner, { file, ring, appVersion: '0.1.0', now: new Date() })
}, 60_000)
afterAll(async () => {
  for (const database of databases) await database.drop()
  folder.remove()
})

test('an archive from before the last migrations is loaded first and migrated then', async () => {
  const target = await makeDatabase()
  // A server that was started once leaves this behind: a schema newer than the archive's.
  await migrate(target.owner)
  const { header } = await checkArchive(file, ring)
  expect(header.migrations).toEqual(older)
  await restoreBackup(target.owner, { file, header, ring })
  const applied = await ask<{ name: string }>(target.name, 'select name from schema_migration order by name')
  expect(applied.map(({ name }) => name)).toEqual(migrationNames())
  // 0007 derives this from a column of the archive.
  expect(await ask(target.name, 'select email, home_school_id = school_id as derived from app_user')).toEqual([
    { email: 'anna@example.org', derived: true },
  ])
})

test('a failure at the very end undoes everything', async () => {
  const target = await makeDatabase()
  const { header } = await checkArchive(file, ring)
  const fail = () => {
    throw new Error('no key could be written')
  }
  await expect(restoreBackup(target.owner, { file, header, ring, beforeCommit: fail })).rejects.toThrow('no key')
  expect(await ask(target.name, `select to_regclass('public.school') as table`)).toEqual([{ table: null }])
})

/**
 * Columns whose values a later migration changed on purpose, by table; `*` stands for a table that was removed or that
 * got further rows. Each has the migration and the reason.
 */
const CHANGED_SINCE: Record<string, Record<string, string>> = {}

/** Lines of COPY text with these fields only, in an order that does not depend on any key. */
const sumOf = (text: string, fields: readonly number[]) => {
  const lines = text.split('\n').slice(0, -1)
  const cut = lines.map((line) => line.split('\t'))
  const sum = createHash('sha256')
  for (const row of cut.map((values) => fields.map((field) => values[field]).join('\t')).sort()) sum.update(`${row}\n`)
  return { rows: lines.length, sum: sum.digest('hex') }
}

const textOf = async (source: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Each table of an archive as it was written: its columns and the COPY text of its rows. */
const readTables = async (path: string) => {
  const tables: { name: string; columns: string[]; text: string }[] = []
  await readArchive(path, RELEASE_RING, async ({ name, columns }, rows) => {
    tables.push({ name, columns, text: await textOf(rows) })
  })
  return tables
}

test.each(releasedVersions())(
  'the archive of version %s is read, and nothing of it is lost',
  async (version) => {
    const archive = releaseArchive(version)
    const target = await makeEmptyDatabase()
    const { header } = await checkArchive(archive, RELEASE_RING)
    expect(header.app_version).toBe(version)
    await restoreBackup(target.owner, { file: archive, header, ring: RELEASE_RING })
    const eye = await asSuperuser(target.name)
    await applyCopySettings(eye)
    const tables = (await readTables(archive)).filter(({ name }) => CHANGED_SINCE[name]?.['*'] === undefined)
    for (const { name, columns, text } of tables) {
      const unchanged = columns.filter((column) => CHANGED_SINCE[name]?.[column] === undefined)
      const query = `copy (select ${unchanged.map(quote).join(', ')} from ${quote(name)}) to stdout`
      const now = sumOf(await textOf(eye.query(copyTo(query))), [...unchanged.keys()])
      const then = sumOf(
        text,
        unchanged.map((column) => columns.indexOf(column)),
      )
      expect([name, now]).toEqual([name, then])
    }
    expect(tables.length).toBeGreaterThan(60)
    const { rows: heads } = await eye.query<{ email: string }>(`select email from app_user where role = 'schooladmin'`)
    await eye.end()
    const app = await startTestApp({ database: target.open(), keys: RELEASE_RING })
    try {
      // What is encrypted and hashed still opens: a parents' link and a password.
      const page = await app.visitor().call(publicSicknoteEndpoints.pupil, { params: { uuid: PLANTED_LINK } })
      expect(page.statusCode, page.body).toBe(200)
      expect((await app.visitor().logIn(String(heads[0]?.email))).statusCode).toBe(200)
    } finally {
      await app.stop()
    }
  },
  60_000,
)
