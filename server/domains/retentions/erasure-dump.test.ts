import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { checkArchive, restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { tidySicknotes } from '#server/domains/absences/tidy-sicknotes.ts'
import { makeEmptyDatabase, makeFolder } from '#server/test/backup-drill.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantAbsences } from '#server/test/planted-absences.ts'
import { plantConfidential } from '#server/test/planted-confidential.ts'
import { plantImport } from '#server/test/planted-import.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { findInDump } from '#server/test/superuser-dump.ts'
import { startTestApp } from '#server/test/test-app.ts'
import { copyErasures, repeatErasures } from './repeat-erasures.ts'
import { tidyUp } from './tidy-up.ts'

const folder = makeFolder()
let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(async () => {
  await school.app.stop()
  folder.remove()
})
beforeEach(async () => {
  school.goTo('2027-02-01')
  await school.forgetErasures()
  for (const table of ['pupil', 'guardian', 'registration', 'sicknote_feed', 'saved_view'])
    await inFsw((tx) => sql`delete from ${sql.table(table)}`.execute(tx))
})

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)

/** A name with an umlaut, so that its folded forms differ; and what else tells who it was. */
const NAME = 'Zwetschgenröther'
const WORDS = [NAME, `${NAME}@example.org`, '1711-0815', 'Haselnussgässchen', '2013-02-17', 'Wermutstropfen']

/** A pupil who left, with everything a pupil can have, and the application from which the record came. */
const plantLeaver = async () => {
  const people = await inFsw(async (tx) => {
    const place = { school_id: school.fsw, word: NAME, keys: school.app.platform.keys }
    const planted = await plantPeople(tx, place)
    await plantConfidential(tx, { ...place, ...planted })
    const pupil_id = planted.pupil
    await plantAbsences(tx, { school_id: school.fsw, school_year_id: planted.activeYear, pupil_id, word: NAME })
    await sql`update pupil set status = 'left', date_exit = '2027-01-15', birthdate = '2013-02-17',
      phone = '030 1711-0815', street = 'Haselnussgässchen', note = 'Wermutstropfen' where id = ${pupil_id}`.execute(tx)
    await sql`update guardian set phone_mobile = '0152 1711-0815', street = 'Haselnussgässchen',
      mail = ${`${NAME.toLowerCase()}@example.org`} where id = ${planted.guardian}`.execute(tx)
    await sql`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id, error)
      values ('sicknote_report', 'z***@example.org', sha256(convert_to(${`${NAME.toLowerCase()}@example.org`}, 'UTF8')),
        'guardian', ${planted.guardian}, 'Wermutstropfen')`.execute(tx)
    return planted
  })
  await school.made(
    { status: 'accepted', pupil_id: people.pupil, transformed_at: '2026-08-01T08:00:00Z' },
    { lastname: NAME },
  )
  return people
}

const find = (database = school.app.database.connection.database) => findInDump(database, WORDS)

test('nothing that was planted is in a superuser’s dump after the nights that reduce and delete', async () => {
  await plantLeaver()
  const before = await find()
  for (const word of WORDS) expect(before.join('\n')).toContain(`: ${word}`)
  expect(before.length).toBeGreaterThan(12)
  for (const day of ['2028-07-17', '2028-07-31', '2037-07-17', '2037-07-31']) {
    await school.nightOf(day)
    await tidySicknotes(school.app.platform)({})
    await tidyUp(school.app.platform)({})
  }
  expect(await find()).toEqual([])
})

/** Last name and mail of everybody who is no pupil, and of a pupil who got an own mail and came by an import. */
const OTHER = 'Schlehdornbusch'

