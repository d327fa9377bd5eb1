import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let school: RolloverSchool
beforeEach(async () => {
  school = await makeRolloverSchool(app)
  await school.addClass({ grade: 5, description: 'a' })
  await school.addClass({ grade: 6, description: 'a' })
})

describe('carried out once', () => {
  test('a second time nothing is left to do, and it says so', async () => {
    await school.addPupil({ from: '5a' })
    await school.addPupil({ from: '6a' })
    const first = await school.commit()
    const before = await school.dump()
    const report = await school.rehearse()
    expect(report.pupils.map(({ reason }) => reason)).toEqual(['already_placed', 'left_before'])
    const again = await school.commit({}, report.fingerprint)
    expect([again.statusCode, again.json().message, again.json().id]).toEqual([
      201,
      ROLLOVER_TEXTS.nothingToDo,
      first.json().id,
    ])
    expect(await school.dump()).toEqual(before)
    expect((await school.list()).rollovers).toHaveLength(1)
  })

  test('with the first fingerprint it is refused', async () => {
    await school.addPupil({ from: '5a' })
    const { fingerprint } = await school.rehearse()
    await school.commit({}, fingerprint)
    const again = await school.commit({}, fingerprint)
    expect([again.statusCode, again.json().message]).toEqual([409, ROLLOVER_TEXTS.changed])
  })

  test('pupils who are added later are moved by a second change', async () => {
    expect(await school.list()).toMatchObject({ pending: 0, has_pupils: false })
    await school.addPupil({ from: '5a' })
    await school.commit()
    // Nobody waits any more, but that is not a school without pupils.
    expect(await school.list()).toMatchObject({ pending: 0, has_pupils: true })
    const late = await school.addPupil({ from: '5a' })
    expect((await school.list()).pending).toBe(1)
    expect((await school.rehearse()).counts).toMatchObject({ moved: 1, skipped: 1, new_classes: 0 })
    await school.commit()
    expect((await school.memberships(late))[1]).toBe('6a 2027-08-01– rollover')
    expect((await school.list()).rollovers).toHaveLength(2)
  })

  test('two changes at once are carried out once', async () => {
    for (let n = 0; n < 5; n++) await school.addPupil({ from: '5a' })
    const { fingerprint } = await school.rehearse()
    const replies = await Promise.all([school.commit({}, fingerprint), school.commit({}, fingerprint)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(ROLLOVER_TEXTS.changed)
    expect((await school.list()).rollovers).toHaveLength(1)
  })

  test('taken back, the same request is no repeat, also without a key', async () => {
    const pupil = await school.addPupil({ from: '5a' })
    const send = async () =>
      school.head.call(rolloverEndpoints.commit, {
        body: { ...school.years, fingerprint: (await school.rehearse()).fingerprint },
      })
    await school.undo((await send()).json().id)
    expect(await school.memberships(pupil)).toHaveLength(1)
    expect((await send()).statusCode).toBe(201)
    expect(await school.memberships(pupil)).toHaveLength(2)
  })

  test('the answer stored for repeated calls names nobody', async () => {
    await school.addPupil({ from: '5a', lastname: 'Namenlos' })
    await school.commit()
    const { rows } = await app.database.owner.query('select reply::text as text from idempotency')
    expect(rows.map(({ text }) => text).join()).not.toContain('Namenlos')
  })

  test('a pupil who gets a class at the same moment is noticed', async () => {
    const pupil = await school.addPupil({ from: '5a', date_end: '2027-07-31' })
    const { fingerprint } = await school.rehearse()
    const other = await app.database.owner.connect()
    try {
      await other.query('begin')
      await other.query(`select set_config('app.school_id', $1, true)`, [String(school.schoolId)])
      await other.query(
        `insert into pupil_schoolclass (school_id, pupil_id, school_year_id, schoolgrade_id, date_start, reason)
          select $1, $2, $3, id, '2027-08-01', 'entry' from schoolgrade where grade = 6`,
        [school.schoolId, pupil, school.years.to_year_id],
      )
      const reply = school.commit({}, fingerprint)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.platform.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
      await other.query('commit')
      expect([(await reply).statusCode, (await reply).json().message]).toEqual([409, ROLLOVER_TEXTS.changed])
    } finally {
      other.release()
    }
  })

  test('the same request repeated answers the same', async () => {
    await school.addPupil({ from: '5a' })
    const { fingerprint } = await school.rehearse()
    const request = {
      body: { ...school.years, fingerprint },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }
    const first = await school.head.call(rolloverEndpoints.commit, request)
    const again = await school.head.call(rolloverEndpoints.commit, request)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  })
})

const changes: [string, (pupil: number) => Promise<unknown>][] = [
  ['a pupil came', () => school.addPupil({ from: '5a' })],
  ['a pupil left', (pupil) => school.rows(`update pupil set date_exit = '2027-01-31' where id = $1`, [pupil])],
  ['a class was made', () => school.addClass({ year: 'to', grade: 6, description: 'a' })],
  ['a class has other places', () => school.rows('update schoolclass set capacity = 9')],
  [
    'a class has another leader',
    async () => school.addFunction(school.classId('from', '5a'), await school.addEmployee('Berg')),
  ],
  [
    'the year ends on another day',
    () => school.rows(`update schoolyear set date_end = '2027-07-30' where state = 'active'`),
  ],
  ['the grades go another way', () => school.rows('update schoolgrade set next_schoolgrade_id = null where grade = 5')],
]
test.each(changes)('when %s since the rehearsal, nothing is done', async (_what, change) => {
  const pupil = await school.addPupil({ from: '5a' })
  const { fingerprint } = await school.rehearse()
  await change(pupil)
  const before = await school.dump()
  const reply = await school.commit({}, fingerprint)
  expect([reply.statusCode, reply.json().message]).toEqual([409, ROLLOVER_TEXTS.changed])
  expect(await school.dump()).toEqual(before)
})

test('a name that changed is no change, and neither is another plan the same', async () => {
  const pupil = await school.addPupil({ from: '5a' })
  const { fingerprint } = await school.rehearse()
  await school.rows(`update pupil set lastname = 'Zander' where id = $1`, [pupil])
  expect((await school.rehearse()).fingerprint).toBe(fingerprint)
  expect((await school.rehearse({ pupils: [{ pupil_id: pupil, decision: 'repeat' }] })).fingerprint).not.toBe(
    fingerprint,
  )
})

test('a rehearsal changes nothing at all', async () => {
  await school.addPupil({ from: '5a' })
  await school.addPupil({ from: '6a' })
  const countLog = () => school.rows('select count(*) from user_log')
  const before = [await school.dump(), await countLog()]
  await school.rehearse()
  expect([await school.dump(), await countLog()]).toEqual(before)
})

test('a failure in the middle leaves everything as it was', async () => {
  for (let n = 0; n < 60; n++) await school.addPupil({ from: n % 2 ? '5a' : '6a' })
  for (let n = 0; n < 60; n++) await school.addPupil({ from: '5a' })
  const { fingerprint } = await school.rehearse()
  const before = await school.dump()
  const owner = app.database.owner
  await owner.query(`create sequence inserts; grant usage on inserts to schulhof_app`)
  await owner.query(`create function fail_at_50() returns trigger language plpgsql as $$ begin
    if nextval('inserts') = 50 then raise exception 'the fiftieth'; end if; return new; end $$`)
  await owner.query(
    'create trigger fail_at_50 before insert on pupil_schoolclass for each row execute function fail_at_50()',
  )
  const reply = await school.commit({}, fingerprint)
  await owner.query('drop trigger fail_at_50 on pupil_schoolclass')
  expect(reply.statusCode).toBe(500)
  expect(await school.dump()).toEqual(before)
  expect((await school.list()).rollovers).toEqual([])
  expect((await school.commit({}, fingerprint)).statusCode).toBe(201)
})
