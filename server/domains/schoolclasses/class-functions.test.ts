import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SchoolclassDetails, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { giveClass, makeEmployee } from '#server/test/school-staff.ts'

let school: ClassSchool
let oneA: number
let anna: number
let bert: number
beforeAll(async () => {
  school = await openClassSchool()
  oneA = await school.classOf('1a')
  anna = await makeEmployee(school.app, school.fsw, { firstname: 'Anna', lastname: 'Adler' })
  bert = await makeEmployee(school.app, school.fsw, { firstname: 'Bert', lastname: 'Bach' })
  await giveClass(school.app, school.fsw, { employee: anna, schoolclass: oneA, from: '2026-09-01' })
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

const change = (body: object, id = oneA) => school.head.call(schoolclassEndpoints.change, { params: { id }, body })
const functions = async () => {
  const page: SchoolclassDetails = (await school.head.call(schoolclassEndpoints.get, { params: { id: oneA } })).json()
  return page.functions.map(({ id, function: one, date_start, date_end }) => [id, one, date_start, date_end])
}
const AS_IT_WAS = () => [[anna, 'responsible', '2026-09-01', null]]

test('a function that began before today is never undone, it ends from the day after it began at the earliest', async () => {
  const text = 'Eine Zuordnung besteht seit 01.09.2026; eine Änderung ist frühestens ab 02.09.2026 möglich.'
  for (const functions_from of ['2026-08-01', '2026-08-31', '2026-09-01']) {
    const reply = await change({ responsible_teachers: [bert], functions_from })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { functions_from: [text] }])
  }
  expect(await functions()).toEqual(AS_IT_WAS())
  expect((await change({ responsible_teachers: [bert], functions_from: '2026-09-02' })).statusCode).toBe(200)
  expect(await functions()).toEqual([
    [bert, 'responsible', '2026-09-02', null],
    [anna, 'responsible', '2026-09-01', '2026-09-01'],
  ])
})

test('one that begins today or later can be undone', async () => {
  const schoolclass = await school.classOf('2a')
  for (const functions_from of ['2026-11-20', '2027-02-01']) {
    await change({ assigned_employees: [bert], functions_from }, schoolclass)
    expect((await change({ assigned_employees: [], functions_from }, schoolclass)).statusCode).toBe(200)
  }
  const page = (await school.head.call(schoolclassEndpoints.get, { params: { id: schoolclass } })).json()
  expect(page.functions).toEqual([])
})

test('a class of a closed year changes in nothing, and none is added there', async () => {
  const before = await functions()
  const page = (await school.head.call(schoolclassEndpoints.get, { params: { id: oneA } })).json()
  await school.setYearState('2026/2027', 'closed')
  const text = 'Das Schuljahr 2026/2027 ist abgeschlossen; seine Klassen ändern sich nicht mehr.'
  for (const body of [{ responsible_teachers: [] }, { assigned_employees: [anna] }, { room: '1.07' }]) {
    const reply = await change(body)
    expect([reply.statusCode, reply.json().message]).toEqual([422, text])
  }
  expect(await functions()).toEqual(before)
  const body = { school_year_id: page.school_year.id, schoolgrade_id: page.schoolgrade.id, description: 'neu' }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const added = await school.head.call(schoolclassEndpoints.add, { body, headers })
  expect([added.statusCode, added.json().errors]).toEqual([422, { school_year_id: [text] }])
  await school.setYearState('2026/2027', 'active')
})