const plantOthers = async () => {
  const { app, fsw } = school
  const { id: user } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  await app.database.owner.query(`update app_user set name = $2, email = $3, deactivated_at = now() where id = $1`, [
    user,
    `Konto ${OTHER}`,
    `${OTHER.toLowerCase()}-${user}@example.org`,
  ])
  const { id: registration } = await school.made(
    { status: 'waiting', waiting_since: '2026-11-18T08:00:00Z', wait_rank: 1 },
    { lastname: OTHER },
  )
  return inFsw(async (tx) => {
    const planted = await plantPeople(tx, { school_id: fsw, word: 'Kind', keys: app.platform.keys })
    const employee = await plantEmployee(tx, { school_id: fsw, schoolclass_id: planted.schoolclass, word: OTHER })
    await sql`update employee set date_exit = '2027-01-31', active = false where id = ${employee}`.execute(tx)
    await sql`update pupil set status = 'left', date_exit = '2027-01-15' where id = ${planted.pupil}`.execute(tx)
    await sql`update guardian set lastname = ${OTHER}, mail = ${`${OTHER}@example.org`} where id = ${planted.guardian}`.execute(
      tx,
    )
    await sql`insert into pupil_sicknote (pupil_id, date_start, date_end, source, reporter_name)
      values (${planted.pupil}, '2027-01-11', '2027-01-11', 'phone', ${`Frau ${OTHER}`})`.execute(tx)
    await sql`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
      values ('pupil_own_link', ${OTHER}, '', 'pupil', ${planted.pupil}),
        ('sicknote_report', ${OTHER}, '', 'guardian', ${planted.guardian})`.execute(tx)
    const imported = await plantImport(tx, { school_id: fsw, word: OTHER })
    await sql`delete from pupil_import_mapping`.execute(tx)
    await sql`update pupil_import_row set match_id = ${planted.pupil} where import_id = ${imported}`.execute(tx)
    return { user, registration, employee, guardian: planted.guardian, pupil: planted.pupil }
  })
}

test('employee, account, application, a guardian alone, an own mail and a row of an import: on request and after a restore', async () => {
  const { app } = school
  const planted = await plantOthers()
  const there = () => findInDump(app.database.connection.database, [OTHER])
  const text = (await there()).join('\n')
  for (const table of [
    'employee',
    'app_user',
    'registration',
    'guardian',
    'pupil_sicknote',
    'mail_log',
    'pupil_import_row',
  ])
    expect(text).toContain(table)
  const file = join(folder.path, 'andere.backup')
  const ring = app.platform.keys
  await writeBackup(
    { ...app.database.connection, user: 'schulhof_owner' },
    { file, ring, appVersion: '0.1.0', now: new Date() },
  )
  for (const subject of ['registration', 'employee', 'user', 'guardian', 'pupil'] as const) {
    const reply = await school.head.call(erasureOnRequestEndpoints.erase, {
      params: { subject, id: planted[subject] },
      body: { ground: 'objection', note: null, is_checked: true },
    })
    expect([subject, reply.statusCode], reply.body).toEqual([subject, 200])
  }
  expect(await there()).toEqual([])
  await copyErasures(app.platform)({})

  const target = await makeEmptyDatabase()
  const { header } = await checkArchive(file, ring)
  await restoreBackup(target.owner, { file, header, ring })
  const restored = await startTestApp({ database: target.open(), keys: ring })
  try {
    expect((await findInDump(target.name, [OTHER])).length).toBeGreaterThan(5)
    await repeatErasures({ ...restored.platform, erasureJournal: app.platform.erasureJournal })
    expect(await findInDump(target.name, [OTHER])).toEqual([])
  } finally {
    await restored.stop()
  }
}, 60_000)

test('the same at once after an erasure on request, and after a restore of yesterday’s backup', async () => {
  const { app } = school
  const { pupil } = await plantLeaver()
  const file = join(folder.path, 'gestern.backup')
  const ring = app.platform.keys
  const owner = { ...app.database.connection, user: 'schulhof_owner' }
  await writeBackup(owner, { file, ring, appVersion: '0.1.0', now: new Date() })
  const reply = await school.head.call(erasureOnRequestEndpoints.erase, {
    params: { subject: 'pupil', id: pupil },
    body: { ground: 'objection', note: null, is_checked: true },
  })
  expect(reply.statusCode).toBe(200)
  expect(await find()).toEqual([])
  await copyErasures(app.platform)({})
  const journal = readFileSync(app.platform.erasureJournal, 'utf8')
  expect(existsSync(app.platform.erasureJournal)).toBe(true)
  for (const word of WORDS) expect(journal.toLowerCase()).not.toContain(word.toLowerCase())

  const target = await makeEmptyDatabase()
  const { header } = await checkArchive(file, ring)
  await restoreBackup(target.owner, { file, header, ring })
  const restored = await startTestApp({ database: target.open(), keys: ring })
  try {
    expect((await find(target.name)).length).toBeGreaterThan(12)
    await repeatErasures({ ...restored.platform, erasureJournal: app.platform.erasureJournal })
    expect(await find(target.name)).toEqual([])
  } finally {
    await restored.stop()
  }
}, 60_000)
