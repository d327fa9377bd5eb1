import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMPLOYEE_TEXTS, employeeEndpoints } from '#contract/employees/employees.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { type LeavingSchool, openLeavingSchool, TODAY, TOMORROW, YESTERDAY } from '#server/test/leaving-school.ts'
import { storedAccount } from '#server/test/stored-account.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const DAY_AFTER = '2026-11-22'

let school: LeavingSchool
beforeAll(async () => {
  school = await openLeavingSchool()
})
afterAll(() => school.app.stop())

const link = (id: number, user_id: number | null, browser: TestVisitor) =>
  browser.call(employeeEndpoints.link, { params: { id }, body: { user_id } })
const remove = (id: number, browser: TestVisitor) => browser.call(employeeEndpoints.remove, { params: { id } })
const setUser = (id: number, change: string) =>
  school.app.database.owner.query(`update app_user set ${change} where id = $1`, [id])

/** A teacher whose account ends tomorrow, as a head has decided. */
async function makeLeaver() {
  const staff = await school.makeStaff()
  const reply = await school.leave(staff.id, TOMORROW)
  expect(reply.json().message).toContain('Das Konto endet nach diesem Tag.')
  return staff
}

type Leaver = Awaited<ReturnType<typeof makeLeaver>>

describe('a head’s decision about an account', () => {
  const newAccount = async () => (await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })).id
  test.each<[string, (leaver: Leaver, browser: TestVisitor) => Promise<{ statusCode: number; json: () => unknown }>]>([
    ['by taking the exit back', ({ id }, browser) => school.leave(id, null, browser)],
    ['by a later day', ({ id }, browser) => school.leave(id, '2027-07-31', browser)],
    ['by an earlier day', ({ id }, browser) => school.leave(id, TODAY, browser)],
    ['by a day that is past', ({ id }, browser) => school.leave(id, YESTERDAY, browser)],
    ['by letting go of the account', ({ id }, browser) => link(id, null, browser)],
    ['by linking another account', async ({ id }, browser) => link(id, await newAccount(), browser)],
    ['by deleting the person', ({ id }, browser) => remove(id, browser)],
  ])('is not shaken by a secretary %s, but by who may end the account', async (_how, shake) => {
    const leaver = await makeLeaver()
    const refused = await shake(leaver, school.secretary)
    expect(refused.statusCode).toBe(422)
    expect(JSON.stringify(refused.json())).toContain(EMPLOYEE_TEXTS.closingDecided)
    expect(await school.find(leaver.id)).toMatchObject({
      date_exit: TOMORROW,
      closes_account: true,
      account: { user_id: leaver.userId, state: 'ready' },
    })
    expect((await shake(leaver, school.head)).statusCode).toBe(200)
  })

  test('cannot be undone by the person it is about', async () => {
    const { id, browser } = await school.makeStaff({ role: 'schooladmin' })
    await school.leave(id, TOMORROW)
    expect((await school.leave(id, null, browser)).statusCode).toBe(422)
    await school.turnDay(DAY_AFTER)
    expect(await school.isOpen(browser)).toBe(false)
  })

  test('has no effect once it is carried out, nor when the account ended otherwise', async () => {
    const done = await makeLeaver()
    await school.turnDay(DAY_AFTER)
    expect(await school.find(done.id)).toMatchObject({ closes_account: false, account: { state: 'closed' } })
    const gone = await makeLeaver()
    await setUser(gone.userId, 'deactivated_at = now()')
    for (const { id } of [done, gone]) expect((await school.leave(id, null, school.secretary)).statusCode).toBe(200)
  })

  test('does not restrict changes that do not affect it', async () => {
    const { id } = await makeLeaver()
    const body = { phone: '030 23125-100' }
    expect((await school.secretary.call(employeeEndpoints.change, { params: { id }, body })).statusCode).toBe(200)
    expect((await school.leave(id, TOMORROW, school.secretary)).statusCode).toBe(200)
    expect((await school.find(id)).closes_account).toBe(true)
  })
})

describe('when the day comes the decision is checked again:', () => {
  const stay = async ({ id, userId }: { id: number; userId: number }) => {
    await school.turnDay(DAY_AFTER)
    expect(await storedAccount(school.app, userId)).toMatchObject({ deactivated_at: null, schools: [school.fsw] })
    expect(await school.find(id)).toMatchObject({
      active: false,
      closes_account: false,
      account: { state: 'ready', user_id: userId },
    })
    expect(await school.actionsOn(id)).toContain('employee_account_kept')
  }
  const decider = async () => {
    const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw] })
    return { id, browser: await school.app.signedIn(id) }
  }

  test.each([
    ['manages no accounts any more', 'may_manage_users = false'],
    ['has another role', `role = 'teacher_level_1'`],
    ['has no account any more', 'deactivated_at = now()'],
  ])('of a decider who %s it does not count', async (_what, change) => {
    const { id: deciderId, browser } = await decider()
    const leaver = await school.makeStaff()
    await school.leave(leaver.id, TOMORROW, browser)
    await setUser(deciderId, change)
    await stay(leaver)
  })

  test('it does not count when its author has left the school', async () => {
    const { id: deciderId, browser } = await decider()
    const leaver = await school.makeStaff()
    await school.leave(leaver.id, TOMORROW, browser)
    await school.app.database.owner.query('update app_user set school_id = null, home_school_id = null where id = $1', [
      deciderId,
    ])
    await school.app.database.owner.query('delete from user_school where user_id = $1', [deciderId])
    await stay(leaver)
  })

  test('it does not count when its author lacks a second factor that is required by now', async () => {
    const leaver = await makeLeaver()
    const rules = { school_id: school.fsw, key: 'LOGIN_RULES', setting_value: '{"two_factor_for_heads": true}' }
    await insideSchool(school.app, school.fsw, (tx) => tx.insertInto('school_setting').values(rules).execute())
    await school.turnDay(DAY_AFTER)
    expect((await storedAccount(school.app, leaver.userId)).deactivated_at).toBeNull()
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.deleteFrom('school_setting').where('key', '=', 'LOGIN_RULES').execute(),
    )
  })

  test('it does not count when the account outranks its author by now', async () => {
    const lesser = await makeUser(school.app, {
      role: 'schooladmin',
      schools: [school.fsw],
      may_view_sensitive: false,
    })
    const leaver = await school.makeStaff()
    await school.leave(leaver.id, TOMORROW, await school.app.signedIn(lesser.id))
    await setUser(leaver.userId, `role = 'schooladmin', may_view_sensitive = true`)
    await stay(leaver)
  })

  test('an admin’s later decision replaces that of a head, also on the same day', async () => {
    const admin = await school.app.signedIn((await makeUser(school.app, { role: 'admin', schools: [school.fsw] })).id)
    const [ofHead, ofAdmin] = [await makeLeaver(), await makeLeaver()]
    await school.leave(ofAdmin.id, TOMORROW, admin)
    for (const { userId } of [ofHead, ofAdmin]) await setUser(userId, `role = 'admin'`)
    await stay(ofHead)
    expect((await storedAccount(school.app, ofAdmin.userId)).deactivated_at).not.toBeNull()
  })

  test('an account that stayed open ends when somebody with the right enters the exit again', async () => {
    const staff = await school.makeStaff()
    const stays = await school.leave(staff.id, YESTERDAY, school.secretary)
    expect(stays.json().message).toContain('bleibt bestehen')
    expect((await school.leave(staff.id, YESTERDAY)).json().message).toContain('Das Konto ist geschlossen.')
    expect(await school.isOpen(staff.browser)).toBe(false)
  })
})
