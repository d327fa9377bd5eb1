import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder, sumTables } from '#server/test/backup-drill.ts'
import { noteVerification, readBackupState } from './backup-state.ts'
import { isVerificationDue } from './backup-tasks.ts'
import { openSnapshot } from './database-snapshot.ts'
import { dropScratchDatabases, withScratchDatabase } from './scratch-database.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup, writeSnapshot } from './write-backup.ts'

const NOW = new Date('2026-11-20T02:00:00Z')
const ring: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]
const folder = makeFolder()
const file = join(folder.path, 'schulhof-2026-11-20T013000Z.backup')
const about = { ring, appVersion: '1.0.0', now: NOW }

let target: Awaited<ReturnType<typeof makeEmptyDatabase>>
let eye: Awaited<ReturnType<typeof asSuperuser>>
beforeAll(async () => {
  target = await makeEmptyDatabase()
  await migrate(target.owner)
  eye = await asSuperuser(target.name)
  await eye.query(
    `insert into school (short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street,
       house_number, zip, city, phone, mail, privacy_officer_contact)
     values ('fsw', 'Freie Schule', 'primary', 1, 6, 1, 't', 's', '1', '15999', 'o', '0', 'a@b.de', 'x')`,
  )
  await eye.query(`insert into app_user (name, email, role) values ('Anna Berg', 'anna@example.org', 'admin')`)
  await writeBackup(target.owner, { file, ...about })
})
afterAll(async () => {
  await eye.end()
  await target.drop()
  folder.remove()
})

const scratchDatabases = async () => {
  const { rows } = await eye.query(`select datname from pg_database where starts_with(datname, $1 || '_')`, [
    target.name.slice(0, 40),
  ])
  return rows.map(({ datname }) => datname)
}
let before: Awaited<ReturnType<typeof sumTables>>
beforeEach(async () => {
  before = await sumTables(eye)
})
afterEach(async () => {
  // Whatever happened: nothing is left, and nobody touched the real one.
  expect(await scratchDatabases()).toEqual([])
  expect(await sumTables(eye)).toEqual(before)
})

const verify = (path = file, owner: object = target.owner) =>
  verifyBackup({ owner, ring, file: path, dataDir: undefined, now: () => NOW })

test('a good backup is restored beside the real database and found equal, table by table', async () => {
  const result = await verify()
  expect(result).toMatchObject({
    file: 'schulhof-2026-11-20T013000Z.backup',
    outcome: 'restored',
    rows: 2,
    message: null,
  })
  expect(result.tables).toBeGreaterThan(50)
})

test('the same by a connection string, as an installation with its own PostgreSQL has it', async () => {
  const connectionString = `postgres://schulhof_owner@/${target.name}?host=${encodeURIComponent(target.owner.host)}`
  expect(await verify(file, { connectionString })).toMatchObject({ outcome: 'restored' })
})

test('rows that are others after the restore are noticed, although the file itself is whole', async () => {
  const wrong = join(folder.path, 'schulhof-2026-11-20T020000Z.backup')
  const snapshot = await openSnapshot(target.owner)
  const changed = async function* (tables: typeof snapshot.source.tables) {
    for await (const table of tables) {
      const rows = async function* () {
        // Loaded as the same number, and read back in another form.
        for await (const text of table.rows)
          yield Buffer.from(text.toString('utf8').replace('\t1\t6\t1\t', '\t01\t6\t1\t'))
      }
      yield { ...table, rows: rows() }
    }
  }
  const source = { ...snapshot.source, tables: changed(snapshot.source.tables) }
  await writeSnapshot({ source, migrations: snapshot.migrations }, { file: wrong, ...about })
  await snapshot.close()
  const result = await verify(wrong)
  expect(result).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('Die Tabelle school ist nach dem Einspielen eine andere'),
  })
})

test('a damaged file fails before a database is made for it', async () => {
  const damaged = join(folder.path, 'schulhof-2026-11-20T030000Z.backup')
  copyFileSync(file, damaged)
  const bytes = readFileSync(damaged)
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
  writeFileSync(damaged, bytes)
  expect(await verify(damaged)).toMatchObject({
    outcome: 'failed',
    message: 'Die Sicherung ist beschädigt oder unvollständig.',
    rows: 0,
  })
})

test('without the right to create databases the file is read, and the result says what is missing', async () => {
  const role = `owner_${randomBytes(4).toString('hex')}`
  const other = `weak_${randomBytes(4).toString('hex')}`
  await eye.query(`create role ${role} login; grant schulhof_app to ${role}`)
  await eye.query(`create database ${other} owner ${role}`)
  const result = await verify(file, { ...target.owner, user: role, database: other })
  expect(result).toMatchObject({
    outcome: 'read',
    rows: 2,
    message: expect.stringContaining(`alter role ${role} createdb;`),
  })
  await eye.query(`drop database ${other} with (force)`)
  await eye.query(`drop role ${role}`)
})

test('what a killed verification left is dropped, and nothing while one is under way', async () => {
  await eye.query(`create database ${target.name.slice(0, 40)}_pruefung_abc owner schulhof_owner`)
  expect(await dropScratchDatabases(target.owner)).toBe(1)
  await withScratchDatabase(target.owner, async (scratch) => {
    expect(scratch.database).toMatch(/_pruefung_[0-9a-f]{12}$/)
    expect(await dropScratchDatabases(target.owner)).toBe(0)
    await expect(verify()).rejects.toThrow('Es wird gerade schon eine Sicherung geprüft.')
    expect(await scratchDatabases()).toEqual([scratch.database])
  })
})

test('the state keeps the last success beside the last try, and says when the next is due', () => {
  const last = { file: 'a', at: '2026-11-13T02:00:00.000Z', tables: 1, rows: 1, seconds: 1, message: null }
  expect(readBackupState(folder.path)).toEqual({ verification: null, copy: null })
  expect(isVerificationDue(folder.path, 7, NOW)).toBe(true)
  expect(isVerificationDue(folder.path, 0, NOW)).toBe(false)
  noteVerification(folder.path, { ...last, outcome: 'restored' })
  noteVerification(folder.path, { ...last, at: '2026-11-19T02:00:00.000Z', outcome: 'failed' })
  expect(readBackupState(folder.path).verification).toMatchObject({
    verified_at: '2026-11-13T02:00:00.000Z',
    last: { outcome: 'failed', at: '2026-11-19T02:00:00.000Z' },
  })
  // The seventh night may begin half a day earlier than the seventh day ends.
  expect(isVerificationDue(folder.path, 7, new Date('2026-11-19T14:00:00Z'))).toBe(true)
  expect(isVerificationDue(folder.path, 7, new Date('2026-11-19T13:59:59Z'))).toBe(false)
  writeFileSync(join(folder.path, 'verification.json'), 'half a')
  expect(isVerificationDue(folder.path, 7, NOW)).toBe(true)
})
