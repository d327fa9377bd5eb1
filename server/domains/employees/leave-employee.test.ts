import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails, employeeEndpoints } from '#contract/employees.ts'
import type { Role } from '#contract/permissions.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { classIds, giveClass, makeEmployee } from '#server/test/school-staff.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { closeEmployeesAfterExit } from './employees.exit.queries.ts'

const YESTERDAY = '2026-11-19'
const TODAY = '2026-11-20'
const TOMORROW = '2026-11-21'

let app: TestApp
let fsw: number
let fow: number
let classes: number[]
let head: TestVisitor
let headId: number
let secretary: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  classes = await classIds(app, fsw)
  headId = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
  head = await app.signedIn(headId)
  const plain = { may_manage_users: false, may_view_sensitive: false }
  secretary = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw], ...plain })).id)
})
afterAll(() => app.stop())

const leave = (id: number, date_exit: string | null, browser = head) =>
  browser.call(employeeEndpoints.leave, { params: { id }, body: { date_exit } })
const find = async (id: number): Promise<EmployeeDetails> =>
  (await head.call(employeeEndpoints.get, { params: { id } })).json()
const turnDay = (today: string) => insideSchool(app, fsw, (tx) => closeEmployeesAfterExit(tx, today))

interface Account {
  role?: Role | null
  schools?: number[]
  may_manage_users?: boolean
  may_view_sensitive?: boolean
}

/** Somebody with an account here. */
async function makeStaff({ role = 'teacher_level_1', schools = [fsw], ...rights }: Account = {}) {
  const user = await makeUser(app, { role, schools, ...rights })
  return {
    userId: user.id,
    id: await makeEmployee(app, fsw, { user_id: user.id }),
    browser: await app.signedIn(user.id),
  }
}
const isOpen = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200

describe('an exit in the past', () => {
  test('ends classes on that day, removes those that begin later, and closes the account at once', async () => {
    const { id, userId, browser } = await makeStaff()
    const [first = 0, second = 0, third = 0] = classes
    await giveClass(app, fsw, { employee: id, schoolclass: first })
    await giveClass(app, fsw, { employee: id, schoolclass: second, function: 'assigned', until: '2026-10-31' })
    await giveClass(app, fsw, { employee: id, schoolclass: third, from: TODAY })
    const versions = () =>
      insideSchool(app, fsw, (tx) => tx.selectFrom('schoolclass').select(['id', 'version']).orderBy('id').execute())
    const before = new Map((await versions()).map((row) => [row.id, row.version]))
    const reply = await leave(id, YESTERDAY)
    expect(reply.json().message).toBe(
      'Der Abgang von Vera Voigt zum 19.11.2026 ist eingetragen. Das Konto ist gesperrt.',
    )
    const found = await find(id)
    expect(found).toMatchObject({ active: false, date_exit: YESTERDAY, classes: [], account: { state: 'closed' } })
    expect(found.functions.map(({ schoolclass, date_end }) => [schoolclass.id, date_end])).toEqual([
      [first, YESTERDAY],
      [second, '2026-10-31'],
    ])
    const changed = (await versions()).filter((row) => row.version !== before.get(row.id)).map((row) => row.id)
    expect(changed).toEqual([first, third].sort((a, b) => a - b))
    expect(await isOpen(browser)).toBe(false)
    expect((await storedAccount(app, userId)).deactivated_at).not.toBeNull()
    expect((await loggedAbout(app, fsw, userId)).map(({ action }) => action)).toEqual(['user_deleted'])
  })

  test('takes an account off this school only, where it has others', async () => {
    const { id, userId, browser } = await makeStaff({ schools: [fsw, fow] })
    await leave(id, YESTERDAY)
    expect(await storedAccount(app, userId)).toMatchObject({ schools: [fow], deactivated_at: null })
    expect((await browser.call(accountEndpoints.basedata)).json().school.id).toBe(fow)
    expect((await find(id)).account).toMatchObject({ state: 'closed', email: null, role: null })
  })

  test('never touches an account that is not attached here any more', async () => {
    const { id, userId } = await makeStaff({ schools: [fow] })
    expect((await leave(id, YESTERDAY)).statusCode).toBe(200)
    expect(await storedAccount(app, userId)).toMatchObject({ schools: [fow], deactivated_at: null })
  })
})

