import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { employeeEndpoints } from '#contract/employees/employees.ts'
import { mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { MULTI_SCHOOL_KEY, userSettingEndpoints, userEndpoints as users } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { deniedBy } from '#server/test/log-rows.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

type Actor = Partial<Parameters<typeof makeUser>[1]> & Pick<Parameters<typeof makeUser>[1], 'role'>

const signIn = async (actor: Actor) => {
  const { id } = await makeUser(app, { schools: [fsw], ...actor })
  return { id, browser: await app.signedIn(id), denied: () => deniedBy(app, fsw, id) }
}
const head = () => signIn({ role: 'schooladmin' })
const account = async (actor: Actor) => (await makeUser(app, { schools: [fsw], ...actor })).id

const row = (action: string, userId: number | null) => ({
  action,
  entity_type: 'user',
  entity_id: userId,
  result: 'denied',
})

test('changing the own role is in the log', async () => {
  const { id, browser, denied } = await head()
  const reply = await browser.call(users.change, { params: { id }, body: { roles: ['viewer'] } })
  expect([reply.statusCode, await denied()]).toEqual([422, [row('own_role_refused', id)]])
})

test('giving a role above the own is in the log, for an account there is and for a new one', async () => {
  const { browser, denied } = await head()
  const teacher = await account({ role: 'teacher_level_1' })
  const reply = await browser.call(users.change, { params: { id: teacher }, body: { roles: ['admin'] } })
  const form = { name: 'Neuer Admin', email: 'neuer.admin@example.org', roles: ['admin'] as const }
  const added = await browser.call(users.add, { body: { ...form, roles: [...form.roles] } })
  expect([reply.statusCode, added.statusCode]).toEqual([422, 422])
  expect(await denied()).toEqual([row('role_refused', teacher), row('role_refused', null)])
})

test('inviting a colleague as admin is in the log too', async () => {
  const { browser, denied } = await head()
  const id = await makeEmployee(app, fsw, { mail: 'kollege@example.org' })
  const reply = await browser.call(employeeEndpoints.invite, { params: { id }, body: { role: 'admin' } })
  expect([reply.statusCode, await denied()]).toEqual([422, [row('role_refused', null)]])
})

test('linking the account of an admin is in the log', async () => {
  const { browser, denied } = await head()
  const admin = await account({ role: 'admin' })
  const id = await makeEmployee(app, fsw)
  const reply = await browser.call(employeeEndpoints.link, { params: { id }, body: { user_id: admin } })
  expect([reply.statusCode, await denied()]).toEqual([422, [row('higher_account_refused', admin)]])
})

test('giving a right one lacks is in the log', async () => {
  const { browser, denied } = await signIn({ role: 'schooladmin', may_view_sensitive: false })
  const other = await account({ role: 'schooladmin', may_view_sensitive: false })
  const reply = await browser.call(users.change, { params: { id: other }, body: { may_view_sensitive: true } })
  expect([reply.statusCode, await denied()]).toEqual([422, [row('right_refused', other)]])
})

test('an account with more rights, or of other schools, is in the log when it was not to be changed', async () => {
  const { browser, denied } = await signIn({ role: 'schooladmin', may_view_sensitive: false })
  const [admin, stronger, shared] = [
    await account({ role: 'admin' }),
    await account({ role: 'schooladmin' }),
    await account({ role: 'teacher_level_1', schools: [fsw, fow] }),
  ]
  await browser.call(users.change, { params: { id: admin }, body: { name: 'Neuer Name' } })
  await browser.call(users.resetTwoFactor, { params: { id: stronger } })
  await browser.call(users.change, { params: { id: shared }, body: { name: 'Neuer Name' } })
  expect(await denied()).toEqual([
    row('higher_account_refused', admin),
    row('higher_account_refused', stronger),
    row('shared_account_refused', shared),
  ])
})

test('an account of another school is in the log like one that does not exist', async () => {
  const { browser, denied } = await head()
  const stranger = await account({ role: 'teacher_level_1', schools: [fow] })
  for (const id of [stranger, 999_999])
    expect((await browser.call(users.remove, { params: { id } })).statusCode).toBe(404)
  expect(await denied()).toEqual([row('unknown_account_refused', null), row('unknown_account_refused', null)])
})

test('going to a school one is not attached to is in the log, whether it exists or not', async () => {
  const { id, browser, denied } = await signIn({ role: 'viewer' })
  for (const school_id of [fow, 999_999])
    expect((await browser.call(accountEndpoints.changeSchool, { body: { school_id } })).statusCode).toBe(404)
  expect(await denied()).toEqual([row('school_change_refused', id), row('school_change_refused', id)])
})

test('giving access to a school that is not one’s own is in the log', async () => {
  const { browser, denied } = await signIn({ role: 'admin' })
  const teacher = await account({ role: 'teacher_level_1' })
  const body = { key: MULTI_SCHOOL_KEY, user_id: teacher, value: [fsw, fow] } as const
  const reply = await browser.call(userSettingEndpoints.save, { body: { ...body, value: [...body.value] } })
  expect([reply.statusCode, await denied()]).toEqual([422, [row('school_attach_refused', teacher)]])
})

test('a mistake is not in the log', async () => {
  const { id, browser, denied } = await head()
  expect((await browser.call(users.remove, { params: { id } })).statusCode).toBe(422)
  expect((await browser.call(users.change, { params: { id }, body: { name: '' } })).statusCode).toBe(422)
  expect(await denied()).toEqual([])
})

test('a flood of one attempt neither fills the log nor hides another', async () => {
  const { id, browser, denied } = await head()
  for (let i = 0; i < 25; i++) await browser.call(users.change, { params: { id }, body: { roles: ['viewer'] } })
  await browser.call(users.change, { params: { id: 999_999 }, body: { name: 'Neuer Name' } })
  const teacher = await account({ role: 'teacher_level_1' })
  await browser.call(users.change, { params: { id: teacher }, body: { roles: ['admin'] } })
  const rows = await denied()
  expect(rows.map(({ action }) => action)).toEqual([
    ...Array<string>(20).fill('own_role_refused'),
    'unknown_account_refused',
    'role_refused',
  ])
  // The same attempt on another account counts separately, and so does any other refused call.
  const other = await account({ role: 'viewer' })
  for (let i = 0; i < 25; i++) await browser.call(users.change, { params: { id: teacher }, body: { roles: ['admin'] } })
  await browser.call(users.change, { params: { id: other }, body: { roles: ['admin'] } })
  expect((await denied()).filter(({ entity_id }) => entity_id === other)).toHaveLength(1)

  const viewer = await signIn({ role: 'viewer' })
  for (let i = 0; i < 25; i++) await viewer.browser.call(outboxEndpoints.get)
  await viewer.browser.call(mailtestEndpoints.defaults)
  const calls = (await viewer.denied()).map(({ entity_type }) => entity_type)
  expect(new Set(calls).size).toBe(2)
  expect(calls).toHaveLength(21)
})
