import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { MULTI_SCHOOL_KEY, USER_TEXTS, userSettingEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
const schools: Record<'a' | 'b' | 'c' | 'foreign', number> = { a: 0, b: 0, c: 0, foreign: 0 }
let admin: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  for (const key of ['a', 'b', 'c', 'foreign'] as const)
    schools[key] = await makeSchool(app, 'fsw', { short: `s${key}`.slice(0, 10) })
  const { a, b, c } = schools
  admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [a, b, c] })).id)
})
afterAll(() => app.stop())

const save = (browser: TestVisitor, user_id: number, value: unknown) =>
  browser.call(userSettingEndpoints.save, { body: { key: MULTI_SCHOOL_KEY, user_id, value } })
const find = async (userId: number) => (await admin.call(userSettingEndpoints.find, { params: { userId } })).json()
const reset = (userId: number) => admin.call(userSettingEndpoints.reset, { params: { userId } })
const makeViewer = (ids: number[]) => makeUser(app, { role: 'viewer', schools: ids })
const standing = async (id: number) => {
  const { schools: attached, school_id, home_school_id } = await storedAccount(app, id)
  return { attached, active: school_id && Number(school_id), home: home_school_id && Number(home_school_id) }
}

describe('access to several schools', () => {
  test('is given, seen at the next request and taken back to the home school', async () => {
    const { a, b, c } = schools
    const { id } = await makeViewer([a])
    const browser = await app.signedIn(id)
    const attached = async () =>
      (await browser.call(accountEndpoints.basedata)).json().attachedSchools.map((school: { id: number }) => school.id)
    expect(await find(id)).toEqual({
      key: MULTI_SCHOOL_KEY,
      user_id: id,
      setting_value: [],
      schools: ['sa', 'sb', 'sc'].map((short, index) => ({
        id: [a, b, c][index],
        short,
        name: 'Freie Schule Wacholderhain',
      })),
    })
    expect((await save(admin, id, [b, a])).statusCode).toBe(200)
    expect(await attached()).toEqual([a, b])
    expect((await find(id)).setting_value).toEqual([a, b])
    expect((await browser.call(accountEndpoints.changeSchool, { body: { school_id: b } })).statusCode).toBe(200)
    expect((await reset(id)).statusCode).toBe(200)
    expect(await standing(id)).toEqual({ attached: [a], active: a, home: a })
    expect((await browser.call(accountEndpoints.basedata)).json().school.id).toBe(a)
    expect((await find(id)).setting_value).toEqual([])
    const actions = (await loggedAbout(app, a, id)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'schools_attached')).toHaveLength(2)
  })

  test('replaces the choice; a user in a removed school is then in the home school', async () => {
    const { a, b, c } = schools
    const { id } = await makeViewer([a])
    await save(admin, id, [a, b])
    await app.database.owner.query('update app_user set school_id = $2 where id = $1', [id, b])
    await save(admin, id, [a, c])
    expect(await standing(id)).toEqual({ attached: [a, c], active: a, home: a })
    await save(admin, id, [b, c])
    expect(await standing(id)).toEqual({ attached: [b, c], active: b, home: a })
  })

  test('a page of a school that was taken away is refused as one of a school that never was', async () => {
    const { a, b, foreign } = schools
    const { id } = await makeViewer([a, b])
    const browser = await app.signedIn(id)
    await browser.call(accountEndpoints.changeSchool, { body: { school_id: b } })
    await app.database.owner.query('update app_user set home_school_id = $2 where id = $1', [id, a])
    expect((await reset(id)).statusCode).toBe(200)
    for (const loadedFor of [b, foreign, 987_654]) {
      const reply = await browser.call(pupilEndpoints.list, { headers: { 'x-school': String(loadedFor) } })
      expect([reply.statusCode, reply.json()]).toEqual([409, { message: ERROR_TEXTS.otherSchool }])
    }
    // With these the page knows what the user has lost, and names only what it knew before.
    const now = (await browser.call(accountEndpoints.basedata)).json()
    expect([now.school.id, now.attachedSchools.map((one: { id: number }) => one.id)]).toEqual([a, [a]])
  })

  test('leaves schools alone that the admin does not hold', async () => {
    const { a, b, foreign } = schools
    const { id } = await makeViewer([foreign])
    await save(admin, id, [a, b])
    expect(await standing(id)).toEqual({ attached: [a, b, foreign], active: foreign, home: foreign })
    expect((await find(id)).setting_value).toEqual([a, b])
    await reset(id)
    expect(await standing(id)).toEqual({ attached: [foreign], active: foreign, home: foreign })
  })

  test('goes back to the active school where there is no home any more', async () => {
    const { a, b, c, foreign } = schools
    const { id } = await makeViewer([a, b, c])
    await app.database.owner.query('update app_user set home_school_id = $2, school_id = $3 where id = $1', [
      id,
      foreign,
      b,
    ])
    await reset(id)
    expect(await standing(id)).toMatchObject({ attached: [b], active: b })
  })

  test('of an account without any school begins with the chosen ones', async () => {
    const { b, c } = schools
    const { id } = await makeViewer([])
    expect((await reset(id)).statusCode).toBe(200)
    expect(await standing(id)).toEqual({ attached: [], active: null, home: null })
    await save(admin, id, [c, b])
    expect(await standing(id)).toEqual({ attached: [b, c], active: c, home: c })
  })
})

