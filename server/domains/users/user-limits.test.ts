import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { USER_TEXTS, userEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
beforeEach(async () => {
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

const add = (email: string) => head.call(userEndpoints.add, { body: { name: 'Frau Neu', email } })
const move = (id: number, email: string) => head.call(userEndpoints.change, { params: { id }, body: { email } })
const rename = (id: number, name: string) => head.call(userEndpoints.change, { params: { id }, body: { name } })
const countUsers = async () => (await app.database.owner.query('select from app_user')).rowCount

describe('mails to one mailbox', () => {
  test('are three an hour, whatever stands after a plus; more is refused before anything changes', async () => {
    for (const email of ['opfer@example.org', 'Opfer+a@example.org', 'opfer+b@Example.org'])
      expect((await add(email)).statusCode).toBe(201)
    const before = await countUsers()
    const refused = await add('opfer+c@example.org')
    expect([refused.statusCode, refused.json().message]).toEqual([429, USER_TEXTS.mailedOften])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await countUsers()).toBe(before)
    expect((await add('andere@example.org')).statusCode).toBe(201)
  })

  test('count notices of a changed address, too', async () => {
    const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const other = `hin.${email}`
    const statuses = []
    for (const to of [other, email, other, email, other, email, other]) statuses.push((await move(id, to)).statusCode)
    // Each of the two addresses is left three times.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await storedAccount(app, id)).toMatchObject({ email })
  })
})

describe('what one manager does', () => {
  test('is at most sixty new accounts an hour', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 60; count++) statuses.add((await add(`reihe${count}@example.org`)).statusCode)
    expect([...statuses]).toEqual([201])
    const refused = await add('reihe60@example.org')
    expect([refused.statusCode, refused.json().message]).toEqual([429, USER_TEXTS.changedOften])
  })

  test('is at most thirty changed addresses an hour', async () => {
    const statuses = []
    for (let count = 0; count <= 30; count++) {
      const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
      statuses.push((await move(id, `um.${email}`)).statusCode)
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })

  test('is at most three hundred changes in ten minutes', async () => {
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    expect((await rename(id, 'Frau Eins')).statusCode).toBe(200)
    const { rowCount } = await app.database.owner.query(
      "update rate_limit set points = 300 where key like 'userWrites:%' and points = 1",
    )
    expect(rowCount).toBe(1)
    const refused = await rename(id, 'Frau Zwei')
    expect([refused.statusCode, refused.json().message]).toEqual([429, USER_TEXTS.changedOften])
    expect((await storedAccount(app, id)).name).toBe('Frau Eins')
  })
})

describe('accounts locked by somebody else', () => {
  /** Runs the work while a transaction has locked the accounts; it must end meanwhile. */
  const whileLocked = async <T>(ids: number[], work: () => Promise<T>) => {
    const holder = await app.database.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from app_user where id = any($1) for no key update', [ids])
      return await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  test('do not delay calls that do not need them', async () => {
    const admin = await makeUser(app, { role: 'admin', schools: [fsw] })
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const reply = await whileLocked([admin.id], () => rename(id, 'Frau Frei'))
    expect(reply.statusCode).toBe(200)
  })

  test('nor calls for an invisible account', async () => {
    const fow = await makeSchool(app, 'fow')
    const there = await makeUser(app, { role: 'viewer', schools: [fow] })
    const reply = await whileLocked([there.id], () => rename(there.id, 'Frau Fremd'))
    expect(reply.statusCode).toBe(404)
  })
})
