import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { makeUser } from '#server/test/factories.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let school: RolloverSchool
beforeEach(async () => {
  app.setNow(TEST_NOW)
  school = await makeRolloverSchool(app)
  await school.addClass({ grade: 5, description: 'a', capacity: 18, room: 'R 5' })
  await school.addClass({ grade: 6, description: 'a' })
})

const pupilRow = async (id: number) =>
  (await school.rows('select status, date_exit::text, exit_reason from pupil where id = $1', [id]))[0]
const classesOf = async (year: 'from' | 'to') => {
  const id = year === 'from' ? school.years.from_year_id : school.years.to_year_id
  const rows = await school.rows<Record<string, unknown>>(
    `select concat(g.grade, c.description) as name, c.room, c.capacity, p.description as previous from schoolclass c
      join schoolgrade g on g.id = c.schoolgrade_id left join schoolclass p on p.id = c.previous_schoolclass_id
      where c.school_year_id = $1 order by 1`,
    [id],
  )
  return rows.map((row) => Object.values(row).join(' '))
}
const yearStates = async () =>
  (await school.rows<{ state: string }>('select state from schoolyear order by date_start')).map(({ state }) => state)
const logged = async (action: string) =>
  (
    await school.rows<{ text: string }>(
      `select concat(entity_type, ' ', count(*)) as text from user_log where action = $1 group by entity_type order by 1`,
      [action],
    )
  ).map(({ text }) => text)

describe('a year change', () => {
  test('ends what is open on the last day and begins on the first one', async () => {
    const moved = await school.addPupil({ from: '5a' })
    const ended = await school.addPupil({ from: '5a', date_end: '2027-07-31' })
    const early = await school.addPupil({ from: '5a', date_end: '2027-03-31' })
    const done = await school.commit()
    expect([done.statusCode, done.json().message]).toEqual([
      201,
      'Der Wechsel in das Schuljahr 2027/2028 ist durchgeführt: 3 Kinder mit neuem Platz, 0 Kinder mit Abgang.',
    ])
    expect(await school.memberships(moved)).toEqual(['5a 2026-08-01–2027-07-31 entry', '6a 2027-08-01– rollover'])
    expect((await school.memberships(ended))[0]).toBe('5a 2026-08-01–2027-07-31 entry')
    expect(await school.memberships(early)).toEqual(['5a 2026-08-01–2027-03-31 entry', '6a 2027-08-01– rollover'])
  })

  test('makes classes with room, places and the class they follow, and tells those that exist what they follow', async () => {
    await school.addClass({ grade: 4, description: 'a' })
    await school.addClass({ year: 'to', grade: 5, description: 'a', capacity: 30, room: 'neu' })
    await school.addPupil({ from: '4a' })
    await school.addPupil({ from: '5a' })
    await school.commit()
    expect(await classesOf('to')).toEqual(['5a neu 30 a', '6a R 5 18 a'])
    const [five, six] = await school.rows<{ p: string }>(
      'select previous_schoolclass_id as p from schoolclass where school_year_id = $1 order by schoolgrade_id',
      [school.years.to_year_id],
    )
    expect([Number(five?.p), Number(six?.p)]).toEqual([school.classId('from', '4a'), school.classId('from', '5a')])
  })

  test('keeps grade and year of who has no class yet', async () => {
    const id = await school.addPupil({ from: 4 })
    await school.commit()
    expect(await school.memberships(id)).toEqual(['4? 2026-08-01–2027-07-31 entry', '5? 2027-08-01– rollover'])
  })

  test('lets pupils leave on the last day; the status follows later', async () => {
    const id = await school.addPupil({ from: '6a' })
    const other = await school.addPupil({ from: '5a', date_exit: '2027-12-31' })
    await school.commit({ pupils: [{ pupil_id: other, decision: 'leave', exit_reason: 'moved' }] })
    expect(await pupilRow(id)).toEqual({ status: 'active', date_exit: '2027-07-31', exit_reason: 'graduated' })
    expect(await pupilRow(other)).toEqual({ status: 'active', date_exit: '2027-07-31', exit_reason: 'moved' })
    expect(await school.memberships(id)).toEqual(['6a 2026-08-01–2027-07-31 entry'])
  })

  test.each([
    ['2027-07-31T10:00:00+02:00', 'active', ['active', 'planned']],
    ['2027-08-01T10:00:00+02:00', 'graduated', ['closed', 'active']],
  ])('on %s a leaver is %s and the years are switched accordingly', async (now, status, states) => {
    app.setNow(new Date(now))
    const id = await school.addPupil({ from: '6a' })
    expect((await school.commit()).statusCode).toBe(201)
    expect(await pupilRow(id)).toMatchObject({ status })
    expect(await yearStates()).toEqual(states)
  })

  test('can be made when the new year has begun by itself', async () => {
    await school.rows(`update schoolyear set state = 'closed' where id = $1`, [school.years.from_year_id])
    await school.rows(`update schoolyear set state = 'active' where id = $1`, [school.years.to_year_id])
    app.setNow(new Date('2027-09-15T10:00:00+02:00'))
    const [stays, goes] = [await school.addPupil({ from: '5a' }), await school.addPupil({ from: '6a' })]
    expect(await school.list()).toMatchObject({
      from_year: { name: '2026/2027' },
      to_year: { name: '2027/2028' },
      pending: 2,
    })
    await school.commit({ pupils: [{ pupil_id: goes, decision: 'leave', exit_reason: 'moved' }] })
    expect((await school.memberships(stays))[1]).toBe('6a 2027-08-01– rollover')
    expect(await pupilRow(goes)).toEqual({ status: 'left', date_exit: '2027-07-31', exit_reason: 'moved' })
    expect(await yearStates()).toEqual(['closed', 'active'])
    expect(await school.list()).toMatchObject({ from_year: { name: '2027/2028' }, to_year: null, pending: 1 })
  })
})

