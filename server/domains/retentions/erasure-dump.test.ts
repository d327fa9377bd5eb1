import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handErasureEndpoints } from '#contract/retentions/retentions.hand.ts'
import { checkArchive, restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { tidySicknotes } from '#server/domains/absences/tidy-sicknotes.ts'
import { makeEmptyDatabase, makeFolder } from '#server/test/backup-drill.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantAbsences } from '#server/test/planted-absences.ts'
import { plantConfidential } from '#server/test/planted-confidential.ts'
import { plantPeople } from '#server/test/planted-people.ts'
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

test('the same at once after an erasure on request, and after a restore of yesterday’s backup', async () => {
  const { app } = school
  const { pupil } = await plantLeaver()
  const file = join(folder.path, 'gestern.backup')
  const ring = app.platform.keys
  const owner = { ...app.database.connection, user: 'schulhof_owner' }
  await writeBackup(owner, { file, ring, appVersion: '0.1.0', now: new Date() })
  const reply = await school.head.call(handErasureEndpoints.erase, {
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
