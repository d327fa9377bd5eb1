import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let viewer: TestVisitor
let teacher: TestVisitor
const ids: Record<string, number> = {}

const signIn = async (role: 'schooladmin' | 'viewer' | 'teacher_level_1', schoolId: number) =>
  app.signedIn((await makeUser(app, { role, schools: [schoolId] })).id)

beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await signIn('schooladmin', fsw)
  viewer = await signIn('viewer', fsw)
  teacher = await signIn('teacher_level_1', fsw)
  ids.ada = await makePupil(app, fsw, { firstname: 'Ada', lastname: 'Öztürk', grade: 1, schoolclass: 'a' })
  ids.ben = await makePupil(app, fsw, {
    firstname: 'Ben',
    lastname: 'Mueller',
    gender: 'm',
    grade: 1,
    schoolclass: 'b',
  })
  ids.cem = await makePupil(app, fsw, {
    firstname: 'Anna-Lena',
    lastname: 'Müller',
    lastname_prefix: 'von',
    city: 'Königs Wusterhausen',
    phone: '+49 331 555-77',
    birthdate: '2019-01-01',
    grade: 2,
  })
  ids.dora = await makePupil(app, fsw, { firstname: 'Dora', lastname: 'Zoë', gender: 'd', status: 'on_leave' })
  ids.emil = await makePupil(app, fsw, { firstname: 'Emil', lastname: 'Weg', gender: 'm', status: 'left' })
  ids.bin = await makePupil(app, fsw, { firstname: 'Gelöscht', lastname: 'Papierkorb' })
  await insideSchool(app, fsw, (tx) =>
    tx
      .updateTable('pupil')
      .set({ deleted_at: '2026-11-01T00:00:00Z' })
      .where('id', '=', ids.bin ?? 0)
      .execute(),
  )
  await makePupil(app, fow, { firstname: 'Fremd', lastname: 'KANARIE', grade: 7, schoolclass: 'a' })
})
afterAll(() => app.stop())

const list = async (query: Record<string, string | number> = {}, visitor = head) => {
  const reply = await visitor.call(pupilEndpoints.list, { query })
  expect(reply.statusCode).toBe(200)
  return reply.json() as { data: Record<string, unknown>[]; total: number; page: number; per_page: number }
}
const names = async (query: Record<string, string | number> = {}, visitor = head) =>
  (await list(query, visitor)).data.map(({ firstname }) => firstname)

describe('the list', () => {
  test('shows active pupils and those on leave of the own school in the order of DIN 5007-2', async () => {
    const { data, total, page, per_page } = await list()
    expect(data.map(({ firstname }) => firstname)).toEqual(['Ben', 'Anna-Lena', 'Ada', 'Dora'])
    expect([total, page, per_page]).toEqual([4, 1, 50])
  })

  test('a row holds class and grade of today', async () => {
    const { data } = await list({ search: 'Ada' })
    expect(data).toEqual([
      {
        id: ids.ada,
        pupil_number: 'FSW-00001',
        lastname: 'Öztürk',
        lastname_prefix: null,
        firstname: 'Ada',
        gender: 'f',
        status: 'active',
        schoolclass: { id: expect.any(Number), classgradePlain: '1a' },
        schoolgrade: { grade: 1 },
        birthdate: '2018-05-03',
      },
    ])
  })

  test('a grade without a class shows the grade alone', async () => {
    const { data } = await list({ search: 'Anna-Lena' })
    expect(data[0]).toMatchObject({ schoolclass: null, schoolgrade: { grade: 2 } })
  })

  test('a viewer gets class A and gender: no birth date, and no order by it', async () => {
    const { data } = await list({}, viewer)
    expect(data).toHaveLength(4)
    for (const row of data) expect(row).not.toHaveProperty('birthdate')
    expect((await viewer.call(pupilEndpoints.list, { query: { sort: '-birthdate' } })).statusCode).toBe(422)
  })

  test('a teacher without attached pupils sees nobody, with any query', async () => {
    expect(await list({}, teacher)).toMatchObject({ data: [], total: 0 })
    expect(await list({ search: 'Ada', page: 2 }, teacher)).toMatchObject({ data: [], total: 0 })
    expect(await names({ schoolclass_id: 'none', per_page: 0 }, teacher)).toEqual([])
  })

  test('the other school’s head sees only their own', async () => {
    const other = await signIn('schooladmin', fow)
    expect(await names({ per_page: 0 }, other)).toEqual(['Fremd'])
    expect(JSON.stringify(await list({ per_page: 0 }))).not.toContain('KANARIE')
  })

  test('without session 401, without a role 403', async () => {
    expect((await app.visitor().call(pupilEndpoints.list)).statusCode).toBe(401)
    const nobody = await app.signedIn((await makeUser(app, { role: null, schools: [fsw] })).id)
    expect((await nobody.call(pupilEndpoints.list)).statusCode).toBe(403)
  })
})