describe('an exit today or later', () => {
  test.each([TODAY, TOMORROW])(
    'changes nothing before that day (%s) is over; then the turn of the day does',
    async (day) => {
      const { id, browser } = await makeStaff()
      const [schoolclass = 0] = classes
      await giveClass(app, fsw, { employee: id, schoolclass })
      expect((await leave(id, day)).json().message).toContain('Das Konto endet nach diesem Tag.')
      expect(await find(id)).toMatchObject({ active: true, date_exit: day, closes_account: true, classes: [{}] })
      await turnDay(day)
      expect(await isOpen(browser)).toBe(true)
      expect((await find(id)).active).toBe(true)
      const next = day === TODAY ? TOMORROW : '2026-11-22'
      expect(await turnDay(next)).toBe(1)
      expect(await isOpen(browser)).toBe(false)
      expect(await find(id)).toMatchObject({ active: false, functions: [{ date_end: day }] })
      expect(await turnDay(next)).toBe(0)
    },
  )

  test('ends also a class that was given to the person after the exit was entered', async () => {
    const { id } = await makeStaff()
    await leave(id, YESTERDAY)
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0, from: '2026-11-01' })
    expect(await turnDay(TODAY)).toBe(1)
    expect((await find(id)).functions).toMatchObject([{ date_end: YESTERDAY }])
  })

  test('leaves an account open that somebody opened again after it was closed', async () => {
    const { id, userId } = await makeStaff()
    await leave(id, YESTERDAY)
    await app.database.owner.query('update app_user set deactivated_at = null where id = $1', [userId])
    await turnDay(TODAY)
    expect((await storedAccount(app, userId)).deactivated_at).toBeNull()
  })
})

describe('the day of an exit', () => {
  test('is not before the entry, and may be the same', async () => {
    const id = await makeEmployee(app, fsw, { date_entry: '2026-08-01' })
    const early = await leave(id, '2026-07-31')
    expect(early.statusCode).toBe(422)
    expect(early.json().errors).toEqual({ date_exit: [EMPLOYEE_TEXTS.exitBeforeEntry] })
    expect((await find(id)).date_exit).toBeNull()
    expect((await leave(id, '2026-08-01')).statusCode).toBe(200)
  })

  test('can be taken back before it has come, with everything as it was', async () => {
    const { id, browser } = await makeStaff()
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0 })
    await leave(id, TOMORROW)
    expect((await leave(id, null)).json().message).toBe('Der Abgang von Vera Voigt ist zurückgenommen.')
    await turnDay('2026-12-01')
    expect(await find(id)).toMatchObject({ active: true, date_exit: null, closes_account: false, classes: [{}] })
    expect(await isOpen(browser)).toBe(true)
    expect((await leave(id, null)).json().message).toBe('Es war kein Abgang eingetragen.')
  })

  test('taken back afterwards leaves classes ended and the account closed, and says so', async () => {
    const { id, browser } = await makeStaff()
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0 })
    await leave(id, YESTERDAY)
    expect((await leave(id, null)).json().message).toBe(
      'Der Abgang von Vera Voigt ist zurückgenommen. Zuordnungen zu Klassen, die beendet wurden, bleiben beendet. Das Konto bleibt gesperrt.',
    )
    expect(await find(id)).toMatchObject({ active: true, date_exit: null, classes: [], account: { state: 'closed' } })
    expect(await isOpen(browser)).toBe(false)
  })
})

