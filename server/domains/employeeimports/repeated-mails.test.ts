import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmployeeFinding, employeeImportEndpoints } from '#contract/employeeimports/employeeimports.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('both rows with one address name each other, and who is here already does not count', async () => {
  const fsw = await makeSchool(app, 'fsw')
  const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
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
