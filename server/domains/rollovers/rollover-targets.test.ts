import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, type RolloverReport } from '#contract/rollovers/rollovers.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const FOXES = { grade: 1, grade_to: 2, description: 'Füchse' }
const OWLS = { grade: 1, grade_to: 2, description: 'Eulen' }

/** `1/2 Füchse → 3: new:3:a` */
const groupsOf = ({ groups }: RolloverReport) =>
  groups.map(({ classgradePlain, to_grade, target }) => `${classgradePlain} → ${to_grade}: ${target}`)
const optionsOf = ({ groups }: RolloverReport, of: string) =>
  groups
    .find(({ classgradePlain, to_grade }) => `${classgradePlain} → ${to_grade}` === of)
    ?.options.map(({ label, is_new }) => `${label}${is_new ? ' (neu)' : ''}`)
const sizesOf = ({ classes }: RolloverReport) =>
  classes.map(({ classgradePlain, pupil_count, capacity, is_new }) =>
    [classgradePlain, pupil_count, capacity, is_new].join(' '),
  )

const fill = async (school: RolloverSchool, places: string[]) => {
  const ids: number[] = []
  for (const from of places) ids.push(await school.addPupil({ from }))
  return ids
}

describe('a class of one grade', () => {
  test('goes to a class that is made like it, with its room and places', async () => {
    const school = await makeRolloverSchool(app)
    await school.addClass({ grade: 4, description: 'a', capacity: 18, room: 'R 4' })
    await fill(school, ['4a', '4a'])
    const report = await school.rehearse()
    expect(groupsOf(report)).toEqual(['4a → 5: new:5:a'])
    expect(sizesOf(report)).toEqual(['5a 2 18 true'])
    expect(report.counts.new_classes).toBe(1)
  })

  test('goes to the class that exists, whatever its letters, also to a mixed-age group', async () => {
    const school = await makeRolloverSchool(app)
    await school.addClass({ grade: 3, description: 'adler' })
    await school.addClass({ grade: 4, description: 'b' })
    const eagles = await school.addClass({ year: 'to', grade: 4, grade_to: 5, description: 'Adler' })
    const both = await school.addClass({ year: 'to', grade: 5, description: 'b' })
    await school.addClass({ year: 'to', grade: 4, grade_to: 6, description: 'b' })
    await fill(school, ['3adler', '4b'])
    expect(groupsOf(await school.rehearse())).toEqual([`3 adler → 4: class:${eagles}`, `4b → 5: class:${both}`])
  })

  test('is overfull when too many pupils come, including those who are already there', async () => {
    const school = await makeRolloverSchool(app)
    await school.addClass({ grade: 4, description: 'a' })
    const target = await school.addClass({ year: 'to', grade: 5, description: 'a', capacity: 2 })
    await fill(school, ['4a', '4a'])
    const [there = 0] = await fill(school, ['4a'])
    await school.rows(`update pupil_schoolclass set date_end = '2027-07-31' where pupil_id = $1`, [there])
    await school.addMembership(there, { year: 'to', grade: 5, classId: target, date_start: '2027-08-01' })
    expect(sizesOf(await school.rehearse())).toEqual(['5a 3 2 false'])
  })
})