/** Whose account may end with an exit, by who enters it: what the user page would allow (domain §4). */
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
      secretary: { role: 'schooladmin', may_manage_users: false, may_view_sensitive: false },
      'lesser head': { role: 'schooladmin', may_view_sensitive: false },
      admin: { role: 'admin' },
    } as const
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

  test('of who enters the own exit stays', async () => {
    const id = await makeEmployee(app, fsw, { user_id: headId })
    for (const day of [TOMORROW, YESTERDAY])
      expect((await leave(id, day)).json().message).toContain(EMPLOYEE_TEXTS.accountStays)
    expect(await isOpen(head)).toBe(true)
    await head.call(employeeEndpoints.link, { params: { id }, body: { user_id: null } })
  })

  test('of the last admin stays, also when there was another one on the day the exit was entered', async () => {
    const other = await startTestApp()
    const school = await makeSchool(other, 'fsw')
    const [first, second] = [
      await makeUser(other, { role: 'admin', schools: [school] }),
      await makeUser(other, { role: 'admin', schools: [school] }),
    ]
    const id = await makeEmployee(other, school, { user_id: first.id })
    const asSecond = await other.signedIn(second.id)
    const reply = await asSecond.call(employeeEndpoints.leave, { params: { id }, body: { date_exit: TODAY } })
    expect(reply.json().message).toContain('Das Konto endet nach diesem Tag.')
    await other.database.owner.query('update app_user set deactivated_at = now() where id = $1', [second.id])
    await insideSchool(other, school, (tx) => closeEmployeesAfterExit(tx, TOMORROW))
    expect((await storedAccount(other, first.id)).deactivated_at).toBeNull()
    await other.stop()
  })

  test('that became an admin’s after a head entered the exit stays', async () => {
    const { id, userId } = await makeStaff()
    await leave(id, TODAY)
    await app.database.owner.query(`update app_user set role = 'admin' where id = $1`, [userId])
    await turnDay(TOMORROW)
    expect((await storedAccount(app, userId)).deactivated_at).toBeNull()
    expect((await find(id)).active).toBe(false)
  })

  test('is not put under another exit by a secretary: neither by its day nor by linking', async () => {
    const victim = await makeStaff({ role: 'schooladmin' })
    await leave(victim.id, '2027-07-31')
    await leave(victim.id, YESTERDAY, secretary)
    await turnDay('2027-08-01')
    expect(await isOpen(victim.browser)).toBe(true)

    const target = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const leaver = await makeStaff()
    await leave(leaver.id, TOMORROW)
    const body = { user_id: target.id }
    const linked = await secretary.call(employeeEndpoints.link, { params: { id: leaver.id }, body })
    expect(linked.statusCode, linked.body).toBe(200)
    await turnDay('2026-11-22')
    expect((await storedAccount(app, target.id)).deactivated_at).toBeNull()
  })

  test('ends as decided when a secretary enters the same day again', async () => {
    const { id, browser } = await makeStaff()
    await leave(id, TOMORROW)
    expect((await leave(id, TOMORROW, secretary)).json().message).toContain('Das Konto endet nach diesem Tag.')
    await turnDay('2026-11-22')
    expect(await isOpen(browser)).toBe(false)
  })
})

test('two exits entered at once end classes and account once', async () => {
  const { id, userId } = await makeStaff()
  await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0 })
  const replies = await Promise.all([leave(id, YESTERDAY), leave(id, '2026-11-18')])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await loggedAbout(app, fsw, userId)).map(({ action }) => action)).toEqual(['user_deleted'])
})

test('two admins who enter each other’s exit at once leave one admin', async () => {
  const other = await startTestApp()
  const school = await makeSchool(other, 'fsw')
  const admins = await Promise.all([0, 1].map(() => makeUser(other, { role: 'admin', schools: [school] })))
  const people = await Promise.all(admins.map(({ id }) => makeEmployee(other, school, { user_id: id })))
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
