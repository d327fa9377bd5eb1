import { afterAll, beforeAll, expect, test } from 'vitest'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const DAY = '2026-12-01'

let school: ClassSchool
const classes = { from: 0, to: 0 }
beforeAll(async () => {
  school = await openClassSchool()
  classes.from = await school.classOf('1a')
  classes.to = await school.classOf('1b')
  const ada = await makePupil(school.app, school.fsw, { firstname: 'Ada', grade: 1, schoolclass: 'a' })
  const moved = await school.move({ pupil_ids: [ada], schoolclass_id: classes.to, date_start: DAY })
  expect(moved.statusCode).toBe(200)
})
afterAll(() => school.app.stop())

const teacherOf = async (schoolclass: number) => {
  const teacher = await school.makeTeacher()
  await giveClass(school.app, school.fsw, { employee: teacher.employee, schoolclass })
  return teacher.browser
}

const pageOf = async (browser: TestVisitor, id: number) =>
  (await browser.call(schoolclassEndpoints.get, { params: { id } })).json()

test('a planned move stands on the pages of both classes', async () => {
  expect((await pageOf(school.head, classes.from)).pupils).toMatchObject([
    { firstname: 'Ada', next: { schoolclass: { classgradePlain: '1b' }, date_start: DAY } },
  ])
  const to = await pageOf(school.head, classes.to)
  expect(to.pupils).toEqual([])
  expect(to.coming).toMatchObject([{ firstname: 'Ada', date_start: DAY }])
})

test('a teacher reads neither where a child goes nor that one comes while the other class is not attached', async () => {
  const [ada] = (await pageOf(await teacherOf(classes.from), classes.from)).pupils
  expect(ada.firstname).toBe('Ada')
  expect(ada.next ?? null).toBeNull()
  expect((await pageOf(await teacherOf(classes.to), classes.to)).coming).toEqual([])
})
