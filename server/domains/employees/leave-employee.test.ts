import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { addDays, formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails, employeeEndpoints } from '#contract/employees/employees.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { classIds, giveClass, makeEmployee } from '#server/test/school-staff.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { closeEmployeesAfterExit } from './employees.shared.ts'

const YESTERDAY = '2026-11-19'
const TODAY = '2026-11-20'
const TOMORROW = '2026-11-21'

let app: TestApp
let fsw: number
let fow: number
let classes: number[]
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  classes = await classIds(app, fsw)
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

const leave = (id: number, date_exit: string | null) =>
  head.call(employeeEndpoints.leave, { params: { id }, body: { date_exit } })
const find = async (id: number): Promise<EmployeeDetails> =>
  (await head.call(employeeEndpoints.get, { params: { id } })).json()
const turnDay = (today: string) => insideSchool(app, fsw, (tx) => closeEmployeesAfterExit(tx, today))

/** Somebody with an account here. */
async function makeStaff(schools = [fsw]) {
  const user = await makeUser(app, { role: 'teacher_level_1', schools })
  return {
    userId: user.id,
    id: await makeEmployee(app, fsw, { user_id: user.id }),
    browser: await app.signedIn(user.id),
  }
}
const isOpen = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200

describe('an exit in the past', () => {
  test('ends classes on that day, removes those still to come, and closes the account at once', async () => {
    const { id, userId, browser } = await makeStaff()
    const [first = 0, second = 0, third = 0] = classes
    await giveClass(app, fsw, { employee: id, schoolclass: first })
    await giveClass(app, fsw, { employee: id, schoolclass: second, function: 'assigned', until: '2026-10-31' })
    await giveClass(app, fsw, { employee: id, schoolclass: third, from: TOMORROW })
    const versions = () =>
      insideSchool(app, fsw, (tx) => tx.selectFrom('schoolclass').select(['id', 'version']).orderBy('id').execute())
    const before = new Map((await versions()).map((row) => [row.id, row.version]))
    const reply = await leave(id, YESTERDAY)
    expect(reply.json().message).toBe(
      'Der Abgang von Vera Voigt zum 19.11.2026 ist eingetragen. Das Konto ist geschlossen.',
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

  test('removes an account from this school only, when it has others', async () => {
    const { id, userId, browser } = await makeStaff([fsw, fow])
    await leave(id, YESTERDAY)
    expect(await storedAccount(app, userId)).toMatchObject({ schools: [fow], deactivated_at: null })
    expect((await browser.call(accountEndpoints.basedata)).json().school.id).toBe(fow)
    expect((await find(id)).account).toMatchObject({ state: 'closed', email: null, role: null })
  })

  test('never touches an account that is not attached here any more', async () => {
    const { id, userId } = await makeStaff([fow])
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

  test('is not before a class that is over: a mistake removes nothing from the history', async () => {
    const id = await makeEmployee(app, fsw)
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0, from: '2026-08-10', until: '2026-10-31' })
    const name = (await find(id)).functions[0]?.schoolclass.classgradePlain ?? ''
    const slip = await leave(id, '1927-01-31')
    expect(slip.statusCode).toBe(422)
    expect(slip.json().errors).toEqual({
      date_exit: [EMPLOYEE_TEXTS.hadClassLater(name, '10.08.2026', '31.10.2026')],
    })
    expect((await leave(id, '2026-08-09')).statusCode).toBe(422)
    expect((await leave(id, '2026-08-10')).statusCode).toBe(200)
    expect((await find(id)).functions).toMatchObject([{ date_start: '2026-08-10', date_end: '2026-08-10' }])
  })

  test.each([
    ['that runs', { from: '2026-08-10' }],
    ['that begins today', { from: TODAY }],
    ['that ends today', { from: '2026-08-10', until: TODAY }],
  ])('is not before the start of a class %s: the year was mistyped', async (_what, { from, ...period }) => {
    const id = await makeEmployee(app, fsw)
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0, from, ...period })
    const [before] = (await find(id)).functions
    const day = addDays(from, -1)
    const slip = await leave(id, day)
    expect(slip.statusCode).toBe(422)
    const name = before?.schoolclass.classgradePlain ?? ''
    expect(slip.json().errors).toEqual({ date_exit: [EMPLOYEE_TEXTS.hasClassSince(name, formatDate(from))] })
    expect((await find(id)).functions).toEqual([before])
    expect((await leave(id, from)).statusCode).toBe(200)
  })

  test('leaves what had begun when nobody turned the day in time, until yesterday', async () => {
    const id = await makeEmployee(app, fsw, { date_exit: '2026-11-10' })
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0] ?? 0, from: '2026-11-16' })
    await giveClass(app, fsw, { employee: id, schoolclass: classes[1] ?? 0, from: TODAY })
    expect(await turnDay(TODAY)).toBe(1)
    expect((await find(id)).functions).toMatchObject([{ date_start: '2026-11-16', date_end: YESTERDAY }])
    expect(await turnDay(TODAY)).toBe(0)
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
      'Der Abgang von Vera Voigt ist zurückgenommen. Zuordnungen zu Klassen, die beendet wurden, bleiben beendet. Das Konto bleibt geschlossen.',
    )
    expect(await find(id)).toMatchObject({ active: true, date_exit: null, classes: [], account: { state: 'closed' } })
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
