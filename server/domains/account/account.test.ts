import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

describe('signing in', () => {
  test('the right password opens a session with base data, permissions and the active school', async () => {
    const { email } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const browser = app.visitor()
    expect((await browser.logIn(email)).statusCode).toBe(200)
    const base = await browser.call(accountEndpoints.basedata)
    expect(base.json()).toMatchObject({
      user: { email, school_id: fsw },
      school: {
        id: fsw,
        short: 'fsw',
        accent: '#2e7d4f',
        SCHOOL_REGISTRATION_SETTINGS: { isActive: true },
        SCHOOL_LABELS: { dashboardGreeting: 'Willkommen' },
      },
      attachedSchools: [{ id: fsw, short: 'fsw' }],
    })
    expect(base.json().permissions).toContain('manage pupil application')
    expect(base.json().permissions).not.toContain('debug view')
    expect(base.headers['cache-control']).toBe('no-store')
  })

  test('only users who can do something about it read that there are no backups', async () => {
    const warningsFor = async (role: 'admin' | 'schooladmin') => {
      const browser = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
      return (await browser.call(accountEndpoints.basedata)).json().warnings
    }
    expect(await warningsFor('admin')).toEqual([])
    app.platform.hasBackups = false
    expect(await warningsFor('admin')).toEqual(['no_backup'])
    expect(await warningsFor('schooladmin')).toEqual([])
    app.platform.hasBackups = true
  })

  test('a session lasts by real time, whatever day the clock of the application shows', async () => {
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const shown = app.platform.now()
    app.setNow(new Date('2020-02-29T12:00:00Z'))
    const browser = app.visitor()
    await browser.logIn(email)
    const base = await browser.call(accountEndpoints.basedata)
    expect(base.json().today).toBe('2020-02-29')
    app.setNow(shown)
  })

  test('an unknown address and a wrong password get the same answer under email (security case 15)', async () => {
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const wrong = await app.visitor('10.0.0.1').logIn(email, 'falsch falsch')
    const unknown = await app.visitor('10.0.0.2').logIn('niemand@example.org', 'falsch falsch')
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors.email).toEqual(['Diese Kombination aus E-Mail und Passwort ist nicht bekannt.'])
    expect(unknown.body).toBe(wrong.body)
  })

  test('a wrong password is logged under the account, without anything that was typed', async () => {
    const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    await app.visitor('10.0.0.9').logIn(email, 'ganz falsch')
    const rows = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('user_log').select(['action', 'result', 'entity_id']).where('user_id', '=', id).execute(),
    )
    expect(rows).toEqual([{ action: 'login_failed', result: 'denied', entity_id: id }])
  })

  test('an address is found whatever the case of its letters', async () => {
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    expect((await app.visitor().logIn(email.toUpperCase())).statusCode).toBe(200)
  })

  test('five wrong passwords from one address are followed by 429 with the time to wait; elsewhere one may still sign in (security case 14)', async () => {
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const attacker = app.visitor('10.0.0.3')
    for (let i = 0; i < 5; i++) expect((await attacker.logIn(email, 'falsch')).statusCode).toBe(422)
    const refused = await attacker.logIn(email, TEST_PASSWORD)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.visitor('10.0.0.4').logIn(email)).statusCode).toBe(200)
  })

  test('a login gives a new token and ends the session the browser still had (security case 12)', async () => {
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const browser = app.visitor()
    await browser.logIn(email)
    const former = browser.cookies.get('session') ?? ''
    await browser.logIn(email)
    expect(browser.cookies.get('session')).not.toBe(former)
    const stale = app.visitor()
    stale.cookies.set('session', former)
    expect((await stale.call(accountEndpoints.basedata)).statusCode).toBe(401)
  })

  test('a planted session id is worth nothing (security case 12)', async () => {
    const browser = app.visitor()
    browser.cookies.set('session', 'planted')
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    await browser.logIn(email)
    expect(browser.cookies.get('session')).not.toBe('planted')
  })

  test('after logout the token is dead on the server (security case 13)', async () => {
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const browser = await app.signedIn(id)
    const token = browser.cookies.get('session') ?? ''
    const reply = await browser.call(accountEndpoints.logout)
    expect([reply.statusCode, reply.headers['clear-site-data']]).toEqual([200, '"cache"'])
    const stale = app.visitor()
    stale.cookies.set('session', token)
    expect((await stale.call(accountEndpoints.basedata)).statusCode).toBe(401)
  })

  test('base data without a session is 401 with the same body as ever', async () => {
    const reply = await app.visitor().call(accountEndpoints.basedata)
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ message: ERROR_TEXTS.unauthenticated })
  })
})

describe('requests that change something', () => {
  test('without a token, with another session’s token or from another site are refused with 419', async () => {
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const other = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const browser = await app.signedIn(id)
    const stranger = await app.signedIn(other.id)
    const strangersToken = stranger.cookies.get('XSRF-TOKEN') ?? ''
    const refused: Record<string, string>[] = [
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'falsch.falsch' },
      { 'x-xsrf-token': strangersToken },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of refused) {
      expect((await browser.inject('POST', '/logout', { headers })).statusCode, JSON.stringify(headers)).toBe(419)
    }
    expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(200)
  })

  test('a body that is no JSON is refused before anything happens', async () => {
    const browser = app.visitor()
    await browser.inject('GET', '/sanctum/csrf-cookie')
    const text = await browser.inject('POST', '/login', { body: 'email=a', headers: { 'content-type': 'text/plain' } })
    expect(text.statusCode).toBe(415)
    const broken = await browser.inject('POST', '/login', {
      body: '{"email":',
      headers: { 'content-type': 'application/json' },
    })
    expect(broken.statusCode).toBe(400)
    expect(broken.json().message).toBe(ERROR_TEXTS.malformed)
  })
})

describe('the active school', () => {
  test('changes at the next request among attached schools only (security case 9)', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const browser = await app.signedIn(id)
    expect((await browser.call(accountEndpoints.changeSchool, { body: { school_id: fow } })).statusCode).toBe(404)
    const both = await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })
    const second = await app.signedIn(both.id)
    expect((await second.call(accountEndpoints.changeSchool, { body: { school_id: fow } })).statusCode).toBe(200)
    expect((await second.call(accountEndpoints.basedata)).json().school.short).toBe('fow')
  })

  test('rights and role are read at each request (security case 13)', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const browser = await app.signedIn(id)
    await app.database.pool.query("update app_user set role = 'viewer' where id = $1", [id])
    expect((await browser.call(accountEndpoints.basedata)).json().permissions).not.toContain('manage pupil')
    await app.database.pool.query('update app_user set deactivated_at = now() where id = $1', [id])
    expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(401)
  })
})
