import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { USER_TEXTS, type User, userEndpoints } from '#contract/users/users.ts'
import { makeUser } from '#server/test/factories.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTwoSchools } from '#server/test/two-schools.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
beforeAll(async () => {
  ;({ app, fsw, fow, head } = await openTwoSchools())
})
afterAll(() => app.stop())

const listed = async () => ((await head.call(userEndpoints.list)).json().users as User[]).map(({ id }) => id)
const actionsOn = async (id: number) => (await loggedAbout(app, fsw, id)).map(({ action }) => action)

describe('deleting an account', () => {
  test('deactivates it: sessions and links end, the login fails like an unknown one (security case 13)', async () => {
    const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const browser = await app.signedIn(id)
    await app.database.owner.query(
      `select put_password_link($1::int8, sha256($1::text::bytea), 'reset', now() + interval '1 hour')`,
      [id],
    )
    const reply = await head.call(userEndpoints.remove, { params: { id } })
    expect(reply.statusCode, reply.body).toBe(200)
    const stored = await storedAccount(app, id)
    expect(stored).toMatchObject({ sessions: 0, links: 0, schools: [fsw] })
    expect(stored.deactivated_at).not.toBeNull()
    expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(401)
    expect((await app.visitor('10.2.0.1').logIn(email)).statusCode).toBe(422)
    expect(await listed()).not.toContain(id)
    expect((await head.call(userEndpoints.remove, { params: { id } })).statusCode).toBe(404)
    expect(await actionsOn(id)).toEqual(['user_deleted'])
  })

  test('can be taken back with role and password for half a year', async () => {
    const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    await head.call(userEndpoints.remove, { params: { id } })
    for (let count = 0; count < 2; count++)
      expect((await head.call(userEndpoints.restore, { params: { id } })).statusCode).toBe(200)
    expect(await listed()).toContain(id)
    expect((await app.visitor('10.2.0.2').logIn(email)).statusCode).toBe(200)
    expect(await actionsOn(id)).toEqual(['user_deleted', 'user_restored', 'login'])
    await app.database.owner.query(
      `update app_user set deactivated_at = now() - interval '6 months' - interval '1 hour' where id = $1`,
      [id],
    )
    expect((await head.call(userEndpoints.restore, { params: { id } })).statusCode).toBe(404)
  })

  test('is for good after half a year, and what it did stays in the log', async () => {
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    await head.call(userEndpoints.remove, { params: { id } })
    const tidy = () => app.database.owner.query('select tidy_installation(now())')
    await tidy()
    expect(await storedAccount(app, id)).toBeDefined()
    await app.database.owner.query(`update app_user set deactivated_at = now() - interval '7 months' where id = $1`, [
      id,
    ])
    await tidy()
    expect(await storedAccount(app, id)).toBeUndefined()
    expect(await actionsOn(id)).toEqual(['user_deleted'])
  })

  test('of somebody invited takes the invitation along, and says so when it is taken back', async () => {
    const body = { name: 'Iris Eben', email: 'iris.eben@example.org', roles: [] }
    const { id } = (await head.call(userEndpoints.add, { body })).json()
    await head.call(userEndpoints.remove, { params: { id } })
    const restore = async () => (await head.call(userEndpoints.restore, { params: { id } })).json().message
    expect(await restore()).toBe('Das Konto von Iris Eben ist wieder da. Die Einladung gilt nicht mehr.')
    expect(await restore()).toBe('Das Konto von Iris Eben ist wieder da.')
  })

  test('of another school, of an admin or by a stranger cannot be taken back either', async () => {
    const targets = [
      await makeUser(app, { role: 'viewer', schools: [fow] }),
      await makeUser(app, { role: 'viewer', schools: [fsw, fow] }),
      await makeUser(app, { role: 'admin', schools: [fsw] }),
    ]
    await app.database.owner.query('update app_user set deactivated_at = now() where id = any($1)', [
      targets.map(({ id }) => id),
    ])
    const statuses = []
    for (const { id } of targets) statuses.push((await head.call(userEndpoints.restore, { params: { id } })).statusCode)
    expect(statuses).toEqual([404, 422, 403])
    for (const { id } of targets) expect((await storedAccount(app, id)).deactivated_at).not.toBeNull()
  })

  test('of oneself is refused, of somebody of a foreign school as well, each with its text', async () => {
    const own = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const both = await makeUser(app, { role: 'viewer', schools: [fsw, fow] })
    const browser = await app.signedIn(own.id)
    const self = await browser.call(userEndpoints.remove, { params: { id: own.id } })
    expect([self.statusCode, self.json().message]).toEqual([422, USER_TEXTS.ownAccount])
    const foreign = await browser.call(userEndpoints.remove, { params: { id: both.id } })
    expect([foreign.statusCode, foreign.json().message]).toEqual([422, USER_TEXTS.otherSchools])
  })
})

describe('taking an account off the active school', () => {
  test('acts at the next request: another school is active then, and this one’s objects are unknown (security case 9)', async () => {
    const both = await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })
    const browser = await app.signedIn(both.id)
    const pageOfFsw = { headers: { 'x-school': String(fsw) } }
    expect((await browser.call(registrationEndpoints.list, pageOfFsw)).statusCode).toBe(200)
    const reply = await head.call(userEndpoints.detach, { params: { id: both.id } })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await browser.call(registrationEndpoints.list, pageOfFsw)).statusCode).toBe(409)
    expect((await browser.call(accountEndpoints.basedata)).json().school.short).toBe('fow')
    expect((await browser.call(accountEndpoints.changeSchool, { body: { school_id: fsw } })).statusCode).toBe(404)
    const stored = await storedAccount(app, both.id)
    expect(stored.schools).toEqual([fow])
    // Taking access to several schools back must not bring the account here again.
    expect(Number(stored.home_school_id)).toBe(fow)
    expect(await listed()).not.toContain(both.id)
    expect((await head.call(userEndpoints.detach, { params: { id: both.id } })).statusCode).toBe(404)
    expect(await actionsOn(both.id)).toEqual(['user_detached'])
  })

  test('leaves the active school alone when it is another one', async () => {
    const both = await makeUser(app, { role: 'viewer', schools: [fow, fsw] })
    await head.call(userEndpoints.detach, { params: { id: both.id } })
    const stored = await storedAccount(app, both.id)
    expect([Number(stored.school_id), Number(stored.home_school_id), stored.schools]).toEqual([fow, fow, [fow]])
  })

  test('may leave it without any: it still signs in, and no school answers', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const browser = await app.signedIn(id)
    await head.call(userEndpoints.detach, { params: { id } })
    const base = await browser.call(accountEndpoints.basedata)
    expect([base.statusCode, base.json().school]).toEqual([200, null])
    expect((await browser.call(registrationEndpoints.list)).statusCode).toBe(409)
    expect(await storedAccount(app, id)).toMatchObject({ school_id: null, home_school_id: null, schools: [] })
  })
})
