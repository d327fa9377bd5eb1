import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { USER_TEXTS, type User, userEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let headId: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  headId = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
  head = await app.signedIn(headId)
})
afterAll(() => app.stop())

const makeTeacher = () => makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
const change = (browser: TestVisitor, id: number, body: unknown) =>
  browser.call(userEndpoints.change, { params: { id }, body })
const versionOf = async (id: number) => {
  const { users } = (await head.call(userEndpoints.list)).json() as { users: User[] }
  return users.find((user) => user.id === id)?.version ?? 0
}

describe('changing an account', () => {
  test('writes the sent fields only, and names them in the log', async () => {
    const { id, email } = await makeTeacher()
    const reply = await change(head, id, { name: ' Frau  Neu ' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await storedAccount(app, id)).toMatchObject({ name: 'Frau Neu', email, role: 'teacher_level_1', version: 2 })
    expect(await loggedAbout(app, fsw, id)).toEqual([
      { action: 'user_updated', changed_fields: ['name'], user_id: headId },
    ])
  })

  test('with what is stored already is no change', async () => {
    const { id, email } = await makeTeacher()
    const before = await storedAccount(app, id)
    const body = { email: email.toUpperCase(), roles: ['teacher_level_1'], may_view_sensitive: false }
    expect((await change(head, id, body)).statusCode).toBe(200)
    expect(await storedAccount(app, id)).toEqual(before)
    expect(await loggedAbout(app, fsw, id)).toEqual([])
  })

  test('of the role is logged as such and acts at the next request', async () => {
    const { id } = await makeTeacher()
    const browser = await app.signedIn(id)
    const permissions = async () => (await browser.call(accountEndpoints.basedata)).json().permissions as string[]
    expect(await permissions()).not.toContain('manage pupil')
    expect((await change(head, id, { roles: ['schooladmin'], may_manage_users: true })).statusCode).toBe(200)
    expect(await permissions()).toEqual(expect.arrayContaining(['manage pupil', 'manage users']))
    // The right is given to a head, not to an account with any former role.
    expect(await permissions()).not.toContain('view pupil sensitive')
    expect(await loggedAbout(app, fsw, id)).toMatchObject([
      {
        action: 'role_changed',
        changed_fields: ['may_manage_users', 'may_manage_users:false>true', 'role', 'role:teacher_level_1>schooladmin'],
      },
    ])
    await change(head, id, { roles: [] })
    expect(await permissions()).toEqual([])
    expect(await storedAccount(app, id)).toMatchObject({ role: null, may_manage_users: false })
    await change(head, id, { roles: ['schooladmin'] })
    expect(await permissions()).not.toContain('manage users')
  })

  test('of somebody unknown is the same 404 as of somebody deactivated or of another school', async () => {
    const fow = await makeSchool(app, 'fow')
    const there = await makeUser(app, { role: 'viewer', schools: [fow] })
    const gone = await makeTeacher()
    await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [gone.id])
    const replies = await Promise.all([987_654, there.id, gone.id].map((id) => change(head, id, { name: 'Frau Neu' })))
    for (const reply of replies) {
      expect(reply.statusCode).toBe(404)
      expect(reply.body).toBe(replies[0]?.body)
    }
  })
})

