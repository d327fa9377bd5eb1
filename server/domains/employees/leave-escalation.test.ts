import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMPLOYEE_TEXTS, employeeEndpoints } from '#contract/employees/employees.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import {
  type Account,
  type LeavingSchool,
  openLeavingSchool,
  SECRETARY,
  TODAY,
  TOMORROW,
  YESTERDAY,
} from '#server/test/leaving-school.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { storedAccount } from '#server/test/stored-account.ts'
import { startTestApp } from '#server/test/test-app.ts'
import { closeEmployeesAfterExit } from './employees.shared.ts'

let school: LeavingSchool
beforeAll(async () => {
  school = await openLeavingSchool()
})
afterAll(() => school.app.stop())

/** Whether an account may end with an exit depends on who enters it, like on the user page (domain §4). */
const CASES: [string, { actor: 'secretary' | 'head' | 'lesser head' | 'admin'; account: Account; ends: boolean }][] = [
  ['a secretary ends no account at all', { actor: 'secretary', account: {}, ends: false }],
  ['a secretary does not lock out the head', { actor: 'secretary', account: { role: 'schooladmin' }, ends: false }],
  ['a secretary does not lock out an admin', { actor: 'secretary', account: { role: 'admin' }, ends: false }],
  ['a head ends that of a teacher', { actor: 'head', account: {}, ends: true }],
  ['a head ends that of another head', { actor: 'head', account: { role: 'schooladmin' }, ends: true }],
  ['a head does not end that of an admin', { actor: 'head', account: { role: 'admin' }, ends: false }],
  [
    'a head without a right does not end that of a head who has it',
    { actor: 'lesser head', account: { role: 'schooladmin' }, ends: false },
  ],
  ['a head without a right ends that of a teacher', { actor: 'lesser head', account: {}, ends: true }],
  ['an admin ends that of another admin', { actor: 'admin', account: { role: 'admin' }, ends: true }],
]

describe('the account', () => {
  test.each(CASES)('%s', async (_what, { actor, account, ends }) => {
    const actors = {
      head: { role: 'schooladmin' },
      secretary: SECRETARY,
      'lesser head': { role: 'schooladmin', may_view_sensitive: false },
      admin: { role: 'admin' },
    } as const
    const { app, fsw, leave, turnDay, makeStaff, isOpen, find } = school
    const browser = await app.signedIn((await makeUser(app, { ...actors[actor], schools: [fsw] })).id)
    for (const day of [YESTERDAY, TOMORROW]) {
      const staff = await makeStaff(account)
      const reply = await leave(staff.id, day, browser)
      expect(reply.statusCode, reply.body).toBe(200)
      expect(reply.json().message.includes(EMPLOYEE_TEXTS.accountStays)).toBe(!ends)
      await turnDay('2026-11-22')
      expect(await isOpen(staff.browser)).toBe(!ends)
      expect((await find(staff.id)).active).toBe(false)
    }
  })

  test('of somebody who enters their own exit stays', async () => {
    const { app, fsw, head, headId, leave, isOpen } = school
    const id = await makeEmployee(app, fsw, { user_id: headId })
    for (const day of [TOMORROW, YESTERDAY])
      expect((await leave(id, day)).json().message).toContain(EMPLOYEE_TEXTS.accountStays)
    expect(await isOpen(head)).toBe(true)
    await head.call(employeeEndpoints.link, { params: { id }, body: { user_id: null } })
  })

  test('of the last admin stays, also when there was another one on the day the exit was entered', async () => {
    const other = await startTestApp()
    const there = await makeSchool(other, 'fsw')
    const [first, second] = [
      await makeUser(other, { role: 'admin', schools: [there] }),
      await makeUser(other, { role: 'admin', schools: [there] }),
    ]
    const id = await makeEmployee(other, there, { user_id: first.id })
    const asSecond = await other.signedIn(second.id)
    const reply = await asSecond.call(employeeEndpoints.leave, { params: { id }, body: { date_exit: TODAY } })
    expect(reply.json().message).toContain('Das Konto endet nach diesem Tag.')
    await other.database.owner.query('update app_user set deactivated_at = now() where id = $1', [second.id])
    await insideSchool(other, there, (tx) => closeEmployeesAfterExit(tx, TOMORROW))
    expect((await storedAccount(other, first.id)).deactivated_at).toBeNull()
    await other.stop()
  })

  test('that became an admin’s after a head entered the exit stays', async () => {
    const { app, leave, turnDay, makeStaff, find } = school
    const { id, userId } = await makeStaff()
    await leave(id, TODAY)
    await app.database.owner.query(`update app_user set role = 'admin' where id = $1`, [userId])
    await turnDay(TOMORROW)
    expect((await storedAccount(app, userId)).deactivated_at).toBeNull()
    expect((await find(id)).active).toBe(false)
  })

  test('is not put under another exit by a secretary who links it', async () => {
    const { app, fsw, secretary, leave, turnDay } = school
    const target = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const id = await makeEmployee(app, fsw)
    await leave(id, TOMORROW)
    const linked = await secretary.call(employeeEndpoints.link, { params: { id }, body: { user_id: target.id } })
    expect(linked.statusCode, linked.body).toBe(200)
    await turnDay('2026-11-22')
    expect((await storedAccount(app, target.id)).deactivated_at).toBeNull()
  })

  test('ends as decided when a secretary enters the same day again', async () => {
    const { secretary, leave, turnDay, makeStaff, isOpen } = school
    const { id, browser } = await makeStaff()
    await leave(id, TOMORROW)
    expect((await leave(id, TOMORROW, secretary)).json().message).toContain('Das Konto endet nach diesem Tag.')
    await turnDay('2026-11-22')
    expect(await isOpen(browser)).toBe(false)
  })
})

test('two admins who enter each other’s exit at once leave one admin', async () => {
  const other = await startTestApp()
  const there = await makeSchool(other, 'fsw')
  const admins = await Promise.all([0, 1].map(() => makeUser(other, { role: 'admin', schools: [there] })))
  const people = await Promise.all(admins.map(({ id }) => makeEmployee(other, there, { user_id: id })))
  const browsers = await Promise.all(admins.map(({ id }) => other.signedIn(id)))
  await Promise.all(
    browsers.map((browser, index) =>
      browser.call(employeeEndpoints.leave, {
        params: { id: people[1 - index] ?? 0 },
        body: { date_exit: YESTERDAY },
      }),
    ),
  )
  const { rows } = await other.database.owner.query(
    `select count(*)::int as n from app_user where role = 'admin' and deactivated_at is null`,
  )
  expect(rows).toEqual([{ n: 1 }])
  await other.stop()
})
