import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const listOf = async (browser: TestVisitor): Promise<Session[]> => (await browser.call(sessionEndpoints.list)).json()
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200

describe('the own devices', () => {
  test('are listed, this one first, with browser, system and a shortened address; nobody else’s are', async () => {
    const { id, email } = await anyone()
    await app.signedIn((await anyone()).id)
    const older = await app.signedIn(id)
    const browser = app.visitor('203.0.113.77')
    await browser.call(accountEndpoints.login, {
      body: { email, password: TEST_PASSWORD, remember: true },
      headers: { 'user-agent': FIREFOX },
    })
    const list = await listOf(browser)
    expect(list).toMatchObject([
      { device: 'Firefox unter Windows', ip_trunc: '203.0.113.0/24', stays_signed_in: true, is_current: true },
      { is_current: false, stays_signed_in: false },
    ])
    expect(list).toHaveLength(2)
    const [first] = list
    const days = (Date.parse(first?.expires_at ?? '') - Date.parse(first?.created_at ?? '')) / 86_400_000
    expect(days).toBeCloseTo(14, 3)
    expect(JSON.stringify(list)).not.toContain(browser.cookies.get('session'))
    expect((await listOf(older))[0]).toMatchObject({ is_current: true, stays_signed_in: false })
  })

  test('can be signed out one by one; the session is dead at its next request', async () => {
    const { id } = await anyone()
    const here = await app.signedIn(id)
    const there = await app.signedIn(id)
    const [, other] = await listOf(here)
    const reply = await here.call(sessionEndpoints.end, { params: { id: other?.id ?? 0 } })
    expect([reply.statusCode, reply.headers['clear-site-data']]).toEqual([200, undefined])
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  test('including this one', async () => {
    const browser = await app.signedIn((await anyone()).id)
    const [current] = await listOf(browser)
    const reply = await browser.call(sessionEndpoints.end, { params: { id: current?.id ?? 0 } })
    expect([reply.statusCode, reply.headers['clear-site-data']]).toEqual([200, '"cache"'])
    expect(browser.cookies.has('session')).toBe(false)
  })

  test('of somebody else do not exist: 404 as for any number', async () => {
    const victim = await app.signedIn((await anyone()).id)
    const [theirs] = await listOf(victim)
    const browser = await app.signedIn((await anyone()).id)
    const foreign = await browser.call(sessionEndpoints.end, { params: { id: theirs?.id ?? 0 } })
    const unknown = await browser.call(sessionEndpoints.end, { params: { id: 987_654_321 } })
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
    expect(await isSignedIn(victim)).toBe(true)
  })

  test('can all be signed out at once; nobody else is', async () => {
    const { id, email } = await anyone()
    const browsers = [await app.signedIn(id), await app.signedIn(id), await app.signedIn(id)]
    const stranger = await app.signedIn((await anyone()).id)
    const [here] = browsers as [TestVisitor, ...TestVisitor[]]
    const dead = here.cookies.get('session') ?? ''
    const reply = await here.call(sessionEndpoints.endAll)
    expect([reply.statusCode, reply.headers['clear-site-data']]).toEqual([200, '"cache"'])
    here.cookies.set('session', dead)
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(stranger)).toBe(true)
    expect((await app.visitor(anotherHousehold()).logIn(email)).statusCode).toBe(200)
  })

  test('are neither listed nor ended without session and CSRF token', async () => {
    expect((await app.visitor().call(sessionEndpoints.list)).statusCode).toBe(401)
    const browser = await app.signedIn((await anyone()).id)
    browser.cookies.set('XSRF-TOKEN', 'falsch.falsch')
    expect((await browser.call(sessionEndpoints.endAll)).statusCode).toBe(419)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

test('a login ends with the browser, or after 14 days, as was wished', async () => {
  const { email } = await anyone()
  for (const [remember, maxAge] of [
    [false, undefined],
    [true, 14 * 24 * 60 * 60],
  ] as const) {
    const reply = await app
      .visitor(anotherHousehold())
      .call(accountEndpoints.login, { body: { email, password: TEST_PASSWORD, remember } })
    const cookie = reply.cookies.find(({ name }) => name === 'session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.maxAge).toBe(maxAge)
  }
})