describe('searching', () => {
  test.each([
    ['mueller', ['Ben', 'Anna-Lena']],
    ['muller', ['Ben', 'Anna-Lena']],
    ['Müller', ['Ben', 'Anna-Lena']],
    ['mül', ['Ben', 'Anna-Lena']],
    ['lena von', ['Anna-Lena']],
    ['ozturk ada', ['Ada']],
    ['FSW-00002', ['Ben']],
    ['uller', []],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['Иван', []],
  ])('%s finds %j', async (search, found) => {
    expect(await names({ search })).toEqual(found)
  })

  test.each(['königs', 'wusterhausen lena', '0331 555', '+49 331 55577', '0049331555'])(
    '%s finds by contact, but not for a viewer',
    async (search) => {
      expect(await names({ search })).toEqual(['Anna-Lena'])
      expect(await names({ search }, viewer)).toEqual([])
    },
  )

  test('pupils with very long contacts are found by them like any other', async () => {
    const keep = (search_contact: string) =>
      insideSchool(app, fsw, (tx) =>
        tx
          .updateTable('pupil')
          .set({ search_contact })
          .where('id', '=', ids.ada ?? 0)
          .execute(),
      )
    await keep(` ${'weiler '.repeat(90)}dorf`)
    expect([await names({ search: 'dorf' }), await names({ search: 'dorf' }, viewer)]).toEqual([['Ada'], []])
  })

  test('a guardian is found once linked, and no longer once gone', async () => {
    const guardian = await insideSchool(app, fsw, async (tx) => {
      const { id } = await tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname: 'Ayşe', lastname: 'Großkopf' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('pupil_guardian')
        .values({ school_id: fsw, pupil_id: ids.ada ?? 0, guardian_id: id, relationship: 'mother', has_custody: true })
        .execute()
      return id
    })
    expect(await names({ search: 'grosskopf' })).toEqual(['Ada'])
    expect(await names({ search: 'grosskopf' }, viewer)).toEqual([])
    await insideSchool(app, fsw, (tx) => tx.deleteFrom('pupil_guardian').where('guardian_id', '=', guardian).execute())
    expect(await names({ search: 'grosskopf' })).toEqual([])
  })
})

describe('filters', () => {
  const classId = async (plain: string) => {
    const options = (await head.call(pupilEndpoints.formOptions)).json()
    return options.schoolclasses.find((one: { classgradePlain: string }) => one.classgradePlain === plain).id as number
  }

  test('one class, several, and none', async () => {
    const [a, b] = [await classId('1a'), await classId('1b')]
    expect(await names({ schoolclass_id: a })).toEqual(['Ada'])
    expect(await names({ schoolclass_id: `${a},${b}` })).toEqual(['Ben', 'Ada'])
    expect(await names({ schoolclass_id: 'none' })).toEqual(['Anna-Lena', 'Dora'])
    expect(await names({ schoolclass_id: `${a},none` })).toEqual(['Anna-Lena', 'Ada', 'Dora'])
    expect(await names({ schoolclass_id: 999_999 })).toEqual([])
  })

  test('grade, gender and status', async () => {
    expect(await names({ schoolgrade: 2 })).toEqual(['Anna-Lena'])
    expect(await names({ schoolgrade: '1,2' })).toEqual(['Ben', 'Anna-Lena', 'Ada'])
    expect(await names({ gender: 'm,d' })).toEqual(['Ben', 'Dora'])
    expect(await names({ status: 'left' })).toEqual(['Emil'])
  })

  test('an invalid filter is refused at its field', async () => {
    for (const query of [
      { gender: 'x' },
      { status: 'weg' },
      { sort: 'password_hash' },
      { page: 0 },
      { per_page: 201 },
    ]) {
      const reply = await head.call(pupilEndpoints.list, { query })
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(reply.json().errors)[0]).toMatch(new RegExp(`^${Object.keys(query)[0]}`))
    }
  })
})