describe('refused with 422 and nothing changed (security case 8)', () => {
  test.each<[string, () => unknown, string]>([
    ['one school', () => [schools.a], USER_TEXTS.atLeastTwoSchools],
    ['none', () => [], USER_TEXTS.atLeastTwoSchools],
    ['one school twice', () => [schools.a, schools.a], USER_TEXTS.atLeastTwoSchools],
    ['a school the admin does not hold', () => [schools.a, schools.foreign], USER_TEXTS.schoolNotHeld],
    ['a school that does not exist', () => [schools.a, 987_654], USER_TEXTS.schoolNotHeld],
    ['10,000 ids', () => Array.from({ length: 10_000 }, (_, index) => index + 1), 'Bitte maximal 200 Einträge.'],
    ['no list', () => 'alle', 'Diese Angabe ist ungültig.'],
  ])('%s', async (_what, value, text) => {
    const { id } = await makeViewer([schools.a])
    const before = await storedAccount(app, id)
    const reply = await save(admin, id, value())
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ value: [text] })
    expect(await storedAccount(app, id)).toEqual(before)
  })

  test('ids as texts and another key', async () => {
    const { id } = await makeViewer([schools.a])
    expect((await save(admin, id, [String(schools.a), String(schools.b)])).statusCode).toBe(422)
    for (const key of ['ATTACH', 'isAdmin', '__proto__', '']) {
      const body = { key, user_id: id, value: [schools.a, schools.b] }
      expect((await admin.call(userSettingEndpoints.save, { body })).statusCode, key).toBe(422)
    }
    expect((await standing(id)).attached).toEqual([schools.a])
  })
})

test('users without the right get 403, and an unknown or deactivated account is 404', async () => {
  const { a, b } = schools
  const { id } = await makeViewer([a])
  for (const role of ['schooladmin', 'teacher_level_1', 'viewer', null] as const) {
    const browser = await app.signedIn((await makeUser(app, { role, schools: [a, b] })).id)
    const replies = [
      await save(browser, id, [a, b]),
      await browser.call(userSettingEndpoints.find, { params: { userId: id } }),
      await browser.call(userSettingEndpoints.reset, { params: { userId: id } }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  }
  await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [id])
  const unknown = await save(admin, 987_654, [a, b])
  const gone = await save(admin, id, [a, b])
  expect([unknown.statusCode, gone.statusCode]).toEqual([404, 404])
  expect(gone.body).toBe(unknown.body)
  expect((await reset(id)).statusCode).toBe(404)
  expect((await standing(id)).attached).toEqual([a])
})

test('an admin without an active school may use it, too', async () => {
  const { a, b } = schools
  const lone = await makeUser(app, { role: 'admin', schools: [a, b] })
  await app.database.owner.query('update app_user set school_id = null where id = $1', [lone.id])
  const { id } = await makeViewer([a])
  expect((await save(await app.signedIn(lone.id), id, [a, b])).statusCode).toBe(200)
})
