import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecretRing } from '#server/secret-keys.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { nightlyBackup } from './nightly-backup.ts'
import { checkArchive } from './restore-backup.ts'

const NOW = new Date('2026-11-20T01:30:00Z')
const ring: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]

let database: TestDatabase
let parent: ReturnType<typeof makeFolder>
let folder: string
let lines: object[]
beforeEach(async () => {
  database = await makeTestDatabase()
  parent = makeFolder()
  folder = join(parent.path, 'backups')
  lines = []
})
afterEach(async () => {
  await database.drop()
  parent.remove()
})

const run = (now = NOW, owner = { ...database.connection, user: 'schulhof_owner' }) =>
  nightlyBackup({
    owner,
    ring,
    folder,
    keepDays: 30,
    appVersion: '0.1.0',
    log: { info: (line: object) => lines.push(line) },
    now: () => now,
  })(undefined)

const put = (name: string, modified = NOW) => {
  writeFileSync(join(folder, name), 'x')
  utimesSync(join(folder, name), modified, modified)
}

test('a checked file stands in a folder only the server’s account may enter, and the log says so', async () => {
  await run()
  expect(readdirSync(folder)).toEqual(['schulhof-2026-11-20T013000Z.backup'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const file = join(folder, 'schulhof-2026-11-20T013000Z.backup')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await checkArchive(file, ring)).header.created_at).toBe(NOW.toISOString())
  expect(lines).toMatchObject([{ backup: 'schulhof-2026-11-20T013000Z.backup', removed: 0 }])
})

test('backups of thirty days are kept; files with other names stay untouched', async () => {
  await run()
  put('schulhof-2026-10-21T013001Z.backup')
  put('schulhof-2026-10-21T012959Z.backup')
  put('schulhof-2025-01-01T013000Z.backup')
  put('vor-dem-umzug.backup', new Date('2020-01-01'))
  put('schulhof-2026-11-19T013000Z.backup.77.unfertig', new Date('2026-11-18T01:30:00Z'))
  put('schulhof-2026-11-20T013000Z.backup.78.unfertig')
  await run(new Date('2026-11-20T01:30:01Z'))
  expect(readdirSync(folder).sort()).toEqual([
    'schulhof-2026-10-21T013001Z.backup',
    'schulhof-2026-11-20T013000Z.backup',
    'schulhof-2026-11-20T013000Z.backup.78.unfertig',
    'schulhof-2026-11-20T013001Z.backup',
    'vor-dem-umzug.backup',
  ])
})

test('a failed backup throws, leaves no partial file and deletes no older one', async () => {
  await run()
  put('schulhof-2026-01-01T013000Z.backup')
  const before = readdirSync(folder).sort()
  const nowhere = { ...database.connection, user: 'schulhof_owner', database: 'missing' }
  await expect(run(new Date('2026-11-21T01:30:00Z'), nowhere)).rejects.toThrow('does not exist')
  // One table cannot be read, so the backup fails in the middle of the file.
  await database.owner.query('create table later (id int primary key)')
  await database.owner.query('revoke all on later from schulhof_owner')
  await expect(run(new Date('2026-11-22T01:30:00Z'))).rejects.toThrow('permission denied')
  expect(readdirSync(folder).sort()).toEqual(before)
})

test('a clock that was set back does not cost the newest file', async () => {
  const past = new Date('2020-05-05T01:30:00Z')
  await run(past)
  await run(NOW)
  expect(existsSync(join(folder, 'schulhof-2026-11-20T013000Z.backup'))).toBe(true)
  await run(past)
  expect(readdirSync(folder)).toEqual(['schulhof-2020-05-05T013000Z.backup', 'schulhof-2026-11-20T013000Z.backup'])
})
