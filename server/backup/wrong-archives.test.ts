import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { formatKey, type SecretRing } from '#server/secret-keys.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder, sumTables } from '#server/test/backup-drill.ts'
import { typeLine } from '#server/test/operator-line.ts'
import { MAGIC } from './archive-format.ts'
import { openSnapshot } from './database-snapshot.ts'
import { writeBackup, writeSnapshot } from './write-backup.ts'

// Every file that somebody may take for a backup, given to both commands that bring one back.

const ring: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]
const otherRing: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]
const about = { ring, appVersion: '1.0.0', now: new Date('2026-11-20T01:30:00Z') }
const folder = makeFolder()
const pathOf = (name: string) => join(folder.path, name)
const dataDir = pathOf('daten')

/** A database of a newer program, from which somebody wants to go back. */
let newer: Awaited<ReturnType<typeof makeEmptyDatabase>>
let whole: Buffer
beforeAll(async () => {
  newer = await makeEmptyDatabase()
  await migrate(newer.owner)
  const eye = await asSuperuser(newer.name)
  await eye.query(`insert into app_user (name, email, role) values ('Anna Berg', 'anna@example.org', 'admin')`)
  await writeBackup(newer.owner, { file: pathOf('gut.backup'), ...about })
  whole = readFileSync(pathOf('gut.backup'))
  await writeBackup(newer.owner, { file: pathOf('fremd.backup'), ...about, ring: otherRing })
  const snapshot = await openSnapshot(newer.owner)
  const migrations = [...snapshot.migrations, '9999-later.sql']
  await writeSnapshot({ ...snapshot, migrations }, { file: pathOf('neuer.backup'), ...about, appVersion: '9.9.9' })
  await snapshot.close()
  await eye.query(`insert into schema_migration (name) values ('9999-later.sql')`)
  await eye.end()
  mkdirSync(pathOf('ordner.backup'))
})
afterAll(async () => {
  await newer.drop()
  folder.remove()
})

const DAMAGED = 'Die Sicherung ist beschädigt oder unvollständig.'
const NONE = 'Diese Datei ist keine Sicherung von Schulhof.'
const WRONG_KEY = 'Der Schlüssel passt nicht zu dieser Sicherung'
const made = (bytes: Buffer | string) => {
  const name = `${randomBytes(6).toString('hex')}.backup`
  writeFileSync(pathOf(name), bytes)
  return name
}
const flipped = (at: (bytes: Buffer) => number) => {
  const bytes = Buffer.from(whole)
  const place = at(bytes)
  bytes[place] = (bytes[place] ?? 0) ^ 0x10
  return made(bytes)
}
const headEnd = (bytes: Buffer) => MAGIC.length + 4 + bytes.readUInt32BE(MAGIC.length)
const inHeader = (text: string) => (bytes: Buffer) => bytes.indexOf(text) + text.length + 3

const WRONG: [string, () => string, string][] = [
  ['an empty file', () => made(''), NONE],
  ['its first bytes alone', () => made(whole.subarray(0, 12)), NONE],
  ['cut off in its head', () => made(whole.subarray(0, MAGIC.length + 40)), DAMAGED],
  ['cut off after its head', () => made(whole.subarray(0, headEnd(whole))), DAMAGED],
  ['cut off in the middle', () => made(whole.subarray(0, Math.floor(whole.length / 2))), DAMAGED],
  ['without its last byte', () => made(whole.subarray(0, -1)), DAMAGED],
  ['with a byte too many', () => made(Buffer.concat([whole, Buffer.from([0])])), DAMAGED],
  [
    'with zeros in the middle, as a full disk leaves them',
    () => made(Buffer.from(whole).fill(0, whole.length - 500, whole.length - 100)),
    DAMAGED,
  ],
  ['a flipped bit in the first bytes', () => flipped(() => 3), NONE],
  ['a flipped bit in the length of the head', () => flipped(() => MAGIC.length + 2), DAMAGED],
  ['a flipped bit in the key', () => flipped(inHeader('"wrapped_key":"')), WRONG_KEY],
  ['a flipped bit in the day', () => flipped(inHeader('"created_at":"20')), DAMAGED],
  ['a flipped bit in the first chunk', () => flipped((bytes) => headEnd(bytes) + 30), DAMAGED],
  ['a flipped bit in the last byte', () => flipped((bytes) => bytes.length - 1), DAMAGED],
  ['of another installation', () => 'fremd.backup', WRONG_KEY],
  ['of a newer program', () => 'neuer.backup', 'stammt aus einer neueren Version von Schulhof (9.9.9)'],
  [
    'of a newer format',
    () => made(Buffer.from(whole.toString('latin1').replace('"format":1', '"format":2'), 'latin1')),
    'neueres Format',
  ],
  ['a dump of PostgreSQL', () => made('PGDMP\u0001\u000e\u0000'), NONE],
  ['SQL as text', () => made('-- PostgreSQL database dump\nselect 1;\n'), NONE],
  ['a ZIP file', () => made('PK\u0003\u0004'), NONE],
  ['a packed file', () => made(gzipSync(whole)), NONE],
  ['a database of SQLite', () => made('SQLite format 3\u0000'), NONE],
  ['the key file', () => made(`${formatKey(ring[0])}\n`), NONE],
  ['a folder', () => 'ordner.backup', 'Das ist ein Ordner, gebraucht wird eine Datei'],
  ['a name that is not there', () => 'fehlt.backup', 'Diese Datei oder ihr Ordner fehlt'],
]

const settings = { SECRET_KEY: formatKey(ring[0]), DATA_DIR: dataDir, BACKUP_DIR: pathOf('sicherungen') }
const urlOf = ({ name, owner }: typeof newer) =>
  `postgres://schulhof_owner@/${name}?host=${encodeURIComponent(owner.host)}`

test.each(WRONG)('%s is not restored: not even a database is started or made', async (_, file, message) => {
  const given = { ...settings, INIT_CWD: folder.path }
  const reply = await typeLine(['restore', pathOf(file())], { settings: given })
  expect(reply).toMatchObject({ code: 1, said: '', remarks: expect.stringContaining(message) })
  expect(reply.remarks).not.toMatch(/^\s+at /m)
  expect(existsSync(dataDir)).toBe(false)
})

test.each(WRONG)(
  '%s is no way back: the newer data stay as they are, and nothing is asked',
  async (_, file, message) => {
    const eye = await asSuperuser(newer.name)
    const before = await sumTables(eye)
    const given = { ...settings, DATABASE_URL: urlOf(newer) }
    const reply = await typeLine(['go-back', '--yes', '--file', pathOf(file())], { settings: given })
    expect(reply).toMatchObject({ code: 1, said: '', remarks: expect.stringContaining(message) })
    expect(await sumTables(eye)).toEqual(before)
    await eye.end()
    // Not even the backup of the present state was begun.
    expect(existsSync(pathOf('sicherungen'))).toBe(false)
  },
)

test('the good one, from which all others are made, is restored', async () => {
  const target = await makeEmptyDatabase()
  const given = { ...settings, DATABASE_URL: urlOf(target) }
  const reply = await typeLine(['restore', pathOf('gut.backup')], { settings: given })
  expect(reply).toMatchObject({ code: 0, said: expect.stringContaining('Zurückgespielt: der Stand vom 20.11.2026') })
  await target.drop()
})
