import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations, MIGRATION_TABLE, migrate, migrationNames, whileNobodyMigrates } from '#server/db/migrate.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder } from '#server/test/backup-drill.ts'
import { checkArchive, restoreBackup } from './restore-backup.ts'
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
