import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountEndpoints, REGISTER_CLOSED } from '#contract/account/account.ts'
import { openPasswords } from '#server/passwords.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold, sameForAll } from '#server/test/password-links.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'
import { WRONG_LOGIN } from './log-in.ts'
import { loginPauseMs } from './login-limits.ts'

/** The real check at its real cost, counted: its duration would show whether an address is known. */
const verifyHash = vi.fn<(stored: string, password: string) => Promise<boolean>>(verify)

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp({ passwords: openPasswords({ verifyHash }) })
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const tryWrong = (email: string, household = anotherHousehold()) => app.visitor(household).logIn(email, 'ganz falsch')

describe('the answer to a wrong login (security case 15)', () => {
  test('is the same for a known, an unknown, a deactivated address and one without a password', async () => {
    const known = await anyone()
    const gone = await anyone()
    const invited = await anyone()
    await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [gone.id])
    await app.database.owner.query('update app_user set password_hash = null where id = $1', [invited.id])
    const replies = []
    for (const email of [known.email, 'niemand@example.org', gone.email, invited.email]) {
      replies.push(sameForAll(await tryWrong(email)))
    }
    expect(replies[0]).toMatchObject({ statusCode: 422, body: expect.stringContaining(WRONG_LOGIN) })
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect((await app.visitor(anotherHousehold()).logIn(gone.email)).statusCode).toBe(422)
  })

  test('costs one check of a password for every address', async () => {
    const { email } = await anyone()
    const countFor = async (address: string) => {
      verifyHash.mockClear()
      await tryWrong(address)
      return verifyHash.mock.calls.length
    }
    expect([await countFor(email), await countFor('niemand@example.org')]).toEqual([1, 1])
  })

  test('counts against limits alike, known or not', async () => {
    const { email } = await anyone()
    for (const address of [email, 'niemand.anders@example.org']) {
      const visitor = app.visitor(anotherHousehold())
      const statuses = []
      for (let i = 0; i < 6; i++) statuses.push((await visitor.logIn(address, 'falsch')).statusCode)
      expect(statuses, address).toEqual([422, 422, 422, 422, 422, 429])
    }
  })
})

describe('guessing (security case 14)', () => {
  test('with fifty logins at the same moment from one address gets five answers', async () => {
    const { email } = await anyone()
    const visitor = app.visitor(anotherHousehold())
    await visitor.inject('GET', '/sanctum/csrf-cookie')
    const guess = () => visitor.inject('POST', '/login', { body: { email, password: 'falsch' } })
    const replies = await Promise.all(Array.from({ length: 50 }, guess))
    expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(45)
  })

  test('one password for many accounts is refused after a hundred', async () => {
    const visitor = app.visitor('10.97.0.1')
    await visitor.inject('GET', '/sanctum/csrf-cookie')
    const guess = (index: number) =>
      visitor.inject('POST', '/login', { body: { email: `nr${index}@example.org`, password: 'falsch' } })
    for (let round = 0; round < 4; round++) {
      const some = await Promise.all(Array.from({ length: 25 }, (_, index) => guess(25 * round + index)))
      expect(some.every(({ statusCode }) => statusCode === 422)).toBe(true)
    }
    expect((await guess(100)).statusCode).toBe(429)
  })

  test('an address a proxy we do not trust names is not believed', async () => {
    const { email } = await anyone()
    const visitor = app.visitor(anotherHousehold())
    await visitor.inject('GET', '/sanctum/csrf-cookie')
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const headers = { 'x-forwarded-for': `192.0.2.${i}` }
      const body = { email, password: 'falsch' }
      statuses.push((await visitor.inject('POST', '/login', { body, headers })).statusCode)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('from everywhere only makes the login slower: its owner is never locked out', async () => {
    const { email } = await anyone()
    for (let i = 0; i < 11; i++) expect((await tryWrong(email)).statusCode).toBe(422)
    const start = performance.now()
    expect((await app.visitor(anotherHousehold()).logIn(email)).statusCode).toBe(200)
    expect(performance.now() - start).toBeGreaterThanOrEqual(250)
  })

  test.each([
    [0, 0],
    [9, 0],
    [10, 250],
    [14, 250],
    [15, 500],
    [20, 1000],
    [25, 2000],
    [10_000, 2000],
    [-3, 0],
  ])('%i failures elsewhere hold a login up by %i ms', (failures, pause) => {
    expect(loginPauseMs(failures)).toBe(pause)
  })
})

test('a password is compared whatever way its letters are composed', async () => {
  const { email } = await anyone()
  expect((await app.visitor().logIn(email, TEST_PASSWORD.normalize('NFD'))).statusCode).toBe(200)
})

test('more logins at once than can wait are asked to come back, and nothing counts against them', async () => {
  const { email } = await anyone()
  const visitors = Array.from({ length: 80 }, () => app.visitor(anotherHousehold()))
  await Promise.all(visitors.map((visitor) => visitor.inject('GET', '/sanctum/csrf-cookie')))
  const wrong = { email: 'niemand.hier@example.org', password: 'ganz falsch' }
  const replies = await Promise.all(visitors.map((visitor) => visitor.inject('POST', '/login', { body: wrong })))
  const busy = replies.filter(({ statusCode }) => statusCode === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(replies.filter(({ statusCode }) => statusCode === 422).length).toBe(80 - busy.length)
  for (const reply of busy) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  const { rows } = await app.database.owner.query(
    "select points from rate_limit where key like 'loginFailuresOfAccount:%' and points = 0",
  )
  expect(rows).toHaveLength(busy.length)
  expect((await app.visitor(anotherHousehold()).logIn(email)).statusCode).toBe(200)
})

describe('/register', () => {
  test('is closed for everyone, whatever is sent', async () => {
    const { id } = await anyone()
    const calls = [
      app.visitor().call(accountEndpoints.register),
      app.visitor().inject('POST', '/register', { body: { email: 'a@example.org', password: 'x' } }),
      (await app.signedIn(id)).call(accountEndpoints.register, { body: {} }),
    ]
    for (const reply of await Promise.all(calls)) {
      expect([reply.statusCode, reply.json()]).toEqual([405, { message: REGISTER_CLOSED }])
    }
  })
})
