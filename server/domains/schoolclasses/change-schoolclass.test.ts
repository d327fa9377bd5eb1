import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  SCHOOLCLASS_TEXTS,
  type SchoolclassDetails,
  schoolclassEndpoints,
} from '#contract/schoolclasses/schoolclasses.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { makeEmployee } from '#server/test/school-staff.ts'

let school: ClassSchool
let anna: number
let bert: number
let cora: number
beforeAll(async () => {
  school = await openClassSchool()
  const employee = (firstname: string) => makeEmployee(school.app, school.fsw, { firstname })
  ;[anna, bert, cora] = [await employee('Anna'), await employee('Bert'), await employee('Cora')]
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

const gradeId = (grade: number, schoolId = school.fsw) =>
  insideSchool(school.app, schoolId, async (tx) => {
    const row = await tx.selectFrom('schoolgrade').select('id').where('grade', '=', grade).executeTakeFirstOrThrow()
    return row.id
  })
const yearId = (name: string, schoolId = school.fsw) =>
  insideSchool(school.app, schoolId, async (tx) => {
    const row = await tx.selectFrom('schoolyear').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return row.id
  })

let count = 0
const newForm = async (change: object = {}) => {
  count += 1
  return {
    school_year_id: await yearId('2026/2027'),
    schoolgrade_id: await gradeId(5),
    description: `Gruppe ${count}`,
    ...change,
  }
}
const add = async (change: object = {}) =>
  school.head.call(schoolclassEndpoints.add, {
    body: await newForm(change),
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const added = async (change: object = {}): Promise<number> => (await add(change)).json().id
const page = async (id: number): Promise<SchoolclassDetails> =>
  (await school.head.call(schoolclassEndpoints.get, { params: { id } })).json()
const change = (id: number, body: object) => school.head.call(schoolclassEndpoints.change, { params: { id }, body })
const errorsOf = (reply: { json(): { errors?: unknown }; statusCode: number }) => {
  expect(reply.statusCode).toBe(422)
  return reply.json().errors
}
/** The functions of people with their days, oldest first. */
const functions = async (id: number) =>
  (await page(id)).functions
    .toReversed()
    .map((one) => [one.name.split(' ')[0], one.function, one.date_start, one.date_end])

describe('a new class', () => {
  test('is there with leaders in their order and assigned, from today on', async () => {
    const reply = await add({ responsible_teachers: [bert, anna], assigned_employees: [cora] })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json().message).toBe(`Die Klasse 5 Gruppe ${count} ist angelegt.`)
    const found = await page(reply.json().id)
    expect(found).toMatchObject({ capacity: 24, room: null, schoolgrade: { grade: 5 }, schoolgrade_to: null })
    expect(found.responsible_teachers.map(({ id }) => id)).toEqual([bert, anna])
    expect(found.assigned_employees.map(({ id }) => id)).toEqual([cora])
    expect(found.functions.map(({ date_start, date_end }) => [date_start, date_end])).toEqual(
      Array(3).fill(['2026-11-20', null]),
    )
  })

  test('of a year to come is led from its first day on', async () => {
    const id = await added({ school_year_id: await yearId('2027/2028'), responsible_teachers: [anna] })
    expect(await functions(id)).toEqual([['Anna', 'responsible', '2027-08-01', null]])
    expect((await page(id)).responsible_teachers).toHaveLength(1)
  })

  test('of several grades is named after both', async () => {
    const id = await added({
      schoolgrade_id: await gradeId(1),
      schoolgrade_to_id: await gradeId(2),
      description: 'Füchse',
    })
    expect(await page(id)).toMatchObject({ classgradePlain: '1/2 Füchse', schoolgrade_to: { grade: 2 } })
    for (const to of [1, 2])
      expect(errorsOf(await add({ schoolgrade_id: await gradeId(2), schoolgrade_to_id: await gradeId(to) }))).toEqual({
        schoolgrade_to_id: [SCHOOLCLASS_TEXTS.gradeToNotHigher],
      })
  })

  test('is one of its year and grade, whatever its capitals; elsewhere the name is free', async () => {
    await added({ description: 'Igel' })
    expect(errorsOf(await add({ description: 'IGEL' }))).toEqual({ description: [SCHOOLCLASS_TEXTS.taken] })
    expect((await add({ description: 'Igel', schoolgrade_id: await gradeId(6) })).statusCode).toBe(201)
    expect((await add({ description: 'Igel', school_year_id: await yearId('2027/2028') })).statusCode).toBe(201)
  })

  test('takes year and grade of this school only', async () => {
    const chosen = ['Bitte wählen Sie einen Wert.']
    expect(errorsOf(await add({ school_year_id: await yearId('2026/2027', school.fow) }))).toEqual({
      school_year_id: chosen,
    })
    expect(errorsOf(await add({ schoolgrade_id: await gradeId(7, school.fow) }))).toEqual({ schoolgrade_id: chosen })
    expect(errorsOf(await add({ schoolgrade_to_id: await gradeId(7, school.fow) }))).toEqual({
      schoolgrade_to_id: chosen,
    })
  })
})

describe('a function in a class', () => {
  test('is leader or assigned, with at most two leaders, who work here on that day', async () => {
    const { app, fsw, fow } = school
    const both = await add({ responsible_teachers: [anna], assigned_employees: [anna] })
    expect(errorsOf(both)).toEqual({ assigned_employees: [SCHOOLCLASS_TEXTS.bothFunctions] })
    expect(errorsOf(await add({ responsible_teachers: [anna, bert, cora] }))).toEqual({
      responsible_teachers: ['Bitte höchstens zwei Klassenleitungen wählen.'],
    })
    const refused = [
      await makeEmployee(app, fsw, { date_exit: '2026-11-19' }),
      await makeEmployee(app, fsw, { date_entry: '2026-11-21' }),
      await makeEmployee(app, fow),
      987_654_321,
    ]
    const text = [SCHOOLCLASS_TEXTS.unknownEmployee]
    for (const id of refused) {
      expect(errorsOf(await add({ responsible_teachers: [id] }))).toEqual({ responsible_teachers: text })
      expect(errorsOf(await add({ assigned_employees: [id] }))).toEqual({ assigned_employees: text })
    }
    const onTheDay = await makeEmployee(app, fsw, { date_entry: '2026-11-20', date_exit: '2026-11-20' })
    expect((await add({ responsible_teachers: [onTheDay] })).statusCode).toBe(201)
  })

  test('changes from today on; what was before stays', async () => {
    const id = await added({ responsible_teachers: [anna], assigned_employees: [cora] })
    school.goTo('2026-12-01')
    expect((await change(id, { responsible_teachers: [bert] })).statusCode).toBe(200)
    expect(await functions(id)).toEqual([
      ['Cora', 'assigned', '2026-11-20', null],
      ['Anna', 'responsible', '2026-11-20', '2026-11-30'],
      ['Bert', 'responsible', '2026-12-01', null],
    ])
    expect((await change(id, { responsible_teachers: [cora], assigned_employees: [] })).statusCode).toBe(200)
    expect(await functions(id)).toEqual([
      ['Cora', 'assigned', '2026-11-20', '2026-11-30'],
      ['Anna', 'responsible', '2026-11-20', '2026-11-30'],
      ['Cora', 'responsible', '2026-12-01', null],
    ])
  })

  test('taken back on the same day leaves no trace', async () => {
    const id = await added({ responsible_teachers: [anna, bert] })
    school.goTo('2026-12-01')
    const before = (await page(id)).functions
    await change(id, { responsible_teachers: [cora] })
    await change(id, { responsible_teachers: [anna, bert] })
    expect((await page(id)).functions).toEqual(before)
  })

  test('changes its order alone without a new row', async () => {
    const id = await added({ responsible_teachers: [anna, bert] })
    school.goTo('2026-12-01')
    await change(id, { responsible_teachers: [bert, anna] })
    const found = await page(id)
    expect(found.responsible_teachers.map((one) => one.id)).toEqual([bert, anna])
    expect(found.functions.map(({ date_start }) => date_start)).toEqual(['2026-11-20', '2026-11-20'])
  })

  test('changes from the day that is sent, which lies in the year', async () => {
    const id = await added({ responsible_teachers: [anna] })
    const from = (functions_from: string) => change(id, { responsible_teachers: [bert], functions_from })
    const outside = { functions_from: [SCHOOLCLASS_TEXTS.outsideYear('2026/2027', '01.08.2026', '31.07.2027')] }
    expect(errorsOf(await from('2026-07-31'))).toEqual(outside)
    expect(errorsOf(await from('2027-08-01'))).toEqual(outside)
    expect((await from('2027-02-01')).statusCode).toBe(200)
    expect((await page(id)).responsible_teachers.map((one) => one.id)).toEqual([anna])
    expect(await functions(id)).toEqual([
      ['Anna', 'responsible', '2026-11-20', '2027-01-31'],
      ['Bert', 'responsible', '2027-02-01', null],
    ])
    // A change from today on is also valid for later days.
    await change(id, { responsible_teachers: [anna] })
    expect(await functions(id)).toEqual([['Anna', 'responsible', '2026-11-20', null]])
  })

  test('is refused for somebody with the other function, also when only one is sent', async () => {
    const id = await added({ responsible_teachers: [anna], assigned_employees: [cora] })
    expect(errorsOf(await change(id, { assigned_employees: [anna] }))).toEqual({
      assigned_employees: [SCHOOLCLASS_TEXTS.bothFunctions],
    })
    expect(errorsOf(await change(id, { responsible_teachers: [cora] }))).toEqual({
      responsible_teachers: [SCHOOLCLASS_TEXTS.bothFunctions],
    })
  })
})

describe('a change', () => {
  test('writes what was sent and counts the version; sending it back changes nothing', async () => {
    const id = await added()
    expect((await change(id, { room: '  1.07 ', capacity: 20 })).json().message).toBe(
      'Die Änderungen sind gespeichert.',
    )
    const found = await page(id)
    expect(found).toMatchObject({ room: '1.07', capacity: 20, version: 2 })
    const same = { room: '1.07', capacity: 20, responsible_teachers: [], assigned_employees: [] }
    expect((await change(id, same)).json().message).toBe('Es gab nichts zu ändern.')
    await change(id, { room: '', capacity: null })
    expect(await page(id)).toMatchObject({ room: null, capacity: null, version: 3 })
  })

  test('of a field that somebody else changed is refused with what is stored; another field goes through', async () => {
    const id = await added({ responsible_teachers: [anna] })
    await change(id, { responsible_teachers: [bert], version: 1 })
    const stale = await change(id, { responsible_teachers: [cora], version: 1 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({
      version: 2,
      changed_by: expect.stringMatching(/^Person/),
      responsible_teachers: [bert],
      description: expect.any(String),
    })
    expect((await change(id, { room: '2.01', version: 1 })).statusCode).toBe(200)
    expect((await change(id, { room: '2.02', version: 1 })).statusCode).toBe(409)
    expect((await change(id, { responsible_teachers: [cora] })).statusCode).toBe(200)
  })

  test('of the name into one that is taken is refused', async () => {
    await added({ description: 'Maus' })
    const id = await added()
    expect(errorsOf(await change(id, { description: 'maus' }))).toEqual({ description: [SCHOOLCLASS_TEXTS.taken] })
  })

  test('of the grade is refused while a pupil has another one', async () => {
    const { app, fsw } = school
    const id = await added({ description: 'Dachs' })
    const former = await makePupil(app, fsw, { grade: 5, schoolclass: 'Dachs', date_end: '2026-11-19' })
    expect((await change(id, { schoolgrade_id: await gradeId(4) })).statusCode).toBe(200)
    expect((await change(id, { schoolgrade_id: await gradeId(5) })).statusCode).toBe(200)
    await makeMembership(app, fsw, { id: former, grade: 5, schoolclass: 'Dachs', date_start: '2026-11-20' })
    const text = [SCHOOLCLASS_TEXTS.hasGrades]
    expect(errorsOf(await change(id, { schoolgrade_id: await gradeId(4) }))).toEqual({ schoolgrade_id: text })
    expect((await change(id, { schoolgrade_to_id: await gradeId(6) })).statusCode).toBe(200)
    expect((await change(id, { schoolgrade_to_id: null })).statusCode).toBe(200)
    expect(errorsOf(await change(id, { schoolgrade_to_id: await gradeId(4) }))).toEqual({
      schoolgrade_to_id: [SCHOOLCLASS_TEXTS.gradeToNotHigher],
    })
  })

  test('of a class of another school finds nothing', async () => {
    const id = await school.classOf('7a', { school: school.fow })
    expect((await change(id, { room: '1' })).statusCode).toBe(404)
    expect((await school.head.call(schoolclassEndpoints.remove, { params: { id } })).statusCode).toBe(404)
  })
})

describe('deleting', () => {
  const remove = (id: number) => school.head.call(schoolclassEndpoints.remove, { params: { id } })

  test('removes a class that never had pupils, with its functions', async () => {
    const id = await added({ responsible_teachers: [anna] })
    expect((await remove(id)).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(404)
    const left = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('schoolclass_employee').select('id').where('schoolclass_id', '=', id).execute(),
    )
    expect(left).toEqual([])
  })

  test('is refused once it has or had a pupil', async () => {
    const id = await added({ description: 'Biber' })
    await makePupil(school.app, school.fsw, { grade: 5, schoolclass: 'Biber', date_end: '2026-09-30' })
    const reply = await remove(id)
    expect([reply.statusCode, reply.json().message]).toEqual([422, 'Der Klasse sind noch SuS zugeordnet.'])
  })
})
