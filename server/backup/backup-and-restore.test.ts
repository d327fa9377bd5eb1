import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder, type Sum, sumTables } from '#server/test/backup-drill.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'
import { type OptinLink, openFamilies } from '#server/test/optin-families.ts'
import { HARD_TEXT, PLANTED_LINK, plantInstallation } from '#server/test/planted-installation.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { openPostOffice } from '#server/test/post-office.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openSnapshot } from './database-snapshot.ts'
import { checkArchive, restoreBackup } from './restore-backup.ts'
import { writeBackup, writeSnapshot } from './write-backup.ts'

const folder = makeFolder()
const file = join(folder.path, 'schule.backup')
let app: TestApp
let restored: TestApp
let atSnapshot: Record<string, Sum>
let link: OptinLink
let head: { id: number; email: string }
let pupil = 0
let writes = 0
let writesMeanwhile = 0

/** As many pupils as a school has, each with a row in the log. */
const plantCrowd = (school: number) =>
  insideSchool(app, school, (tx) =>
    sql`insert into pupil (school_id, pupil_number, lastname, firstname, gender, birthdate, status, date_entry)
      select ${school}, 'menge-' || i, 'Menge ' || i, ${HARD_TEXT}, 'f', '2019-10-05', 'active', '2026-08-01' from generate_series(1, 700) i`.execute(
      tx,
    ),
  )

/** Writes in both schools until it is stopped, in tables at the front and at the end of the archive. */
function startWriters(schools: number[]) {
  const run = { isOn: true }
  const write = async (school_id: number) => {
    while (run.isOn) {
      await insideSchool(app, school_id, async (tx) => {
        await tx
          .updateTable('pupil')
          .set({ firstname: `Name ${writes}` })
          .where('pupil_number', 'in', ['menge-1', 'menge-700'])
          .execute()
        await tx.insertInto('guardian').values({ school_id, firstname: 'Neu', lastname: 'Neu' }).execute()
        await tx
          .updateTable('schoolclass')
          .set({ room: `R ${writes % 900}` })
          .execute()
      })
      writes += 1
    }
  }
  const done = Promise.all([...schools, ...schools].map(write))
  return async () => {
    run.isOn = false
    await done
  }
}

/** Other connections write before each table is read, so the backup certainly runs between their writes. */
async function* amongWrites<T>(tables: AsyncIterable<T>) {
  for await (const table of tables) {
    const enough = writes + 15
    while (writes < enough) await new Promise(setImmediate)
    yield table
  }
}

/** Backs up while others write, and reads the same snapshot on a path that row-level security does not limit. */
async function backUpAmongWriters(schools: number[]) {
  const snapshot = await openSnapshot({ ...app.database.connection, user: 'schulhof_owner' })
  const { rows } = await snapshot.client.query<{ id: string }>('select pg_export_snapshot() as id')
  const eye = await asSuperuser(app.database.connection.database)
  await eye.query('begin isolation level repeatable read')
  await eye.query(`set transaction snapshot '${rows[0]?.id}'`)
  const stopWriters = startWriters(schools)
  const backup = { file, ring: app.platform.keys, appVersion: '0.1.0', now: new Date() }
  const tables = amongWrites(snapshot.source.tables)
  const before = writes
  await writeSnapshot({ ...snapshot, source: { ...snapshot.source, tables } }, backup)
  writesMeanwhile = writes - before
  atSnapshot = await sumTables(eye)
  await stopWriters()
  await Promise.all([snapshot.close(), eye.end()])
}

beforeAll(async () => {
  app = await startTestApp()
  const post = await openPostOffice(app)
  const schools = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  const [fsw = 0, fow = 0] = schools
  ;({ pupil } = await plantSchool(app, fsw, 'Buchfink'))
  await plantSchool(app, fow, 'Zaunkönig')
  await Promise.all(schools.map(plantCrowd))
  ;({ link } = await openFamilies(app, post, fsw).family())
  // A registration whose mail is still waiting.
  await apply(app, app.visitor(), { answers: { 'contacts.0.mail': 'wartet@example.org' } })
  head = await makeUser(app, { role: 'schooladmin', schools })
  await app.signedIn(head.id)
  await plantInstallation(app, { user: head.id, school: fsw, pupil })
  await backUpAmongWriters(schools)
  await post.stop()
  const target = await makeEmptyDatabase()
  const { header } = await checkArchive(file, app.platform.keys)
  await restoreBackup(target.owner, { file, header, ring: app.platform.keys })
  restored = await startTestApp({ database: target.open(), keys: app.platform.keys })
}, 60_000)
afterAll(async () => {
  await Promise.all([app.stop(), restored?.stop()])
  folder.remove()
})

