import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
const classes: Record<string, number> = {}
beforeAll(async () => {
  school = await openClassSchool()
  for (const name of ['1a', '1b', '2a', '5b']) classes[name] = await school.classOf(name)
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

const teacherOf = async (given: Partial<Parameters<typeof giveClass>[2]> = {}) => {
  const teacher = await school.makeTeacher()
  await giveClass(school.app, school.fsw, { employee: teacher.employee, schoolclass: classes['1a'] ?? 0, ...given })
  return teacher
}

describe('a class of the year to come', () => {
  const next = () => school.classOf('3a', { year: '2027/2028' })
  const page = async (browser: TestVisitor) => browser.call(schoolclassEndpoints.get, { params: { id: await next() } })
  const listed = async (browser: TestVisitor) => {
    const planned = (await school.head.call(schoolclassEndpoints.formOptions))
      .json()
      .schoolyears.find(({ state }: { state: string }) => state === 'planned').id
    return (await browser.call(schoolclassEndpoints.list, { query: { school_year_id: planned } })).json()
  }

  test('shows its leaders the names 30 days before, not 31, and nothing more', async () => {
    const { app, fsw } = school
    const teacher = await teacherOf({ schoolclass: await next(), from: '2027-08-01' })
    const id = await makePupil(app, fsw, { firstname: 'Finn', city: 'Zossen' })
    await school.move({ pupil_ids: [id], schoolclass_id: await next() })
    const assistant = await school.makeTeacher()
    const assigned = { employee: assistant.employee, schoolclass: await next(), from: '2027-08-01' }
    await giveClass(app, fsw, { ...assigned, function: 'assigned' })
    await school.head.call(schoolclassEndpoints.change, { params: { id: await next() }, body: { room: '1.07' } })
    school.goTo('2027-07-01')
    expect((await page(teacher.browser)).statusCode).toBe(404)
    expect(await listed(teacher.browser)).toEqual([])

    school.goTo('2027-07-02')
    const reply = await page(teacher.browser)
    expect(reply.statusCode, reply.body).toBe(200)
    const row = {
      id: await next(),
      description: 'a',
      classgradePlain: '3a',
      schoolgrade: { id: await school.gradeId(3), grade: 3 },
      schoolgrade_to: null,
      school_year: { id: expect.any(Number), name: '2027/2028', state: 'planned' },
      room: null,
      capacity: null,
      pupil_count: 1,
      responsible_teachers: [{ id: teacher.employee, name: expect.any(String), short_name: expect.any(String) }],
      assigned_employees: [],
      version: expect.any(Number),
    }
    expect(reply.json()).toEqual({
      ...row,
      coming: [],
      pupils: [{ id, firstname: 'Finn', lastname: 'Müller', lastname_prefix: null }],
      functions: [],
      previous: null,
      day: '2027-08-01',
      is_names_only: true,
      is_removable: false,
    })
    expect(await listed(teacher.browser)).toEqual([row])
    expect((await teacher.browser.call(pupilDetailsEndpoints.get, { params: { id } })).statusCode).toBe(404)
    const contacts = await teacher.browser.call(schoolclassEndpoints.contacts, { params: { id: await next() } })
    expect(contacts.statusCode).toBe(404)
    expect((await school.head.call(schoolclassEndpoints.get, { params: { id: await next() } })).json()).toMatchObject({
      is_names_only: false,
      room: '1.07',
      byGender: { m: 0, f: 1, d: 0 },
      pupils: [{ gender: 'f', birthdate: '2018-05-03' }],
    })
  })

  test('stays hidden from people who are only assigned, lead it later or have left before', async () => {
    const schoolclass = await next()
    const hidden = [
      await teacherOf({ schoolclass, from: '2027-08-01', function: 'assigned' }),
      await teacherOf({ schoolclass, from: '2027-08-02' }),
      await teacherOf({ schoolclass, from: '2027-08-01' }),
    ]
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('employee')
        .set({ date_exit: '2027-07-31' })
        .where('id', '=', hidden[2]?.employee ?? 0)
        .execute(),
    )
    school.goTo('2027-07-15')
    for (const { browser } of hidden) expect((await page(browser)).statusCode).toBe(404)
  })
})

describe('the own classes', () => {
  const assigned = (browser: TestVisitor, userId?: number) =>
    browser.call(schoolclassEndpoints.assignedByUser, { query: { userId } })

  test('are listed by function, in the one order, of today and the active year only', async () => {
    const teacher = await teacherOf({ schoolclass: classes['5b'] ?? 0 })
    const give = (schoolclass: number, given: object) =>
      giveClass(school.app, school.fsw, { employee: teacher.employee, schoolclass, ...given })
    await give(classes['2a'] ?? 0, {})
    await give(classes['1a'] ?? 0, { function: 'assigned' })
    await give(classes['1b'] ?? 0, { until: '2026-11-19' })
    await give(await school.classOf('2b', { year: '2027/2028' }), { from: '2026-08-01' })
    const own = (await assigned(teacher.browser)).json()
    expect(own.asResponsibleTeacher.map((one: { classgradePlain: string }) => one.classgradePlain)).toEqual([
      '2a',
      '5b',
    ])
    expect(own.asAssignedEmployee).toEqual([
      { id: classes['1a'], description: 'a', classgradePlain: '1a', schoolgrade: { grade: 1 } },
    ])
    expect((await assigned(school.head, teacher.user)).json()).toEqual(own)
  })

  test('of other users are shown to users who manage accounts; otherwise 403, and 404 for another school', async () => {
    const [teacher, colleague] = [await teacherOf(), await teacherOf()]
    const stranger = await school.makeTeacher(school.fow)
    expect((await assigned(teacher.browser, colleague.user)).statusCode).toBe(403)
    expect((await assigned(teacher.browser, teacher.user)).statusCode).toBe(200)
    const [foreign, unknown] = [await assigned(school.head, stranger.user), await assigned(school.head, 987_654_321)]
    expect([foreign.statusCode, foreign.body]).toEqual([unknown.statusCode, unknown.body])
    expect(foreign.statusCode).toBe(404)
  })

  test('somebody without a role has none', async () => {
    const { id } = await makeUser(school.app, { role: null, schools: [school.fsw] })
    expect((await assigned(await school.app.signedIn(id))).json()).toEqual({
      asResponsibleTeacher: [],
      asAssignedEmployee: [],
    })
  })
})
