import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { giveClass, makeEmployee } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const TODAY = '2026-11-20'

let school: ClassSchool
const classes: Record<string, number> = {}
const ids: Record<string, number> = {}
beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  for (const name of ['1a', '1b', '2a', '5b']) classes[name] = await school.classOf(name)
  ids.ada = await makePupil(app, fsw, { firstname: 'Ada', grade: 1, schoolclass: 'a', city: 'Zossen' })
  ids.ben = await makePupil(app, fsw, { firstname: 'Ben', grade: 1, schoolclass: 'b', city: 'Zossen' })
  ids.cem = await makePupil(app, fsw, { firstname: 'Cem', grade: 2, schoolclass: 'a' })
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo(TODAY))

/** All answers through which somebody could learn about a pupil or class, as names. */
async function seenBy(browser: TestVisitor) {
  const read = async (call: Promise<{ json(): unknown }>) => (await call).json() as never
  const pupils: { data: { firstname: string }[]; total: number } = await read(
    browser.call(pupilEndpoints.list, { query: { per_page: 0 } }),
  )
  const list: { classgradePlain: string }[] = await read(browser.call(schoolclassEndpoints.list))
  const options: { schoolclasses: { classgradePlain: string }[]; schoolgrades: { grade: number }[] } = await read(
    browser.call(pupilEndpoints.formOptions),
  )
  const pages = []
  for (const name of ['ada', 'ben', 'cem'])
    if ((await browser.call(pupilDetailsEndpoints.get, { params: { id: ids[name] ?? 0 } })).statusCode === 200)
      pages.push(name)
  const classPages = []
  for (const [name, id] of Object.entries(classes))
    if ((await browser.call(schoolclassEndpoints.get, { params: { id } })).statusCode === 200) classPages.push(name)
  return {
    pupils: pupils.data.map(({ firstname }) => firstname),
    total: pupils.total,
    pages,
    classes: list.map(({ classgradePlain }) => classgradePlain),
    classPages,
    options: options.schoolclasses.map(({ classgradePlain }) => classgradePlain),
    grades: options.schoolgrades.map(({ grade }) => grade),
  }
}
const NOTHING = { pupils: [], total: 0, pages: [], classes: [], classPages: [], options: [], grades: [] }
const ONLY_1A = {
  pupils: ['Ada'],
  total: 1,
  pages: ['ada'],
  classes: ['1a'],
  classPages: ['1a'],
  options: ['1a'],
  grades: [1],
}

const teacherOf = async (given: Partial<Parameters<typeof giveClass>[2]> = {}) => {
  const teacher = await school.makeTeacher()
  await giveClass(school.app, school.fsw, { employee: teacher.employee, schoolclass: classes['1a'] ?? 0, ...given })
  return teacher
}