test('every table had rows, and others wrote while the backup ran', () => {
  const empty = Object.entries(atSnapshot).filter(([, { rows }]) => rows === 0)
  expect(empty).toEqual([])
  expect(writesMeanwhile).toBeGreaterThan(300)
})

test('the restored rows are exactly those of the snapshot', async () => {
  const eye = await asSuperuser(restored.database.connection.database)
  expect(await sumTables(eye)).toEqual(atSnapshot)
  await eye.end()
})

test('the file is for its owner only, alone in its folder, and holds no readable word', () => {
  expect(readdirSync(folder.path)).toEqual(['schule.backup'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const bytes = readFileSync(file)
  for (const word of ['Buchfink', 'example.org', 'lastname', 'argon2']) expect(bytes.includes(word), word).toBe(false)
})

test('rights, row-level security and triggers are those of a fresh installation', async () => {
  const look = async (database: string) => {
    const client = await asSuperuser(database)
    const { rows } = await client.query(
      `select c.oid::regclass::text as table, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
         (select jsonb_agg(jsonb_build_object('name', tgname, 'enabled', tgenabled) order by tgname)
          from pg_trigger t where t.tgrelid = c.oid and not tgisinternal) as triggers
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    await client.end()
    return rows
  }
  expect(await look(restored.database.connection.database)).toEqual(await look(app.database.connection.database))
})

test('a backup as a superuser, whom row-level security does not bind, contains no row twice', async () => {
  const sumsAs = async (user: string) => {
    const to = join(folder.path, `${user}.backup`)
    const backup = { file: to, ring: app.platform.keys, appVersion: '0.1.0', now: new Date() }
    await writeBackup({ ...app.database.connection, user }, backup)
    return (await checkArchive(to, app.platform.keys)).footer.tables
  }
  expect(await sumsAs(inject('superuser'))).toEqual(await sumsAs('schulhof_owner'))
})

test('everyone has to sign in again, and can; no link that sets a password comes back to life', async () => {
  for (const table of ['session', 'login_challenge', 'password_link']) {
    const count = async ({ database }: TestApp) => (await database.owner.query(`select from ${table}`)).rows.length
    expect([table, await count(restored)]).toEqual([table, 0])
    expect(await count(app), table).toBeGreaterThan(0)
  }
  expect((await restored.visitor().logIn(head.email)).statusCode).toBe(200)
})

test('a confirmation link from before works, and so does the one of a mail that still waited', async () => {
  const post = await openPostOffice(restored)
  const { rows } = await restored.database.owner.query<{ id: number }>(`select id from school where short = 'fsw'`)
  const families = openFamilies(restored, post, Number(rows[0]?.id))
  expect((await families.confirm(link)).statusCode).toBe(200)
  await post.runDue()
  expect(families.mailsTo('wartet@example.org')).toHaveLength(1)
  expect(families.mailsTo('kopf@example.org')).toHaveLength(1)
  await post.stop()
})

test('a parents’ link can be read again', async () => {
  const client = await asSuperuser(restored.database.connection.database)
  const { rows } = await client.query<{ school_id: string; uuid_encrypted: Buffer }>(
    'select school_id, uuid_encrypted from pupil_link where pupil_id = $1',
    [pupil],
  )
  await client.end()
  const place = { school_id: Number(rows[0]?.school_id), pupil_id: pupil }
  expect(openPupilLink(restored.platform.keys, place, rows[0]?.uuid_encrypted as Buffer)).toBe(PLANTED_LINK)
})

test('running numbers continue after the last one', async () => {
  const count = async ({ database }: TestApp) => {
    const { rows } = await database.owner.query<{ id: string }>(
      `select nextval(pg_get_serial_sequence('school', 'id')) as id`,
    )
    return Number(rows[0]?.id)
  }
  expect(await count(restored)).toBe(await count(app))
  const id = await makeSchool(restored, 'fsw', { short: 'neu' })
  expect(id).toBeGreaterThan(2)
})
