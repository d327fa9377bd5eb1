import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '#server/test/command-process.ts'
import { effort, reportFigure } from '#server/test/effort.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

const PUPILS = effort({ short: 1000, long: 10_000 })
const LEFT = '2026-01-15'

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
  await plantLeavers()
}, 120_000)
afterAll(() => school.app.stop())

/** Works as the owner of the database inside the school: it counts rows and prepares tests. */
async function ask<T extends object = { count: number }>(question: string) {
  const client = await school.app.database.owner.connect()
  try {
    await client.query(`select set_config('app.school_id', $1, false)`, [String(school.fsw)])
    return (await client.query<T>(question)).rows
  } finally {
    client.release(true)
  }
}
const count = async (what: string) => (await ask(`select count(*)::int as count from ${what}`))[0]?.count ?? Number.NaN

/** Pupils with a guardian, a contact person, a class and a note each; all left on one day. */
async function plantLeavers() {
  const { fsw } = school
  await ask(`insert into pupil (school_id, pupil_number, lastname, firstname, gender, birthdate, status, date_entry, date_exit, street)
    select ${fsw}, 'F-' || n, 'Familie' || n, 'Kind', 'f', '2015-02-17', 'left', '2024-08-01', '${LEFT}', 'Am Anger'
    from generate_series(1, ${PUPILS}) n`)
  await ask(`insert into guardian (school_id, firstname, lastname, mail)
    select ${fsw}, 'Eva', lastname, 'g' || id || '@example.org' from pupil`)
  await ask(`insert into pupil_guardian (school_id, pupil_id, guardian_id, relationship, has_custody)
    select ${fsw}, p.id, g.id, 'mother', true from pupil p join guardian g on g.mail = 'g' || p.id || '@example.org'`)
  await ask(`insert into pupil_contact_person (school_id, pupil_id, firstname, lastname, relation, phone, priority)
    select ${fsw}, id, 'Oma', lastname, 'Oma', '030 23125-114', 1 from pupil`)
  await ask(`insert into pupil_note (school_id, pupil_id, body_markdown) select ${fsw}, id, 'Notiz' from pupil`)
  await ask(`insert into pupil_schoolclass (school_id, pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, date_end, reason)
    select ${fsw}, p.id, c.school_year_id, c.schoolgrade_id, c.id, '2025-08-01', '${LEFT}', 'entry'
    from pupil p, (select * from schoolclass order by id limit 1) c`)
}

const startNight = (day: string) =>
  startCommand('server/test/retention-child.ts', [JSON.stringify(school.app.database.connection), day], {})

const erased = (action: 'reduce' | 'delete') => count(`erasure where subject = 'pupil' and action = '${action}'`)

/** Starts a night and kills it with SIGKILL once some, but not all are erased. */
async function killInTheMiddle(day: string, action: 'reduce' | 'delete') {
  const night = startNight(day)
  const before = await erased(action)
  for (;;) {
    if ((await erased(action)) > before) break
    await pause(5)
  }
  night.kill('SIGKILL')
  await night.ended
  return erased(action)
}

/** A pupil is either untouched or reduced with everything; the proof says exactly which. */
async function expectWhole(reduced: number) {
  expect(await count('pupil where reduced_on is not null')).toBe(reduced)
  expect(await count('guardian')).toBe(PUPILS - reduced)
  expect(await count('pupil_contact_person')).toBe(PUPILS - reduced)
  expect(await count('pupil_note')).toBe(PUPILS - reduced)
  expect(await count('pupil where reduced_on is not null and street is not null')).toBe(0)
  expect(await count(`erasure where subject = 'guardian'`)).toBe(reduced)
}

test('a night that is killed in the middle leaves nothing half erased, and the next start ends it once', async () => {
  await school.nightOf('2027-07-17')
  let reduced = 0
  let kills = 0
  while (kills < 3) {
    reduced = await killInTheMiddle('2027-07-31', 'reduce')
    kills += 1
    await expectWhole(reduced)
    if (reduced + 200 >= PUPILS) break
  }
  expect(reduced).toBeLessThan(PUPILS)
  await startNight('2027-07-31').ended
  await expectWhole(PUPILS)
  expect(await erased('reduce')).toBe(PUPILS)
  reportFigure(`erasure of ${PUPILS} killed ${kills} times: nothing half erased, each once`)
}, 300_000)

test('two processes at once delete each pupil once, and count it once in the numbers that remain', async () => {
  await school.nightOf('2036-07-17')
  const nights = await Promise.all([startNight('2036-07-31').ended, startNight('2036-07-31').ended])
  expect(nights.map(({ code, output }) => [code, output])).toEqual([
    [0, ''],
    [0, ''],
  ])
  expect(await count('pupil')).toBe(0)
  expect(await erased('delete')).toBe(PUPILS)
  expect(await ask('select gender, count from pupil_statistic')).toEqual([{ gender: 'f', count: PUPILS }])
  reportFigure(`two processes erase ${PUPILS} pupils at once: each once`)
}, 300_000)
