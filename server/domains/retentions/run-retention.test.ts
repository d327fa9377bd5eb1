import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { searchEndpoints } from '#contract/search/search.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { tablesNaming as findTablesNaming } from '#server/test/tables-naming.ts'
import { RETENTION_TASK } from './run-retention.ts'

const REJECTED = { status: 'rejected', decided_at: '2026-11-20T08:00:00Z' } as const

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2026-11-20')
  for (const id of [school.fsw, school.fow])
    await insideSchool(school.app, id, async (tx) => {
      await tx.deleteFrom('registration').execute()
      await tx.deleteFrom('registration_tally').execute()
      await tx.deleteFrom('school_setting').where('key', '=', 'RETENTION_SETTINGS').execute()
    })
})

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const tallies = () =>
  inFsw((tx) =>
    tx
      .selectFrom('registration_tally as t')
      .innerJoin('schoolyear as y', 'y.id', 't.school_year_id')
      .select(['y.name', 't.desired_grade', 't.status', 't.month', 't.count'])
      .orderBy('t.status')
      .execute(),
  )
const tablesNaming = (word: string) => findTablesNaming(school.app, school.fsw, word)

/** Runs the nights two weeks before, one day before and on the day; returns what is left after the last two. */
const leftAround = async (due: string) => {
  await school.nightOf(addDays(due, -14))
  await school.nightOf(addDays(due, -1))
  const before = await school.left()
  await school.nightOf(due)
  return [before.length, (await school.left()).length]
}

