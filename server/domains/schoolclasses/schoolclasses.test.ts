import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { giveClass, makeEmployee } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
let viewer: TestVisitor
let oneA: number
const ids: Record<string, number> = {}
beforeAll(async () => {
  school = await openClassSchool()
  viewer = await school.signIn('viewer')
  oneA = await school.classOf('1a')
  const { app, fsw } = school
  ids.ada = await makePupil(app, fsw, { firstname: 'Ada', lastname: 'Öztürk', grade: 1, schoolclass: 'a' })
  ids.ben = await makePupil(app, fsw, { firstname: 'Ben', lastname: 'Adler', gender: 'm', grade: 1, schoolclass: 'a' })
  ids.dora = await makePupil(app, fsw, {
    firstname: 'Dora',
    gender: 'd',
    grade: 1,
    schoolclass: 'a',
    date_start: '2026-10-01',
  })
  ids.bin = await makePupil(app, fsw, { firstname: 'Weg', grade: 1, schoolclass: 'a' })
  ids.moved = await makePupil(app, fsw, { firstname: 'Zoe', grade: 1, schoolclass: 'a', date_end: '2026-11-19' })
  await makeMembership(app, fsw, { id: ids.moved, grade: 1, schoolclass: 'b', date_start: '2026-11-20' })
  await insideSchool(app, fsw, (tx) =>
    tx
      .updateTable('pupil')
      .set({ deleted_at: '2026-11-01T00:00:00Z' })
      .where('id', '=', ids.bin ?? 0)
      .execute(),
  )
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

const list = async (query: object = {}, browser = school.head): Promise<Schoolclass[]> =>
  (await browser.call(schoolclassEndpoints.list, { query: query as never })).json()
const page = async (id = oneA, browser = school.head) =>
  (await browser.call(schoolclassEndpoints.get, { params: { id } })).json()
const yearId = (name: string, schoolId = school.fsw) =>
  insideSchool(school.app, schoolId, async (tx) => {
    const year = await tx.selectFrom('schoolyear').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return year.id
  })

describe('the list', () => {
  test('holds the classes of the active year with who belongs to them today, without the bin', async () => {
    const rows = await list()
    expect(rows).toHaveLength(12)
    expect(rows[0]).toEqual({
      id: oneA,
      description: 'a',
      classgradePlain: '1a',
      schoolgrade: { id: expect.any(Number), grade: 1 },
      schoolgrade_to: null,
      school_year: { id: await yearId('2026/2027'), name: '2026/2027', state: 'active' },
      room: null,
      capacity: 24,
      pupil_count: 3,
      byGender: { m: 1, f: 1, d: 1 },
      responsible_teachers: [],
      assigned_employees: [],
      version: 1,
    })
    expect(rows[1]).toMatchObject({ classgradePlain: '1b', pupil_count: 1 })
  })

  test('of another year, and none of a year that is unknown or of another school', async () => {
    expect(await list({ school_year_id: await yearId('2027/2028') })).toHaveLength(12)
    expect(await list({ school_year_id: 987_654_321 })).toEqual([])
    expect(await list({ school_year_id: await yearId('2026/2027', school.fow) })).toEqual([])
  })

  test('without an active year it is empty', async () => {
    const set = (state: string) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('schoolyear').set({ state }).where('name', '=', '2026/2027').execute(),
      )
    await set('planned')
    expect(await list()).toEqual([])
    await set('active')
  })

  test('names today’s leaders in their order and the assigned by name', async () => {
    const { app, fsw } = school
    const employee = (lastname: string) => makeEmployee(app, fsw, { lastname, firstname: 'Eva' })
    const people = [
      await employee('Zander'),
      await employee('Ägidi'),
      await employee('Ahrens'),
      await employee('Gestern'),
    ]
    const schoolclass = await school.classOf('2b')
    for (const [index, person] of people.entries())
      await giveClass(app, fsw, {
        employee: person,
        schoolclass,
        function: index === 0 ? 'responsible' : 'assigned',
        until: index === 3 ? '2026-11-19' : null,
      })
    const row = (await list()).find(({ id }) => id === schoolclass)
    expect(row?.responsible_teachers.map(({ name }) => name)).toEqual(['Eva Zander'])
    expect(row?.assigned_employees.map(({ name }) => name)).toEqual(['Eva Ägidi', 'Eva Ahrens'])
    expect((await page(schoolclass)).functions).toHaveLength(4)
  })
})

describe('the order of classes', () => {
  test('is the same in SQL and in the browser: grade by number, then description, umlauts and numbers as people sort', async () => {
    const { app, fow, fsw } = school
    const wanted = [
      [5, null, 'a'],
      [5, null, 'ä'],
      [5, null, 'b'],
      [5, null, 'Gruppe 2'],
      [5, null, 'Gruppe 10'],
      [5, null, 'Igel'],
      [5, null, 'Öle'],
      [5, null, 'Otter'],
      [6, null, 'ß'],
      [1, 2, 'Füchse'],
      [1, null, 'a'],
      [3, null, 'a'],
    ] as const
    const names = await insideSchool(app, fsw, async (tx) => {
      const year = { school_id: fsw, name: '2030/2031', date_start: '2030-08-01', date_end: '2031-07-31' }
      const { id } = await tx
        .insertInto('schoolyear')
        .values({ ...year, half_year_end: '2031-01-31' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const grades = await tx.selectFrom('schoolgrade').select(['id', 'grade']).execute()
      const gradeId = (grade: number | null) => grades.find((one) => one.grade === grade)?.id ?? null
      await tx
        .insertInto('schoolclass')
        .values(
          wanted.map(([grade, to, description]) => ({
            school_id: fsw,
            school_year_id: id,
            schoolgrade_id: gradeId(grade) ?? 0,
            schoolgrade_to_id: gradeId(to),
            description,
          })),
        )
        .execute()
      return id
    })
    const rows = await list({ school_year_id: names })
    expect(rows.map(({ classgradePlain }) => classgradePlain)).toEqual(
      rows.toSorted(compareClasses).map(({ classgradePlain }) => classgradePlain),
    )
    expect(rows.map(({ classgradePlain }) => classgradePlain)).toEqual([
      '1a',
      '1/2 Füchse',
      '3a',
      '5a',
      '5ä',
      '5b',
      '5 Gruppe 2',
      '5 Gruppe 10',
      '5 Igel',
      '5 Öle',
      '5 Otter',
      '6ß',
    ])
    const older = await list({}, await school.signIn('schooladmin', fow))
    expect(older.map(({ classgradePlain }) => classgradePlain)).toEqual('7a 7b 8a 8b 9a 9b 10a 10b'.split(' '))
  })
})

describe('one class', () => {
  test('holds its pupils by name, with birth date and since when', async () => {
    const found = await page()
    expect(found).toMatchObject({ day: '2026-11-20', is_names_only: false, previous: null, functions: [] })
    expect(found.pupils.map(({ firstname }: { firstname: string }) => firstname)).toEqual(['Ben', 'Dora', 'Ada'])
    expect(found.pupils[1]).toEqual({
      id: ids.dora,
      firstname: 'Dora',
      lastname: 'Müller',
      lastname_prefix: null,
      gender: 'd',
      status: 'active',
      schoolgrade: { grade: 1 },
      birthdate: '2018-05-03',
      date_start: '2026-10-01',
    })
  })

  test('shows a viewer class A and gender', async () => {
    const { pupils } = await page(oneA, viewer)
    expect(pupils).toHaveLength(3)
    for (const pupil of pupils) {
      expect(pupil).not.toHaveProperty('birthdate')
      expect(pupil).toMatchObject({ gender: expect.any(String), date_start: expect.any(String) })
    }
  })

  test('is that of its first day before the year and of its last day after it', async () => {
    school.goTo('2026-07-01')
    const before = await page()
    expect([before.day, before.pupils.length, before.pupil_count]).toEqual(['2026-08-01', 3, 3])
    school.goTo('2026-08-01')
    expect((await page()).day).toBe('2026-08-01')
    school.goTo('2027-08-01')
    const after = await page()
    expect([after.day, after.pupils.length, after.pupil_count]).toEqual(['2027-07-31', 3, 3])
  })

  test('names the class before it', async () => {
    const next = await school.classOf('2a', { year: '2027/2028' })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('schoolclass').set({ previous_schoolclass_id: oneA }).where('id', '=', next).execute(),
    )
    expect((await page(next)).previous).toEqual({
      id: oneA,
      description: 'a',
      classgradePlain: '1a',
      schoolgrade: { grade: 1 },
    })
  })

  test('of another school is as unknown as an id nobody has', async () => {
    const ask = (id: number) => school.head.call(schoolclassEndpoints.get, { params: { id } })
    const [foreign, unknown] = [await ask(await school.classOf('7a', { school: school.fow })), await ask(987_654_321)]
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  })
})

describe('the numbers of the dashboard', () => {
  test('count pupils per class of the active year as they are today', async () => {
    const { byClass, classCount } = (await school.head.call(pupilStatsEndpoints.get)).json()
    expect(byClass).toHaveLength(classCount)
    expect(byClass.slice(0, 3)).toEqual([
      expect.objectContaining({ id: oneA, description: 'a', schoolgrade: { grade: 1 }, count: 3 }),
      expect.objectContaining({ classgradePlain: '1b', count: 1 }),
      expect.objectContaining({ classgradePlain: '2a', count: 0 }),
    ])
  })
})