describe('order and pages', () => {
  test.each([
    ['-lastname', ['Dora', 'Ada', 'Anna-Lena', 'Ben']],
    ['firstname', ['Ada', 'Anna-Lena', 'Ben', 'Dora']],
    ['schoolclass', ['Ada', 'Ben', 'Anna-Lena', 'Dora']],
    ['-schoolclass', ['Ben', 'Ada', 'Anna-Lena', 'Dora']],
    ['-schoolgrade,firstname', ['Anna-Lena', 'Ada', 'Ben', 'Dora']],
    ['gender', ['Dora', 'Anna-Lena', 'Ada', 'Ben']],
    ['status', ['Ben', 'Anna-Lena', 'Ada', 'Dora']],
    ['-birthdate', ['Anna-Lena', 'Ben', 'Ada', 'Dora']],
  ])('by %s', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected)
  })

  test('pages hold every pupil once, and a page past the end still knows the number', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, per_page: 2 })))
    expect(pages.flatMap(({ data }) => data.map(({ firstname }) => firstname))).toEqual(await names())
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4])
    expect((await list({ page: 9, search: 'müller', per_page: 1 })).total).toBe(2)
    expect((await list({ per_page: 0 })).data).toHaveLength(4)
  })
})

describe('class and grade of the day', () => {
  test('change with the membership, to the day', async () => {
    const id = await makePupil(app, fsw, {
      firstname: 'Wanda',
      lastname: 'Wechsel',
      grade: 1,
      schoolclass: 'a',
      date_end: '2026-11-20',
    })
    await makeMembership(app, fsw, { id, grade: 1, schoolclass: 'b', date_start: '2026-11-21' })
    const plain = async () => (await list({ search: 'Wanda' })).data.map((row) => row.schoolclass)
    expect(await plain()).toMatchObject([{ classgradePlain: '1a' }])
    app.setNow(new Date('2026-11-21T00:00:00+01:00'))
    expect(await plain()).toMatchObject([{ classgradePlain: '1b' }])
    app.setNow(new Date('2026-11-20T07:40:00+01:00'))
    await insideSchool(app, fsw, (tx) => tx.deleteFrom('pupil').where('id', '=', id).execute())
  })
})

describe('numbers and options', () => {
  test('count active pupils and those on leave, and the classes of the active year', async () => {
    const { byClass, ...stats } = (await head.call(pupilStatsEndpoints.get)).json()
    expect(stats).toEqual({
      total: 4,
      hasPupils: true,
      classCount: 12,
      toConfirm: 0,
      byGender: [
        { gender: 'f', count: 2 },
        { gender: 'm', count: 1 },
        { gender: 'd', count: 1 },
      ],
    })
    const counts = byClass.map((one: { classgradePlain: string; count: number }) => [one.classgradePlain, one.count])
    expect(counts.slice(0, 4)).toEqual([
      ['1a', 1],
      ['1b', 1],
      ['2a', 0],
      ['2b', 0],
    ])
    expect(counts).toHaveLength(12)
    expect((await viewer.call(pupilStatsEndpoints.get)).statusCode).toBe(200)
    expect((await teacher.call(pupilStatsEndpoints.get)).statusCode).toBe(403)
  })

  test('options are the classes by grade, then description; a teacher gets none', async () => {
    const options = (await head.call(pupilEndpoints.formOptions)).json()
    expect(options.schoolclasses.map((one: { classgradePlain: string }) => one.classgradePlain).slice(0, 4)).toEqual([
      '1a',
      '1b',
      '2a',
      '2b',
    ])
    expect(options.schoolgrades).toHaveLength(6)
    expect((await teacher.call(pupilEndpoints.formOptions)).json()).toMatchObject({
      schoolclasses: [],
      schoolgrades: [],
    })
  })
})