describe('a mixed-age group', () => {
  let school: RolloverSchool
  beforeAll(async () => {
    school = await makeRolloverSchool(app)
    await school.addClass(FOXES)
    await school.addClass({ ...OWLS, capacity: 20 })
    await school.addClass({ grade: 3, description: 'a' })
    await fill(school, ['1/2 Füchse:1', '1/2 Füchse:1', '1/2 Füchse:2', '1/2 Eulen:1', '1/2 Eulen:2', '3a'])
  })

  test('stays together for pupils who stay in it; for the others nothing is invented', async () => {
    const report = await school.rehearse()
    expect(groupsOf(report)).toEqual([
      '1/2 Eulen → 2: new:1-2:Eulen',
      '1/2 Eulen → 3: open',
      '1/2 Füchse → 2: new:1-2:Füchse',
      '1/2 Füchse → 3: open',
      '3a → 4: new:4:a',
    ])
    expect(sizesOf(report)).toEqual(['1/2 Eulen 1 20 true', '1/2 Füchse 2 24 true', '4a 1 24 true'])
    expect(report.counts).toMatchObject({ moved: 6, class_open: 2, new_classes: 3 })
  })

  test('offers the classes that the year before had in that grade', async () => {
    const report = await school.rehearse()
    expect(optionsOf(report, '1/2 Füchse → 3')).toEqual(['Klasse noch offen', '3a (neu)'])
    expect(optionsOf(report, '1/2 Füchse → 2')).toEqual(['1/2 Füchse (neu)', '1/2 Eulen (neu)', 'Klasse noch offen'])
  })

  test('offers a class that is chosen for others, and follows the choice', async () => {
    const targets = [{ schoolclass_id: school.classId('from', '1/2 Füchse'), to_grade: 3, target: 'new:3:Neue' }]
    const report = await school.rehearse({ targets })
    expect(groupsOf(report)[3]).toBe('1/2 Füchse → 3: new:3:Neue')
    expect(optionsOf(report, '1/2 Eulen → 3')).toEqual(['Klasse noch offen', '3a (neu)', '3 Neue (neu)'])
    expect(report.counts.class_open).toBe(1)
  })

  test('its repeaters stay in it, and single pupils go elsewhere', async () => {
    const pupil = await school.addPupil({ from: '1/2 Füchse:2' })
    const stays = await school.rehearse({ pupils: [{ pupil_id: pupil, decision: 'repeat' }] })
    expect(stays.pupils.find(({ pupil_id }) => pupil_id === pupil)).toMatchObject({
      to_class: '1/2 Füchse',
      to_grade: 2,
    })
    expect(stays.groups[2]).toMatchObject({ from_grade: 1, to_grade: 2, pupil_count: 3 })
    const goes = await school.rehearse({
      pupils: [{ pupil_id: pupil, decision: 'promote', target: 'new:3:a' }],
    })
    expect(goes.pupils.find(({ pupil_id }) => pupil_id === pupil)).toMatchObject({ to_class: '3a', reason: null })
    expect(
      goes.groups.find(
        ({ to_grade, schoolclass_id }) => to_grade === 3 && schoolclass_id === school.classId('from', '1/2 Füchse'),
      )?.pupil_count,
    ).toBe(1)
    await school.rows('update pupil set deleted_at = now() where id = $1', [pupil])
  })

  test('goes to the only class of the next grade, to the one of its name if there is one, and to none of two', async () => {
    const only = await school.addClass({ year: 'to', grade: 3, description: 'b' })
    const wanted = () => school.rehearse().then((report) => groupsOf(report).filter((text) => text.includes('→ 3')))
    expect(await wanted()).toEqual([`1/2 Eulen → 3: class:${only}`, `1/2 Füchse → 3: class:${only}`])
    const namesake = await school.addClass({ year: 'to', grade: 3, grade_to: 4, description: 'Füchse' })
    expect(await wanted()).toEqual(['1/2 Eulen → 3: open', `1/2 Füchse → 3: class:${namesake}`])
  })
})

