import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmployeeFinding, employeeImportEndpoints } from '#contract/employeeimports/employeeimports.ts'
import { type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

test('both rows with one address name each other, and who is here already does not count', async () => {
  await makeEmployee(app, fsw, { firstname: 'Ute', lastname: 'Tal', short_name: 'Ta' })
  const people = [
    ['Ida', 'Berg', 'berg@example.org'],
    ['Udo', 'Ohm', 'andere@example.org'],
    ['Dilara', 'Celik', 'Berg@example.org'],
    ['Eva', 'Ende', ''],
    ['Fee', 'Ende', ''],
    ['Ute', 'Tal', 'berg@example.org'],
  ]
  const rows = people.map(([firstname = '', lastname = '', mail = ''], index) => {
    const short_name = lastname === 'Tal' ? 'Ta' : firstname
    return { line: index + 2, cells: { firstname, lastname, mail, short_name, employee_type: 'Lehrkraft' } }
  })
  const reply = await head.call(employeeImportEndpoints.check, { body: { rows } })
  const found: EmployeeFinding[] = reply.json()
  expect(found.map(({ same_mail }) => same_mail)).toEqual([
    [{ line: 4, name: 'Celik, Dilara' }],
    [],
    [{ line: 2, name: 'Berg, Ida' }],
    [],
    [],
    [],
  ])
})

test('the list of imports says how many stay, before an undo and after it', async () => {
  const rows = ['Lia', 'Mio', 'Noa'].map((firstname, index) => ({
    line: index + 2,
    cells: { firstname, lastname: 'Neu', short_name: firstname, employee_type: 'Lehrkraft' },
  }))
  const added = await head.call(employeeImportEndpoints.add, {
    body: { rows },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(added.json()).toMatchObject({ row_count: 3, kept: 0 })
  const listed = async () => (await head.call(employeeImportEndpoints.list)).json()
  expect(await listed()).toMatchObject([{ kept: 0, may_undo: true }])
  const people: EmployeeRow[] = (await head.call(employeeEndpoints.list)).json()
  const id = people.find(({ firstname }) => firstname === 'Mio')?.id ?? 0
  const { version } = (await head.call(employeeEndpoints.get, { params: { id } })).json()
  await head.call(employeeEndpoints.change, { params: { id }, body: { title: 'Dr.', version } })
  expect(await listed()).toMatchObject([{ kept: 1, may_undo: true }])
  await head.call(employeeImportEndpoints.undo, { params: { importId: added.json().id } })
  expect(await listed()).toMatchObject([{ kept: 1, may_undo: false }])
})