describe('changing an address', () => {
  test('is told to the old one, ends every session and makes a link void', async () => {
    const { id, email } = await makeTeacher()
    const browser = await app.signedIn(id)
    await app.database.owner.query(
      `select put_password_link($1::int8, sha256($1::text::bytea), 'reset', now() + interval '1 hour')`,
      [id],
    )
    const reply = await change(head, id, { email: `Neu.${email}` })
    expect(reply.json().message).toBe('Die Änderungen sind gespeichert. Alle Sitzungen dieses Kontos wurden beendet.')
    expect(await storedAccount(app, id)).toMatchObject({
      email: `neu.${email}`,
      sessions: 0,
      links: 0,
      mails: ['email_changed'],
    })
    const { rows } = await app.database.owner.query('select recipient_masked from account_mail where user_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ recipient_masked: email.replace(/^(.)[^@]*/, '$1***') }])
    expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(401)
    expect((await app.visitor('10.1.0.1').logIn(email)).statusCode).toBe(422)
    expect((await app.visitor('10.1.0.1').logIn(`neu.${email}`)).statusCode).toBe(200)
  })

  test('takes an open invitation along', async () => {
    const { id } = (
      await head.call(userEndpoints.add, { body: { name: 'Herr Tipp', email: 'falsch@example.org' } })
    ).json()
    const reply = await change(head, id, { email: 'richtig@example.org' })
    expect(reply.json().message).toContain('Eine neue Einladung geht an die neue Adresse.')
    expect((await storedAccount(app, id)).mails).toEqual(['invitation', 'email_changed', 'invitation'])
    // This must not be a way to send any number of mails to strangers.
    const statuses = []
    for (let count = 0; count < 3; count++)
      statuses.push((await change(head, id, { email: `r${count}@example.org` })).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await storedAccount(app, id)).email).toBe('r1@example.org')
  })

  test('to one that is in use is refused, also to two at once', async () => {
    const [one, two] = [await makeTeacher(), await makeTeacher()]
    const taken = await change(head, one.id, { email: two.email.toUpperCase() })
    expect([taken.statusCode, taken.json().errors]).toEqual([422, { email: [USER_TEXTS.emailTaken] }])
    const replies = await Promise.all([one, two].map(({ id }) => change(head, id, { email: 'beide@example.org' })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })
})

describe('the own address', () => {
  const move = async (body: object) => {
    const { id, email } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const browser = await app.signedIn(id)
    const reply = await change(browser, id, { email: `neu.${email}`, ...body })
    return { id, email, browser, reply }
  }

  test('needs the own password, which is tried five times', async () => {
    const { id, email, browser, reply } = await move({})
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { current_password: [USER_TEXTS.ownPassword] }])
    const tryWith = (current_password: string) => change(browser, id, { email: `neu.${email}`, current_password })
    for (let count = 0; count < 5; count++) {
      const wrong = await tryWith('falsch')
      expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { current_password: [WRONG_PASSWORD] }])
    }
    expect((await tryWith(TEST_PASSWORD)).statusCode).toBe(429)
    expect(await storedAccount(app, id)).toMatchObject({ email, mails: [] })
  })

  test('moves with it', async () => {
    const { id, email, reply } = await move({ current_password: TEST_PASSWORD })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await storedAccount(app, id)).toMatchObject({ email: `neu.${email}`, sessions: 0 })
  })

  test('sent back as it is, or a new name, needs none', async () => {
    const { id, email } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const browser = await app.signedIn(id)
    expect((await change(browser, id, { email: email.toUpperCase(), name: 'Frau Neu' })).statusCode).toBe(200)
  })
})

describe('two people at once', () => {
  test('a field changed since the page was loaded is refused with who, when and what is stored', async () => {
    const { id } = await makeTeacher()
    const version = await versionOf(id)
    const other = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    await change(await app.signedIn(other.id), id, { name: 'Frau Zuerst', version })
    const before = await storedAccount(app, id)
    const late = await change(head, id, { name: 'Frau Zuletzt', version })
    expect(late.statusCode).toBe(409)
    const { name } = await storedAccount(app, other.id)
    expect(late.json()).toMatchObject({
      message: ERROR_TEXTS.stale,
      changed_by: name,
      version: version + 1,
      name: 'Frau Zuerst',
      roles: ['teacher_level_1'],
    })
    expect(Math.abs(Date.parse(late.json().changed_at) - Date.now())).toBeLessThan(60_000)
    expect(await storedAccount(app, id)).toEqual(before)
    expect((await change(head, id, { name: 'Frau Zuletzt', version: late.json().version })).statusCode).toBe(200)
  })

  test('another field changed meanwhile does not matter, nor the same value', async () => {
    const { id } = await makeTeacher()
    const version = await versionOf(id)
    await change(head, id, { name: 'Frau Name', version })
    expect((await change(head, id, { roles: ['viewer'], version })).statusCode).toBe(200)
    expect((await change(head, id, { name: 'Frau Name', version })).statusCode).toBe(200)
    expect((await change(head, id, { name: 'Frau Anders', version })).statusCode).toBe(409)
  })

  test('without a version the last one wins (spec §7 sends none)', async () => {
    const { id } = await makeTeacher()
    await change(head, id, { name: 'Frau Eins' })
    expect((await change(head, id, { name: 'Frau Zwei' })).statusCode).toBe(200)
  })

  test('of many calls with the same version one succeeds', async () => {
    const { id } = await makeTeacher()
    const version = await versionOf(id)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, count) => change(head, id, { name: `Frau Nummer ${count}`, version })),
    )
    const statuses = replies.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(409)])
  })
})

test('a user who just lost a role can do nothing more with it', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two, victim] = await Promise.all([
      makeUser(app, { role: 'schooladmin', schools: [fsw] }),
      makeUser(app, { role: 'schooladmin', schools: [fsw] }),
      makeTeacher(),
    ])
    const [first, second] = [await app.signedIn(one.id), await app.signedIn(two.id)]
    const [a, b] = await Promise.all([
      change(first, two.id, { roles: ['viewer'] }),
      change(second, one.id, { roles: ['viewer'] }),
    ])
    expect([a.statusCode, b.statusCode].sort()).toEqual([200, 403])
    expect((await storedAccount(app, victim.id)).version).toBe(1)
  }
})
