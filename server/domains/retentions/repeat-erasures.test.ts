import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkArchive, restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { makeEmptyDatabase, makeFolder } from '#server/test/backup-drill.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { appendToJournal, readJournal } from './erasure-journal.ts'
import { copyErasures, journalLines, repeatErasures, repeatedText } from './repeat-erasures.ts'

const folder = makeFolder()
let school: RetentionSchool
let restored: TestApp
let pupil = 0
let rejected = 0

const rowsIn = (app: TestApp, query: string) =>
  insideSchool(app, school.fsw, async (tx) => (await sql.raw(query).execute(tx)).rows)

/** The platform of the restored installation, whose journal is that of the lost one. */
const journalOf = (app: TestApp) => ({ ...app.platform, erasureJournal: school.app.platform.erasureJournal })

beforeAll(async () => {
  school = await openRetentionSchool()
  const { app, fsw } = school
  ;({ pupil } = await insideSchool(app, fsw, (tx) =>
    plantPeople(tx, { school_id: fsw, word: 'Quittenbaum', keys: app.platform.keys }),
  ))
  await rowsIn(app, `delete from saved_view`)
  await rowsIn(app, `update pupil set status = 'left', date_exit = '2027-01-15' where id = ${pupil}`)
  rejected = (await school.made({ status: 'rejected', decided_at: '2028-01-20T08:00:00Z' })).id
  const file = join(folder.path, 'gestern.backup')
  const ring = app.platform.keys
  await writeBackup(
    { ...app.database.connection, user: 'schulhof_owner' },
    { file, ring, appVersion: '0.1.0', now: new Date() },
  )
  await school.nightOf('2028-07-17')
  await school.nightOf('2028-07-31')
  await copyErasures(app.platform)({})
  const target = await makeEmptyDatabase()
  const { header } = await checkArchive(file, ring)
  await restoreBackup(target.owner, { file, header, ring })
  restored = await startTestApp({ database: target.open(), keys: ring })
}, 60_000)
afterAll(async () => {
  await Promise.all([school.app.stop(), restored?.stop()])
  folder.remove()
})

describe('the journal', () => {
  test('holds ids, rules and days, and no name', () => {
    const text = readFileSync(school.app.platform.erasureJournal, 'utf8')
    expect(text).not.toMatch(/Quittenbaum|Müller/i)
    expect(text.trim().split('\n')).toHaveLength(4)
    expect(readJournal(school.app.platform.erasureJournal, school.app.platform.keys).erasures).toContainEqual({
      school: school.fsw,
      subject: 'pupil',
      subject_id: pupil,
      rule: 'contacts',
      action: 'reduce',
      erased_on: '2028-07-31',
    })
  })

  test('is written once, however often the job runs', async () => {
    const { erasureJournal } = school.app.platform
    const before = readFileSync(erasureJournal, 'utf8')
    await copyErasures(school.app.platform)({})
    expect(readFileSync(erasureJournal, 'utf8')).toBe(before)
  })

  test('lines of another installation, forged lines and half a line count for nothing', () => {
    const { erasureJournal, keys } = school.app.platform
    const { erasures } = readJournal(erasureJournal, keys)
    const foreign = [{ id: 'other', bytes: Buffer.alloc(32, 7) }] as const
    const [line] = erasures
    if (!line) throw new Error('The journal is empty.')
    appendToJournal(erasureJournal, foreign, [line])
    appendFileSync(erasureJournal, `${JSON.stringify({ ...line, subject_id: 1 })}\t${'A'.repeat(43)}\n{"school":`)
    expect(readJournal(erasureJournal, keys)).toEqual({ erasures, unreadable: 2 })
  })
})

test('after half a line the next erasure is not lost, and its row is not copied twice', () => {
  const { keys } = school.app.platform
  const file = join(folder.path, 'half.jsonl')
  const line = (subject_id: number) =>
    ({ school: 1, subject: 'pupil', subject_id, rule: 'proof', action: 'delete', erased_on: '2028-07-31' }) as const
  appendToJournal(file, keys, [line(1)])
  appendFileSync(file, '{"school":1,"subject":"pup')
  appendToJournal(file, keys, [line(2)])
  expect(readJournal(file, keys)).toEqual({ erasures: [line(1), line(2)], unreadable: 0 })
})

test('what the journal lost is written again, and lines of a lost key are said', async () => {
  const { app } = school
  const { erasureJournal, keys } = app.platform
  const before = readJournal(erasureJournal, keys)
  const [first = '', ...others] = readFileSync(erasureJournal, 'utf8').split('\n')
  writeFileSync(erasureJournal, others.join('\n'))
  const found = await repeatErasures(app.platform)
  expect(found).toEqual({ repeated: new Map(), unreadable: before.unreadable, lost: 1 })
  expect(journalLines(found)).toEqual([
    'Im Löschjournal fehlte 1 Löschung; das wird nachgetragen.',
    expect.stringContaining('Achtung: Im Löschjournal sind 2 Zeilen nicht mit dem Schlüssel'),
  ])
  await copyErasures(app.platform)({})
  expect(readFileSync(erasureJournal, 'utf8')).toContain(first)
  expect((await repeatErasures(app.platform)).lost).toBe(0)
})

test('a school that is made after a restore does not get the number of one that the journal knows', async () => {
  const file = join(folder.path, 'older.jsonl')
  const { keys } = restored.platform
  appendToJournal(file, keys, [
    { school: 40, subject: 'pupil', subject_id: 1, rule: 'proof', action: 'delete', erased_on: '2028-07-31' },
  ])
  await repeatErasures({ ...restored.platform, erasureJournal: file })
  const { rows } = await restored.database.owner.query(
    "select nextval(pg_get_serial_sequence('school', 'id'))::int as id",
  )
  expect(rows[0].id).toBeGreaterThan(40)
})

test('a restored database holds the erased again until they are erased once more', async () => {
  expect(await tablesNaming(restored, school.fsw, 'Quittenbaum')).toContain('public.guardian')
  expect(await rowsIn(restored, `select id from registration where id = ${rejected}`)).toHaveLength(1)
  const repeated = await repeatErasures(journalOf(restored))
  expect(repeatedText(repeated)).toBe(
    '1 Kontaktperson, 1 Sorgeberechtigte Person, 1 Schülerin oder Schüler, 1 Bewerbung',
  )
  expect(await tablesNaming(restored, school.fsw, 'Quittenbaum')).toEqual(['public.pupil', 'public.pupil_word'])
  expect(await rowsIn(restored, 'select street, mail, reduced_on from pupil')).toEqual([
    { street: null, mail: null, reduced_on: expect.any(String) },
  ])
  expect(await rowsIn(restored, `select id from registration where id = ${rejected}`)).toEqual([])
  const tallies = 'select school_year_id, desired_grade, status, month, count from registration_tally'
  expect(await rowsIn(restored, tallies)).toEqual([expect.objectContaining({ status: 'rejected', count: 1 })])
  expect(await rowsIn(restored, tallies)).toEqual(await rowsIn(school.app, tallies))
})

test('once is enough, so a new pupil with an erased id is left alone', async () => {
  await rowsIn(restored, `update pupil set city = 'Wacholderhain' where id = ${pupil}`)
  expect((await repeatErasures(journalOf(restored))).repeated.size).toBe(0)
  expect(await rowsIn(restored, 'select city from pupil')).toEqual([{ city: 'Wacholderhain' }])
})