test('the log says of every row that it was the year change', async () => {
  await school.addPupil({ from: '5a' })
  await school.addPupil({ from: '6a' })
  await school.addFunction(school.classId('from', '5a'), await school.addEmployee('Berg'))
  await school.commit()
  expect(await logged('rollover')).toEqual([
    'pupil 1',
    'pupil_schoolclass 3',
    'rollover 1',
    'schoolclass 1',
    'schoolclass_employee 1',
  ])
})

test('what was done is kept without names and shown with those of today', async () => {
  const id = await school.addPupil({ from: '5a', lastname: 'Vorher' })
  const gone = await school.addPupil({ from: '5a', lastname: 'Aalbers' })
  await school.addFunction(school.classId('from', '5a'), await school.addEmployee('Berg'))
  const done = await school.commit()
  const [row] = await school.rows<{ text: string }>('select report::text || changes::text as text from rollover')
  expect(row?.text).not.toMatch(/Vorher|Aalbers|Mia|Berg/)
  await school.rows(`update pupil set lastname = 'Nachher' where id = $1`, [id])
  await school.rows('update pupil set deleted_at = now() where id = $1', [gone])
  const found = (await school.get(done.json().id)).json()
  expect(found.report.pupils.map((pupil: { lastname: string }) => pupil.lastname).sort()).toEqual([
    '(gelöscht)',
    'Nachher',
  ])
  expect(found.report.classes[0].teachers).toEqual(['Anna Berg'])
  expect(found).toMatchObject({ from_year: '2026/2027', to_year: '2027/2028', undone_at: null, undo_refusal: null })
  expect(found.created_by).toMatch(/^Person /)
})

test('of another school it is not found, read or taken back', async () => {
  await school.addPupil({ from: '5a' })
  const { id } = (await school.commit()).json()
  const other = await makeRolloverSchool(app)
  expect([(await other.get(id)).statusCode, (await other.undo(id)).statusCode]).toEqual([404, 404])
  expect((await other.list()).rollovers).toEqual([])
  expect((await school.get(id)).statusCode).toBe(200)
})

test('a school without an active year has nothing to change', async () => {
  await school.rows(`update schoolyear set state = 'closed' where state = 'active'`)
  expect(await school.list()).toEqual({ from_year: null, to_year: null, pending: 0, has_pupils: false, rollovers: [] })
})

test('a teacher is refused', async () => {
  const { id } = await makeUser(app, { role: 'teacher_level_1', schools: [school.schoolId] })
  const teacher = await app.signedIn(id)
  expect((await teacher.call(rolloverEndpoints.rehearse, { body: school.years })).statusCode).toBe(403)
})