describe('an application is deleted on its day and not the day before', () => {
  test.each([
    ['rejected', REJECTED, '2027-05-20'],
    ['withdrawn', { withdrawn_at: '2026-11-20T08:00:00Z', withdrawn_by: 'applicant' }, '2026-12-21'],
    ['taken over', { status: 'accepted', transformed_at: '2026-11-20T08:00:00Z' }, '2027-05-20'],
    ['accepted, never started', { status: 'accepted', decided_at: '2026-11-20T08:00:00Z' }, '2028-02-01'],
    ['waiting', { status: 'waiting', wait_rank: 1, waiting_since: '2026-11-20T08:00:00Z' }, '2028-02-01'],
  ])('%s', async (_title, change, due) => {
    await school.made(change)
    expect(await leftAround(due)).toEqual([1, 0])
  })

  test('the note goes seven days after the decision and the timeline says so', async () => {
    const { id } = await school.made({ ...REJECTED, internal_note: 'Hospitation im Mai' })
    const noteOf = () =>
      inFsw((tx) =>
        tx
          .selectFrom('registration')
          .select(['internal_note', 'version'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    await school.nightOf('2026-11-26')
    expect(await noteOf()).toEqual({ internal_note: 'Hospitation im Mai', version: 1 })
    await school.nightOf('2026-11-27')
    expect(await noteOf()).toEqual({ internal_note: null, version: 2 })
    await school.nightOf('2026-11-28')
    const events = await inFsw((tx) => tx.selectFrom('registration_event').select(['kind', 'created_by']).execute())
    expect(events).toEqual([{ kind: 'note_removed', created_by: null }])
  })
})

describe('an application that was not shown for two weeks stays', () => {
  test('after an outage it is shown first', async () => {
    await school.made(REJECTED)
    await school.nightOf('2027-08-01')
    expect((await school.preview()).due).toMatchObject([{ reason: 'rejected', due_on: '2027-08-15' }])
    await school.nightOf('2027-08-14')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2027-08-15')
    expect(await school.left()).toHaveLength(0)
  })

  test('a shorter period, too', async () => {
    await school.made(REJECTED)
    await school.nightOf('2027-02-01')
    await inFsw((tx) =>
      tx
        .insertInto('school_setting')
        .values({
          school_id: school.fsw,
          key: 'RETENTION_SETTINGS',
          setting_value: JSON.stringify({ rejected_months: 2 }),
        })
        .execute(),
    )
    await school.nightOf('2027-02-02')
    expect((await school.preview()).due).toMatchObject([{ due_on: '2027-02-16' }])
    await school.nightOf('2027-02-15')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2027-02-16')
    expect(await school.left()).toHaveLength(0)
  })

  test('one that was decided anew is shown anew', async () => {
    const { id } = await school.made(REJECTED)
    await school.nightOf('2027-05-06')
    await inFsw((tx) =>
      tx.updateTable('registration').set({ status: 'new', decided_at: null }).where('id', '=', id).execute(),
    )
    await school.nightOf('2027-05-10')
    await inFsw((tx) => tx.updateTable('registration').set(REJECTED).where('id', '=', id).execute())
    await school.nightOf('2027-05-20')
    expect(await school.left()).toHaveLength(1)
  })

  test('the preview of each day is what goes on the days it names', async () => {
    await school.made(REJECTED)
    await school.made({ ...REJECTED, decided_at: '2026-11-22T08:00:00Z' })
    await school.made({ ...REJECTED, decided_at: '2026-12-24T08:00:00Z' })
    await school.nightOf('2027-05-08')
    await school.goTo('2027-05-14')
    const announced = (await school.preview()).due.map(({ number, due_on }) => ({ number, due_on }))
    expect(announced.map(({ due_on }) => due_on)).toEqual(['2027-05-22', '2027-05-22'])
    await school.nightOf('2027-05-21')
    expect(await school.left()).toHaveLength(3)
    await school.nightOf('2027-05-22')
    const left = await school.left()
    expect(announced.every(({ number }) => !left.includes(number))).toBe(true)
    expect(left).toHaveLength(1)
  })
})

describe('after the deletion there is left', () => {
  test('a number by year, grade, status and month; run twice it is counted once', async () => {
    await school.made(REJECTED)
    await school.made(REJECTED)
    await school.made({ ...REJECTED, withdrawn_at: '2027-04-19T08:00:00Z', withdrawn_by: 'staff' })
    await school.nightOf('2027-05-06')
    await school.nightOf('2027-05-20')
    await school.run()
    const kept = { name: '2027/2028', desired_grade: 1, month: '2026-11-01' }
    expect(await tallies()).toEqual([
      { ...kept, status: 'rejected', count: 2 },
      { ...kept, status: 'withdrawn', count: 1 },
    ])
    const rows = await inFsw((tx) =>
      tx
        .selectFrom('user_log')
        .select('changed_fields')
        .where('action', '=', 'retention_run')
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(rows).toEqual([{ changed_fields: ['rows:3'] }])
  })

  test('no name in any table', async () => {
    const word = 'Zzkanarie'
    const { id } = await school.made(
      { ...REJECTED, withdraw_reason: word },
      { firstname: word, lastname: word, mail: `${word}@example.org`, parent: { firstname: word, lastname: word } },
    )
    await inFsw(async (tx) => {
      const contact = await tx
        .selectFrom('registration_contact')
        .select('id')
        .where('registration_id', '=', id)
        .executeTakeFirstOrThrow()
      const about = { school_id: school.fsw, related_type: 'registration_contact', related_id: contact.id }
      await tx
        .insertInto('mail_log')
        .values({
          ...about,
          template: 'x',
          recipient_masked: `${word}@example.org`,
          recipient_hash: Buffer.from(word),
          error: word,
        })
        .execute()
    })
    const before = await tablesNaming(word)
    expect(before).toEqual(
      expect.arrayContaining(['public.registration', 'public.registration_contact', 'public.mail_log']),
    )
    await school.nightOf('2027-05-06')
    await school.nightOf('2027-05-20')
    expect(await tablesNaming(word)).toEqual([])
    const found = await school.head.call(searchEndpoints.search, { query: { q: word } })
    expect(found.statusCode).toBe(200)
    expect(found.body.toLowerCase()).not.toContain(word.toLowerCase())
  })

  test('those who waited behind move up without a gap', async () => {
    const waiting = { status: 'waiting', waiting_since: '2026-11-20T08:00:00Z' } as const
    await school.made({ ...waiting, wait_rank: 1 })
    await school.made({ ...waiting, wait_rank: 2, desired_start_date: '2028-03-01' })
    await school.made({ ...waiting, wait_rank: 3 })
    await school.made({ ...waiting, wait_rank: 4, desired_start_date: '2028-03-01' })
    await school.nightOf('2028-01-18')
    await school.nightOf('2028-02-01')
    const ranks = await inFsw((tx) => tx.selectFrom('registration').select('wait_rank').orderBy('id').execute())
    expect(ranks).toEqual([{ wait_rank: 1 }, { wait_rank: 2 }])
  })
})

test('a run that fails in the middle leaves complete batches, and the next one finishes', async () => {
  for (let count = 0; count < 105; count += 1) await school.made(REJECTED)
  await school.nightOf('2027-05-06')
  // The second batch contains an application that cannot be deleted.
  const { owner } = school.app.database
  const last = (await school.left()).at(-1) ?? ''
  await owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin if old.number = '${last}' then raise 'refused'; end if; return old; end $$`,
  )
  await owner.query('create trigger refuse before delete on registration for each row execute function refuse()')
  await expect(school.nightOf('2027-05-20')).rejects.toThrow(`The retention run failed: school ${school.fsw} (P0001).`)
  expect(await school.left()).toHaveLength(5)
  expect((await tallies())[0]?.count).toBe(100)
  await owner.query('drop trigger refuse on registration')
  await school.run()
  expect(await school.left()).toHaveLength(0)
  expect((await tallies())[0]?.count).toBe(105)
})

test('two runs at once count each once', async () => {
  for (let count = 0; count < 3; count += 1) await school.made(REJECTED)
  await school.nightOf('2027-05-06')
  school.goTo('2027-05-20')
  await Promise.all([school.run(), school.run()])
  expect(await school.left()).toHaveLength(0)
  expect((await tallies())[0]?.count).toBe(3)
})

test('each school has its own periods', async () => {
  await school.made(REJECTED, { grade: 7 }, school.fow)
  await insideSchool(school.app, school.fow, (tx) =>
    tx
      .insertInto('school_setting')
      .values({
        school_id: school.fow,
        key: 'RETENTION_SETTINGS',
        setting_value: JSON.stringify({ rejected_months: 12 }),
      })
      .execute(),
  )
  await school.made(REJECTED)
  await school.nightOf('2027-05-06')
  await school.nightOf('2027-05-20')
  expect([(await school.left()).length, (await school.left(school.fow)).length]).toEqual([0, 1])
})

test('the job has its place in the crontab', async () => {
  const { tasksOf, crontabOf } = await import('#server/tasks.ts')
  expect(crontabOf(tasksOf(school.app.platform))).toContain(`${RETENTION_TASK} ?fill=`)
})
