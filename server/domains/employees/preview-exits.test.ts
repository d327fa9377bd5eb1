import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYEE_TEXTS, type ExitPreview, employeeEndpoints } from '#contract/employees/employees.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { type LeavingSchool, openLeavingSchool, TODAY, YESTERDAY } from '#server/test/leaving-school.ts'
import { classIds, giveClass, makeEmployee } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: LeavingSchool
let first: number
let second: number
beforeAll(async () => {
  school = await openLeavingSchool()
  ;[first = 0, second = 0] = await classIds(school.app, school.fsw)
})
afterAll(() => school.app.stop())

const send = (body: { ids: number[]; date_exit?: string }, browser: TestVisitor = school.head) =>
  browser.call(employeeEndpoints.previewExits, { body })
const preview = async (ids: number[], date_exit?: string, browser?: TestVisitor): Promise<ExitPreview[]> => {
  const reply = await send({ ids, ...(date_exit && { date_exit }) }, browser)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().people
}

test('names the classes and the account of each, on the last day of the school year, and writes nothing', async () => {
  const { id } = await school.makeStaff()
  const other = await makeEmployee(school.app, school.fsw, { firstname: 'Udo' })
  await giveClass(school.app, school.fsw, { employee: id, schoolclass: first })
  await giveClass(school.app, school.fsw, { employee: id, schoolclass: second, until: '2026-10-31' })
  const before = await school.find(id)
  const reply = await send({ ids: [other, id, id] })
  const [year] = before.functions.map(({ school_year }) => school_year)
  const last = await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('schoolyear')
      .select('date_end')
      .where('id', '=', year?.id ?? 0)
      .executeTakeFirstOrThrow(),
  )
  expect(reply.json().date_exit).toBe(last.date_end)
  expect(reply.json().people).toMatchObject([
    { id: other, refusal: null, functions: [], account: 'none' },
    { id, refusal: null, functions: [{ function: 'responsible', school_year: year?.name }], account: 'ends' },
  ])
  expect(await school.find(id)).toEqual(before)
})

test('whoever manages no accounts learns that it stays', async () => {
  const { id } = await school.makeStaff()
  expect(await preview([id], TODAY, school.secretary)).toMatchObject([{ refusal: null, account: 'stays' }])
  expect(await preview([id], TODAY)).toMatchObject([{ refusal: null, account: 'ends' }])
})

test('oneself, the last admin and whoever goes already are named and left out', async () => {
  const own = await makeEmployee(school.app, school.fsw, { user_id: school.headId })
  const admin = await school.makeStaff({ role: 'admin' })
  const leaver = await makeEmployee(school.app, school.fsw, { date_exit: '2027-01-31' })
  const late = await makeEmployee(school.app, school.fsw, { date_entry: '2027-02-01' })
  expect((await preview([own, admin.id, leaver, late], '2027-01-15')).map(({ refusal }) => refusal)).toEqual([
    EMPLOYEE_TEXTS.exitOfOwn,
    EMPLOYEE_TEXTS.exitOfLastAdmin,
    'Der Abgang zum 31.01.2027 ist schon eingetragen.',
    EMPLOYEE_TEXTS.exitBeforeEntry,
  ])
  // The role of an account is no concern of somebody who manages none.
  expect(await preview([admin.id], TODAY, school.secretary)).toMatchObject([{ refusal: null, account: 'stays' }])
  await makeUser(school.app, { role: 'admin', schools: [school.fsw] })
  expect(await preview([admin.id], TODAY)).toMatchObject([{ refusal: null, account: 'stays' }])
})

test('a day in the past is for single exits', async () => {
  const { id } = await school.makeStaff()
  const reply = await send({ ids: [id], date_exit: YESTERDAY })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().errors).toEqual({ date_exit: [EMPLOYEE_TEXTS.exitsInPast] })
})

test('people of another school are unknown', async () => {
  const fow = await makeSchool(school.app, 'fow')
  const theirs = await makeEmployee(school.app, fow)
  const ours = await makeEmployee(school.app, school.fsw)
  expect((await send({ ids: [ours, theirs] })).statusCode).toBe(404)
  expect((await send({ ids: [ours, 999_999] })).statusCode).toBe(404)
})