describe('a teacher sees exactly the attached pupils', () => {
  test('as leader and as assigned, in every list, count, option and page', async () => {
    expect(await seenBy((await teacherOf()).browser)).toEqual(ONLY_1A)
    expect(await seenBy((await teacherOf({ function: 'assigned' })).browser)).toEqual(ONLY_1A)
  })

  test('of both attached classes, and none without a class', async () => {
    const teacher = await teacherOf()
    await giveClass(school.app, school.fsw, {
      employee: teacher.employee,
      schoolclass: classes['2a'] ?? 0,
      function: 'assigned',
    })
    expect(await seenBy(teacher.browser)).toMatchObject({
      classes: ['1a', '2a'],
      pupils: ['Ada', 'Cem'],
      grades: [1, 2],
    })
  })

  test('and the search reveals nothing: the town of a child elsewhere finds nobody', async () => {
    const { browser } = await teacherOf()
    const found = await browser.call(pupilEndpoints.list, { query: { search: 'Zossen' } })
    expect(found.json()).toMatchObject({ total: 1, data: [{ firstname: 'Ada' }] })
    const elsewhere = await browser.call(pupilEndpoints.list, { query: { schoolclass_id: classes['1b'] ?? 0 } })
    expect(elsewhere.json()).toMatchObject({ total: 0, data: [] })
  })

  test('siblings elsewhere are not named', async () => {
    await insideSchool(school.app, school.fsw, async (tx) => {
      const row = { school_id: school.fsw }
      const { id } = await tx
        .insertInto('guardian')
        .values({ ...row, firstname: 'Anna', lastname: 'Müller' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const pupil_id of [ids.ada ?? 0, ids.ben ?? 0])
        await tx
          .insertInto('pupil_guardian')
          .values({ ...row, pupil_id, guardian_id: id, relationship: 'mother', has_custody: true })
          .execute()
    })
    const page = (browser: TestVisitor) => browser.call(pupilDetailsEndpoints.get, { params: { id: ids.ada ?? 0 } })
    expect((await page((await teacherOf()).browser)).json().siblings).toEqual([])
    expect((await page(school.head)).json().siblings).toMatchObject([{ firstname: 'Ben' }])
  })

  test('and for other classes gets the answer for an unknown id', async () => {
    const { browser } = await teacherOf()
    const page = (id: number) => browser.call(schoolclassEndpoints.get, { params: { id } })
    const [other, unknown] = [await page(classes['1b'] ?? 0), await page(987_654_321)]
    expect([other.statusCode, other.body]).toEqual([unknown.statusCode, unknown.body])
    expect(other.statusCode).toBe(404)
  })

  test('and as options for a class only their own years and grades, without names', async () => {
    const options = (await (await teacherOf()).browser.call(schoolclassEndpoints.formOptions)).json()
    expect(options.schoolyears).toMatchObject([{ name: '2026/2027' }])
    expect(options.schoolgrades).toMatchObject([{ grade: 1 }])
    expect(options.employees).toEqual([])
  })
})

describe('nothing is attached', () => {
  test('without an employee of this account', async () => {
    const { id } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const employee = await makeEmployee(school.app, school.fsw)
    await giveClass(school.app, school.fsw, { employee, schoolclass: classes['1a'] ?? 0 })
    expect(await seenBy(await school.app.signedIn(id))).toEqual(NOTHING)
  })

  test('through the employee of the other school', async () => {
    const { app, fsw, fow } = school
    const { id } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw, fow] })
    const employee = await makeEmployee(app, fow, { user_id: id })
    await giveClass(app, fow, { employee, schoolclass: await school.classOf('7a', { school: fow }) })
    expect(await seenBy(await app.signedIn(id))).toEqual(NOTHING)
  })

  test('when the function ended yesterday or begins tomorrow, but on its first and last day', async () => {
    expect(await seenBy((await teacherOf({ until: '2026-11-19' })).browser)).toEqual(NOTHING)
    expect(await seenBy((await teacherOf({ from: '2026-11-21' })).browser)).toEqual(NOTHING)
    expect(await seenBy((await teacherOf({ from: TODAY, until: TODAY })).browser)).toEqual(ONLY_1A)
  })

  test('from the day after somebody left, and to somebody in the bin', async () => {
    const { app, fsw } = school
    const [left, leaving, binned] = [await teacherOf(), await teacherOf(), await teacherOf()]
    await insideSchool(app, fsw, async (tx) => {
      const change = (id: number, set: object) => tx.updateTable('employee').set(set).where('id', '=', id).execute()
      await change(left.employee, { date_exit: '2026-11-19' })
      await change(leaving.employee, { date_exit: TODAY })
      await change(binned.employee, { deleted_at: '2026-11-20T06:00:00Z' })
    })
    expect(await seenBy(left.browser)).toEqual(NOTHING)
    expect(await seenBy(leaving.browser)).toEqual(ONLY_1A)
    expect(await seenBy(binned.browser)).toEqual(NOTHING)
  })

  test('of a class of a closed or a planned year', async () => {
    const teacher = await teacherOf()
    const setStates = (active: string, planned: string) =>
      insideSchool(school.app, school.fsw, async (tx) => {
        const set = (state: string, name: string) =>
          tx.updateTable('schoolyear').set({ state }).where('name', '=', name).execute()
        await set('closed', active)
        await set('active', planned)
      })
    const next = await school.classOf('2a', { year: '2027/2028' })
    await giveClass(school.app, school.fsw, { employee: teacher.employee, schoolclass: next, from: '2026-08-01' })
    expect(await seenBy(teacher.browser)).toEqual(ONLY_1A)
    await setStates('2026/2027', '2027/2028')
    expect(await seenBy(teacher.browser)).toMatchObject({ classes: ['2a'], pupils: [], pages: [], classPages: [] })
    await setStates('2027/2028', '2026/2027')
    expect(await seenBy(teacher.browser)).toEqual(ONLY_1A)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('schoolyear').set({ state: 'planned' }).where('name', '=', '2027/2028').execute(),
    )
  })
})

describe('a pupil', () => {
  const namesSeen = async (browser: TestVisitor) => (await seenBy(browser)).pupils

  test('who moved yesterday is invisible today, and visible to the new teacher', async () => {
    const { app, fsw } = school
    const [old, fresh] = [await teacherOf(), await teacherOf({ schoolclass: classes['5b'] ?? 0 })]
    const mover = { firstname: 'Dora', grade: 1, schoolclass: 'a', date_end: '2026-11-19' }
    const id = await makePupil(app, fsw, mover)
    await makeMembership(app, fsw, { id, grade: 5, schoolclass: 'b', date_start: TODAY })
    expect(await namesSeen(old.browser)).toEqual(['Ada'])
    expect(await namesSeen(fresh.browser)).toEqual(['Dora'])
    expect((await old.browser.call(pupilDetailsEndpoints.get, { params: { id } })).statusCode).toBe(404)
    school.goTo('2026-11-19')
    expect(await namesSeen(old.browser)).toEqual(['Ada', 'Dora'])
    expect(await namesSeen(fresh.browser)).toEqual([])
  })

  test('vanishes the day after date_exit, also from the class and its count', async () => {
    const { app, fsw } = school
    const teacher = await teacherOf({ schoolclass: await school.classOf('6a') })
    const id = await makePupil(app, fsw, { firstname: 'Emil', grade: 6, schoolclass: 'a' })
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('pupil').set({ date_exit: TODAY }).where('id', '=', id).execute(),
    )
    const counts = async (browser: TestVisitor) => {
      const list: { classgradePlain: string; pupil_count: number }[] = (
        await browser.call(schoolclassEndpoints.list)
      ).json()
      return list.find(({ classgradePlain }) => classgradePlain === '6a')?.pupil_count
    }
    expect([await namesSeen(teacher.browser), await counts(teacher.browser), await counts(school.head)]).toEqual([
      ['Emil'],
      1,
      1,
    ])
    school.goTo('2026-11-21')
    expect([await namesSeen(teacher.browser), await counts(teacher.browser), await counts(school.head)]).toEqual([
      [],
      0,
      0,
    ])
    // Users who see the whole school still find former pupils.
    expect((await school.head.call(pupilDetailsEndpoints.get, { params: { id } })).statusCode).toBe(200)
  })
})