describe('impossible targets', () => {
  let school: RolloverSchool
  let other: RolloverSchool
  let foreign = 0
  let pupil = 0
  beforeAll(async () => {
    school = await makeRolloverSchool(app)
    other = await makeRolloverSchool(app)
    await school.addClass({ grade: 4, description: 'a' })
    await school.addClass({ year: 'to', grade: 5, description: 'a' })
    await school.addClass({ year: 'to', grade: 5, grade_to: 6, description: 'Adler' })
    foreign = await other.addClass({ year: 'to', grade: 5, description: 'a' })
    ;[pupil = 0] = await fill(school, ['4a'])
  })

  const refusals: [string, () => string][] = [
    ['a class of the old year', () => `class:${school.classId('from', '4a')}`],
    ['a class of another school', () => `class:${foreign}`],
    ['a class that does not exist', () => 'class:987654321'],
    ['a new class of another grade', () => 'new:4:b'],
    ['a new group that ends below the grade', () => 'new:3-4:b'],
    ['a new group the wrong way round', () => 'new:6-5:b'],
    ['a new class of a grade the school does not have', () => 'new:5-13:b'],
    ['a new class without a name', () => 'new:5: '],
    ['a new class with a name that is no line', () => 'new:5:a\u200bb'],
  ]
  test.each(refusals)('%s', async (_what, target) => {
    const schoolclass_id = school.classId('from', '4a')
    const group = await school.send({ targets: [{ schoolclass_id, to_grade: 5, target: target() }] })
    expect([group.statusCode, group.json().errors]).toEqual([422, { 'targets.0.target': [ROLLOVER_TEXTS.badTarget] }])
    const single = await school.send({ pupils: [{ pupil_id: pupil, decision: 'promote', target: target() }] })
    expect([single.statusCode, single.json().errors]).toEqual([422, { 'pupils.0.target': [ROLLOVER_TEXTS.badTarget] }])
  })

  test('a class of another year or school as the one that goes, or one named twice', async () => {
    const own = school.classId('from', '4a')
    const ids = [own, own, school.classId('to', '5a'), foreign]
    const reply = await school.send({
      targets: ids.map((schoolclass_id) => ({ schoolclass_id, to_grade: 5, target: 'open' })),
    })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([
      422,
      ['targets.1.schoolclass_id', 'targets.2.schoolclass_id', 'targets.3.schoolclass_id'],
    ])
  })

  test('two new classes that begin alike and are different', async () => {
    const [second = 0] = await fill(school, ['4a'])
    const reply = await school.send({
      pupils: [
        { pupil_id: pupil, decision: 'promote', target: 'new:5:Bären' },
        { pupil_id: second, decision: 'skip', target: 'new:5-6:bären' },
      ],
    })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { 'pupils.1.target': [ROLLOVER_TEXTS.badTarget] }])
  })

  test('but a new class that exists by now is that class, and a target for nobody says nothing', async () => {
    const schoolclass_id = school.classId('from', '4a')
    const report = await school.rehearse({
      targets: [
        { schoolclass_id, to_grade: 5, target: 'new:5:A' },
        { schoolclass_id, to_grade: 6, target: 'new:6:x' },
      ],
    })
    expect(groupsOf(report)).toEqual([`4a → 5: class:${school.classId('to', '5a')}`])
    expect(report.counts.new_classes).toBe(0)
  })

  const CHOOSE = 'Bitte wählen Sie einen Wert.'
  const yearRefusals: [string, () => Record<string, number>, Record<string, string[]>][] = [
    ['the same year', () => ({ to_year_id: school.years.from_year_id }), { to_year_id: [ROLLOVER_TEXTS.notNext] }],
    [
      'a year that has not begun',
      () => ({ from_year_id: school.years.to_year_id }),
      { from_year_id: [ROLLOVER_TEXTS.notBegun] },
    ],
    ['no year', () => ({ from_year_id: 987_654_321 }), { from_year_id: [CHOOSE] }],
    ['a year of another school', () => ({ to_year_id: other.years.to_year_id }), { to_year_id: [CHOOSE] }],
  ]
  test.each(yearRefusals)('%s', async (_what, change, errors) => {
    const reply = await school.send(change())
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
  })

  test('a year with another one between, or one that is closed', async () => {
    const [later] = await school.rows<{ id: string }>(
      `insert into schoolyear (school_id, name, date_start, date_end, half_year_end) values ($1, '2028/2029', '2028-08-01', '2029-07-31', '2029-01-31') returning id`,
      [school.schoolId],
    )
    const skipped = await school.send({ to_year_id: Number(later?.id) })
    expect([skipped.statusCode, skipped.json().errors]).toEqual([422, { to_year_id: [ROLLOVER_TEXTS.notNext] }])
    await school.rows(`update schoolyear set state = 'closed' where id = $1`, [school.years.to_year_id])
    const closed = await school.send()
    expect([closed.statusCode, closed.json().errors]).toEqual([422, { to_year_id: [ROLLOVER_TEXTS.notPlanned] }])
  })
})
