import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS } from '#contract/rollovers/rollovers.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let school: RolloverSchool
/** In 5a, one of them to repeat; in 6a. */
let pupils: { moved: number; repeats: number; leaves: number }
let before: Awaited<ReturnType<RolloverSchool['dump']>>
let id: number

const change = async () =>
  (await school.commit({ pupils: [{ pupil_id: pupils.repeats, decision: 'repeat' }] })).json().id

beforeEach(async () => {
  app.setNow(TEST_NOW)
  school = await makeRolloverSchool(app)
  for (const grade of [4, 5, 6]) await school.addClass({ grade, description: 'a' })
  await school.addClass({ year: 'to', grade: 5, description: 'a' })
  pupils = {
    moved: await school.addPupil({ from: '5a' }),
    repeats: await school.addPupil({ from: '5a', date_end: '2027-07-31' }),
    leaves: await school.addPupil({ from: '6a', date_exit: '2028-01-31' }),
  }
  await school.addPupil({ from: '4a' })
  await school.addFunction(school.classId('from', '5a'), await school.addEmployee('Berg'))
  before = await school.dump()
  id = await change()
})

const states = async () =>
  (await school.rows<{ state: string }>('select state from schoolyear order by date_start')).map(({ state }) => state)

describe('a year change that nobody touched', () => {
  test('is taken back without a trace, and can be made again and taken back again', async () => {
    expect(await school.dump()).not.toEqual(before)
    const undone = await school.undo(id)
    expect([undone.statusCode, undone.json().message]).toEqual([
      200,
      'Der Wechsel in das Schuljahr 2027/2028 ist zurückgenommen.',
    ])
    expect(await school.dump()).toEqual(before)
    const second = await change()
    expect((await school.undo(second)).statusCode).toBe(200)
    expect(await school.dump()).toEqual(before)
  })

  test('is taken back once; the list and the report say by whom', async () => {
    expect((await school.get(id)).json().undo_refusal).toBeNull()
    await school.undo(id)
    const again = await school.undo(id)
    expect([again.statusCode, again.json().message]).toEqual([409, ROLLOVER_TEXTS.undone])
    const { rollovers, pending } = await school.list()
    expect(rollovers).toMatchObject([
      { id, undo_refusal: ROLLOVER_TEXTS.undone, undone_at: TEST_NOW.toISOString().replace('.000', '') },
    ])
    expect(rollovers[0].undone_by).toBe(rollovers[0].created_by)
    expect(pending).toBe(4)
    const logged = await school.rows(
      `select distinct entity_type from user_log where action = 'rollover_undone' order by 1`,
    )
    expect(logged.map((row) => Object.values(row)[0])).toEqual([
      'pupil',
      'pupil_schoolclass',
      'rollover',
      'schoolclass',
      'schoolclass_employee',
    ])
  })

  test('two at once take it back once', async () => {
    const replies = await Promise.all([school.undo(id), school.undo(id)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await school.dump()).toEqual(before)
  })

  test('gives status and active year back when the year had begun', async () => {
    await school.undo(id)
    app.setNow(new Date('2027-08-02T10:00:00+02:00'))
    const late = await change()
    expect([await states(), await school.rows('select status from pupil where id = $1', [pupils.leaves])]).toEqual([
      ['closed', 'active'],
      [{ status: 'graduated' }],
    ])
    expect((await school.undo(late)).statusCode).toBe(200)
    expect(await states()).toEqual(['active', 'planned'])
    expect(await school.dump()).toEqual(before)
  })

  test('cannot be taken back once the new year has begun, or is over', async () => {
    const now = await school.dump()
    app.setNow(new Date('2027-07-31T23:59:00+02:00'))
    expect((await school.get(id)).json().undo_refusal).toBeNull()
    for (const instant of ['2027-08-01T00:00:00+02:00', '2028-08-01T10:00:00+02:00']) {
      app.setNow(new Date(instant))
      expect((await school.get(id)).json().undo_refusal).toBe(ROLLOVER_TEXTS.hasBegun)
      const reply = await school.undo(id)
      expect([reply.statusCode, reply.json().message]).toEqual([409, ROLLOVER_TEXTS.hasBegun])
    }
    expect(await school.dump()).toEqual(now)
  })

  test('carried out on the first day or later it can be, until the new year is over', async () => {
    await school.undo(id)
    app.setNow(new Date('2027-08-01T00:00:00+02:00'))
    const late = await change()
    app.setNow(new Date('2028-07-31T10:00:00+02:00'))
    expect((await school.get(late)).json().undo_refusal).toBeNull()
    app.setNow(new Date('2028-08-01T10:00:00+02:00'))
    const reply = await school.undo(late)
    expect([reply.statusCode, reply.json().message]).toEqual([409, ROLLOVER_TEXTS.isOver])
  })
})

const place = (pupilId: number) => `update pupil_schoolclass set %s where pupil_id = ${pupilId} and reason = 'rollover'`
const touch = (pupilId: number, what: string) => school.rows(place(pupilId).replace('%s', what))
const madeClass = async () =>
  Number(
    (
      await school.rows<{ id: string }>(
        'select id from schoolclass where school_year_id = $1 order by id desc limit 1',
        [school.years.to_year_id],
      )
    )[0]?.id,
  )

const changes: [string, () => Promise<unknown>][] = [
  ['1 Kind hat schon eine andere Klasse', () => touch(pupils.moved, 'schoolclass_id = null')],
  ['1 Kind hat schon eine andere Klasse', () => touch(pupils.moved, `date_end = '2028-01-31'`)],
  ['1 Kind hat schon eine andere Klasse', () => touch(pupils.moved, `date_start = '2027-08-02'`)],
  [
    '2 Kinder haben schon eine andere Klasse',
    async () => {
      for (const pupil of [pupils.moved, pupils.repeats]) await touch(pupil, `date_end = '2028-01-31'`)
    },
  ],
  [
    '1 Kind hat schon eine andere Klasse',
    () => school.addMembership(pupils.leaves, { year: 'to', grade: 6, classId: null, date_start: '2027-09-01' }),
  ],
  [
    '1 Kind ist neu in einer angelegten Klasse',
    async () => {
      const pupil = await school.addPupil({ from: '5a', date_end: '2027-07-31' })
      await school.addMembership(pupil, { year: 'to', grade: 6, classId: await madeClass(), date_start: '2027-08-01' })
    },
  ],
  [
    '1 angelegte Klasse wurde geändert',
    async () => school.rows(`update schoolclass set room = 'neu' where id = $1`, [await madeClass()]),
  ],
  [
    '1 Zuordnung von Mitarbeitenden wurde geändert',
    async () =>
      school.rows(
        `update schoolclass_employee set position = 2, date_end = '2027-12-31' where date_start = '2027-08-01'`,
      ),
  ],
  [
    '1 Zuordnung von Mitarbeitenden wurde geändert',
    async () =>
      school.addFunction(await madeClass(), await school.addEmployee('Neu'), {
        date_start: '2027-08-01',
        function: 'assigned',
      }),
  ],
  ['1 Abgang wurde geändert', () => school.rows('update pupil set date_exit = null where id = $1', [pupils.leaves])],
  [
    '1 Abgang wurde geändert',
    () => school.rows(`update pupil set exit_reason = 'moved' where id = $1`, [pupils.leaves]),
  ],
]
test.each(changes)('%s: then it stays, and everything as it is', async (what, touchIt) => {
  await touchIt()
  const now = await school.dump()
  const refusal = ROLLOVER_TEXTS.changedSince(what)
  expect((await school.list()).rollovers[0].undo_refusal).toBe(refusal)
  const reply = await school.undo(id)
  expect([reply.statusCode, reply.json().message]).toEqual([409, refusal])
  expect(await school.dump()).toEqual(now)
})

test('all obstacles are named at once', async () => {
  await touch(pupils.moved, 'schoolclass_id = null')
  await school.rows('update pupil set date_exit = null where id = $1', [pupils.leaves])
  expect((await school.undo(id)).json().message).toBe(
    ROLLOVER_TEXTS.changedSince('1 Kind hat schon eine andere Klasse, 1 Abgang wurde geändert'),
  )
})

test('a change of class within the old year stays, and is as open as the class before it was', async () => {
  await school.rows(`update pupil_schoolclass set date_end = '2027-02-28' where pupil_id = $1 and reason = 'entry'`, [
    pupils.moved,
  ])
  await school.addMembership(pupils.moved, {
    year: 'from',
    grade: 5,
    classId: null,
    date_start: '2027-03-01',
    date_end: '2027-07-31',
  })
  expect((await school.undo(id)).statusCode).toBe(200)
  expect(await school.memberships(pupils.moved)).toEqual(['5a 2026-08-01–2027-02-28 entry', '5? 2027-03-01– entry'])
})

test('what was changed in a class that existed before stays, and so does a status given by hand', async () => {
  await school.rows(`update schoolclass set room = 'neu' where id = $1`, [school.classId('to', '5a')])
  await school.rows(`update pupil set status = 'on_leave' where id = $1`, [pupils.leaves])
  expect((await school.undo(id)).statusCode).toBe(200)
  const [row] = await school.rows('select room, previous_schoolclass_id from schoolclass where id = $1', [
    school.classId('to', '5a'),
  ])
  expect(row).toEqual({ room: 'neu', previous_schoolclass_id: null })
  expect(await school.rows('select status, date_exit::text from pupil where id = $1', [pupils.leaves])).toEqual([
    { status: 'on_leave', date_exit: '2028-01-31' },
  ])
})

test('a pupil who leaves before the new year, and so has lost the seat in it, does not prevent the undo', async () => {
  await school.rows(`update pupil set date_exit = '2027-05-31', status = 'left' where id = $1`, [pupils.moved])
  await school.rows(`delete from pupil_schoolclass where pupil_id = $1 and reason = 'rollover'`, [pupils.moved])
  await school.rows(`update employee set date_exit = '2027-05-31'`)
  await school.rows(`delete from schoolclass_employee where date_start = '2027-08-01'`)
  await school.rows(`select note_changes_of('schoolclass', $1, '{responsible_teachers}')`, [await madeClass()])
  expect((await school.undo(id)).statusCode).toBe(200)
  expect(await school.rows('select status, date_exit::text from pupil where id = $1', [pupils.moved])).toEqual([
    { status: 'left', date_exit: '2027-05-31' },
  ])
})

test('a pupil who was deleted for good does not prevent the undo', async () => {
  await school.rows('delete from pupil where id = any($1)', [[pupils.moved, pupils.leaves]])
  expect((await school.undo(id)).statusCode).toBe(200)
  expect((await school.list()).pending).toBe(2)
})

test('of two the later one is taken back first', async () => {
  await school.addPupil({ from: '5a' })
  const second = (await school.commit()).json().id
  const reply = await school.undo(id)
  expect([reply.statusCode, reply.json().message]).toEqual([409, ROLLOVER_TEXTS.newerExists])
  expect((await school.undo(second)).statusCode).toBe(200)
  expect((await school.undo(id)).statusCode).toBe(200)
})
