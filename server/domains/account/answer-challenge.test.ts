import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountEndpoints,
  CHALLENGE_OVER,
  CODE_UNREADABLE,
  WRONG_CODE,
  WRONG_RECOVERY_CODE,
} from '#contract/account/account.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'
import { codeOf, enableTwoFactor, openChallenge, wrongCodeFor } from '#server/test/two-factor.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const protectedOne = async () => {
  const user = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  return { ...user, ...(await enableTwoFactor(app, user.id)) }
}
const answer = (browser: TestVisitor, body: { code?: string; recovery_code?: string }) =>
  browser.call(accountEndpoints.answerTwoFactor, { body })
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200
const refusal = (field: 'code' | 'recovery_code', text: string) => ({ message: text, errors: { [field]: [text] } })

describe('a login with a second factor', () => {
  test('opens no session with the password alone', async () => {
    const { email } = await protectedOne()
    const browser = app.visitor(anotherHousehold())
    const reply = await browser.call(accountEndpoints.login, {
      body: { email, password: TEST_PASSWORD, remember: true },
    })
    expect(reply.json().two_factor).toBe(true)
    expect(reply.cookies.map(({ name }) => name)).toEqual(['login_challenge'])
    expect(reply.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 300 })
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('opens one by the code, as lasting as was wished, and ends the one the browser had', async () => {
    const { email, secret } = await protectedOne()
    const former = (await makeUser(app, { role: 'viewer', schools: [fsw] })).id
    const browser = await openChallenge(app, email, { remember: true })
    const token = (await app.signedIn(former)).cookies.get('session') ?? ''
    browser.cookies.set('session', token)
    browser.cookies.delete('XSRF-TOKEN')
    const reply = await answer(browser, { code: codeOf(secret) })
    expect(reply.statusCode).toBe(200)
    expect(reply.cookies.find(({ name }) => name === 'session')?.maxAge).toBe(14 * 24 * 60 * 60)
    expect(browser.cookies.has('login_challenge')).toBe(false)
    expect((await browser.call(accountEndpoints.basedata)).json().user.email).toBe(email)
    const stale = app.visitor()
    stale.cookies.set('session', token)
    expect(await isSignedIn(stale)).toBe(false)
  })

  test('accepts the code of the next step, also with blanks, but none from a minute ago', async () => {
    const { email, secret } = await protectedOne()
    const browser = await openChallenge(app, email)
    expect((await answer(browser, { code: codeOf(secret, -2) })).json()).toEqual(refusal('code', WRONG_CODE))
    const code = codeOf(secret, 1)
    expect((await answer(browser, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).statusCode).toBe(200)
  })

  test('accepts each code once, also in two windows at the same moment', async () => {
    const { email, secret } = await protectedOne()
    const windows = await Promise.all(Array.from({ length: 4 }, () => openChallenge(app, email)))
    const code = codeOf(secret, 1)
    const replies = await Promise.all(windows.map((browser) => answer(browser, { code })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
    const later = await openChallenge(app, email)
    expect((await answer(later, { code })).json()).toEqual(refusal('code', WRONG_CODE))
    // An older code does not work either: somebody may have looked over the user's shoulder.
    expect((await answer(later, { code: codeOf(secret) })).statusCode).toBe(422)
  })

  test('accepts each recovery code once, in any spelling', async () => {
    const { email, recoveryCodes } = await protectedOne()
    const [first = '', second = ''] = recoveryCodes
    const typed = first.toLowerCase().replace('-', ' ')
    const used = await answer(await openChallenge(app, email), { recovery_code: typed })
    expect([used.statusCode, used.json()]).toMatchObject([200, { recovery_codes_left: recoveryCodes.length - 1 }])
    const again = await answer(await openChallenge(app, email), { recovery_code: first })
    expect([again.statusCode, again.json()]).toEqual([422, refusal('recovery_code', WRONG_RECOVERY_CODE)])
    const windows = [await openChallenge(app, email), await openChallenge(app, email)]
    const replies = await Promise.all(windows.map((browser) => answer(browser, { recovery_code: second })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('does not accept another account’s recovery code', async () => {
    const { email } = await protectedOne()
    const { recoveryCodes } = await protectedOne()
    const reply = await answer(await openChallenge(app, email), { recovery_code: recoveryCodes[0] ?? '' })
    expect(reply.statusCode).toBe(422)
  })

  test('allows five tries', async () => {
    const { email, secret } = await protectedOne()
    const browser = await openChallenge(app, email)
    for (let i = 0; i < 5; i++) {
      expect((await answer(browser, { code: wrongCodeFor(secret) })).json()).toEqual(refusal('code', WRONG_CODE))
    }
    const over = await answer(browser, { code: codeOf(secret) })
    expect([over.statusCode, over.json()]).toEqual([422, refusal('code', CHALLENGE_OVER)])
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('allows five tries also to twenty that come at once', async () => {
    const { email, secret } = await protectedOne()
    const browser = await openChallenge(app, email)
    const replies = await Promise.all(Array.from({ length: 20 }, () => answer(browser, { code: wrongCodeFor(secret) })))
    expect(replies.filter((reply) => reply.json().message === WRONG_CODE)).toHaveLength(5)
  })

  /** Sends this many wrong codes from one network address, in as many logins as that takes. */
  const guess = async ({ email, secret }: { email: string; secret: string }, count: number, household: string) => {
    const statuses = []
    for (let left = count; left > 0; left -= 5) {
      const browser = await openChallenge(app, email, { household })
      for (let i = 0; i < Math.min(left, 5); i++)
        statuses.push((await answer(browser, { code: wrongCodeFor(secret) })).statusCode)
    }
    return statuses
  }
  const times = (count: number) => Array.from({ length: count }, () => 422)

  test('allows ten wrong codes an hour from one place, whatever the login; a right one begins anew', async () => {
    const one = await protectedOne()
    const { email, secret } = one
    const household = anotherHousehold()
    expect(await guess(one, 9, household)).toEqual(times(9))
    expect((await answer(await openChallenge(app, email, { household }), { code: codeOf(secret) })).statusCode).toBe(
      200,
    )
    expect(await guess(one, 10, household)).toEqual(times(10))
    const refused = await answer(await openChallenge(app, email, { household }), { code: codeOf(secret, 1) })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('lets the owner in from elsewhere, by a recovery code, and from everywhere with a new password', async () => {
    const one = await protectedOne()
    const { id, email, secret, recoveryCodes } = one
    const [here, elsewhere] = [anotherHousehold(), anotherHousehold()]
    const code = (steps: number) => ({ code: codeOf(secret, steps) })
    await guess(one, 10, here)
    expect((await answer(await openChallenge(app, email, { household: here }), code(1))).statusCode).toBe(429)
    const recovered = { recovery_code: recoveryCodes[0] ?? '' }
    expect((await answer(await openChallenge(app, email, { household: here }), recovered)).statusCode).toBe(200)
    expect((await answer(await openChallenge(app, email, { household: elsewhere }), code(0))).statusCode).toBe(200)
    for (let place = 0; place < 3; place++) expect(await guess(one, 10, anotherHousehold())).toEqual(times(10))
    const shut = await answer(await openChallenge(app, email), code(1))
    expect(shut.statusCode).toBe(429)
    await ask('update app_user set password_changed_at = now() where id = $1', [id])
    expect((await answer(await openChallenge(app, email, { household: here }), code(1))).statusCode).toBe(200)
  })

  test('names the way out when the server’s key was lost', async () => {
    const { id, email, secret } = await protectedOne()
    await ask("update app_user set two_factor_secret = 'not ours' where id = $1", [id])
    const browser = await openChallenge(app, email)
    const reply = await answer(browser, { code: codeOf(secret) })
    expect([reply.statusCode, reply.json()]).toEqual([422, refusal('code', CODE_UNREADABLE)])
  })

  test('by a recovery code is noted as such in every school', async () => {
    const other = await makeSchool(app, 'fow')
    const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw, other] })
    const { recoveryCodes } = await enableTwoFactor(app, id)
    await answer(await openChallenge(app, email), { recovery_code: recoveryCodes[0] ?? '' })
    for (const school of [fsw, other])
      expect(await loggedAbout(app, school, id)).toMatchObject([
        { action: 'two_factor_enabled' },
        { action: 'recovery_code_used', user_id: id },
      ])
  })

  test('is over after five minutes, when the account goes, when its factor does, and without its cookie', async () => {
    const changes = [
      "update login_challenge set expires_at = expires_at - interval '5 minutes' where user_id = $1",
      'update app_user set deactivated_at = now() where id = $1',
      'update app_user set two_factor_secret = null, two_factor_enabled_at = null where id = $1',
      'delete from login_challenge where user_id = $1',
    ]
    for (const change of changes) {
      const { id, email, secret } = await protectedOne()
      const browser = await openChallenge(app, email)
      await ask(change, [id])
      const reply = await answer(browser, { code: codeOf(secret) })
      expect([reply.statusCode, reply.json()], change).toEqual([422, refusal('code', CHALLENGE_OVER)])
    }
    const reply = await answer(app.visitor(anotherHousehold()), { code: '123456' })
    expect(reply.json()).toEqual(refusal('code', CHALLENGE_OVER))
  })

  test('needs the CSRF token and exactly one answer', async () => {
    const { email, secret } = await protectedOne()
    const browser = await openChallenge(app, email)
    const code = codeOf(secret)
    for (const body of [{}, { code, recovery_code: 'ABCD-EFGH' }])
      expect((await answer(browser, body)).statusCode).toBe(422)
    browser.cookies.set('XSRF-TOKEN', 'falsch.falsch')
    expect((await answer(browser, { code })).statusCode).toBe(419)
  })

  test('is noted: wrong codes as denied, the login as such; neither code nor token', async () => {
    const { id, email, secret } = await protectedOne()
    const browser = await openChallenge(app, email)
    await answer(browser, { code: wrongCodeFor(secret) })
    await answer(browser, { code: codeOf(secret) })
    const log = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'result'])
        .where('entity_type', '=', 'user')
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(log).toEqual([
      { action: 'two_factor_enabled', result: 'ok' },
      { action: 'two_factor_failed', result: 'denied' },
      { action: 'login', result: 'ok' },
    ])
  })
})
