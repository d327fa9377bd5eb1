import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { accountEndpoints, WRONG_CODE } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Role } from '#contract/permissions.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'
import { codeOf, enableTwoFactor, openChallenge, wrongCodeFor } from '#server/test/two-factor.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

const PROOF = { body: { password: TEST_PASSWORD } }
const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const anyone = (role: Role = 'schooladmin', school = fsw) => makeUser(app, { role, schools: [school] })
const stateOf = async (browser: TestVisitor) => (await browser.call(twoFactorEndpoints.state)).json()
const begin = (browser: TestVisitor) => browser.call(twoFactorEndpoints.begin, PROOF)
const confirm = (browser: TestVisitor, code: string) => browser.call(twoFactorEndpoints.confirm, { body: { code } })
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200
const isAskedFor = async (email: string) => (await app.visitor(anotherHousehold()).logIn(email)).json().two_factor

describe('setting up the second factor', () => {
  test('returns a key as text, address and QR code; it takes effect only after a code made with it', async () => {
    const { id, email } = await anyone()
    const browser = await app.signedIn(id)
    expect(await stateOf(browser)).toEqual({
      is_enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      is_required: false,
    })
    const { secret, otpauth_url, qr_svg } = (await begin(browser)).json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(otpauth_url)
    expect([url.searchParams.get('issuer'), url.searchParams.get('secret')]).toEqual(['Schulhof', secret])
    expect(decodeURIComponent(url.pathname)).toBe(`/Schulhof:${email}`)
    expect(qr_svg).toMatch(/^<svg [^>]+viewBox/)
    expect(qr_svg).not.toContain('<script')
    expect(await isAskedFor(email)).toBe(false)

    const elsewhere = await app.signedIn(id)
    const wrong = await confirm(browser, wrongCodeFor(secret))
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { code: [WRONG_CODE] }])
    expect(await isAskedFor(email)).toBe(false)
    const { recovery_codes } = (await confirm(browser, codeOf(secret))).json()
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await stateOf(browser)).toMatchObject({ is_enabled: true, recovery_codes_left: 10 })
    expect(await isAskedFor(email)).toBe(true)
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
  })

  test('keeps the key encrypted and the recovery codes as hashes', async () => {
    const { id } = await anyone()
    const { secret, recoveryCodes } = await enableTwoFactor(app, id)
    const { rows } = await ask(
      `select (select row_to_json(u)::text from app_user u where id = $1) || (select json_agg(c)::text from recovery_code c) as text,
        (select encode(two_factor_secret, 'escape') from app_user where id = $1) as bytes`,
      [id],
    )
    expect(rows[0].text + rows[0].bytes).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows[0].text).not.toContain(code)
  })

  test('does not take the code that switched it on for a login', async () => {
    const { id, email } = await anyone()
    const browser = await app.signedIn(id)
    const { secret } = (await begin(browser)).json()
    const code = codeOf(secret)
    await confirm(browser, code)
    const login = await openChallenge(app, email)
    expect((await login.call(accountEndpoints.answerTwoFactor, { body: { code } })).statusCode).toBe(422)
  })

  test('asks for the password before each change; five wrong ones are followed by 429', async () => {
    const { id } = await anyone()
    const browser = await app.signedIn(id)
    const wrong = { body: { password: 'falsch' } }
    const endpoints = [twoFactorEndpoints.begin, twoFactorEndpoints.renewCodes, twoFactorEndpoints.disable]
    for (const endpoint of [...endpoints, ...endpoints].slice(0, 5)) {
      const reply = await browser.call(endpoint, wrong)
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { password: [WRONG_PASSWORD] }])
    }
    for (const endpoint of endpoints) expect((await browser.call(endpoint, PROOF)).statusCode).toBe(429)
  })

  test('cannot be begun over an enabled one, confirmed without a beginning, or done twice at once', async () => {
    const { id } = await anyone()
    const browser = await app.signedIn(id)
    expect((await confirm(browser, '123456')).statusCode).toBe(409)
    const { secret } = (await begin(browser)).json()
    const code = codeOf(secret)
    const replies = await Promise.all([confirm(browser, code), confirm(browser, code)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await begin(browser)).statusCode).toBe(409)
    expect((await confirm(browser, codeOf(secret, 1))).statusCode).toBe(409)
  })

  test('that is begun anew takes codes of the newest key only', async () => {
    const browser = await app.signedIn((await anyone()).id)
    const older = (await begin(browser)).json().secret
    const newer = (await begin(browser)).json().secret
    expect((await confirm(browser, codeOf(older))).statusCode).toBe(422)
    expect((await confirm(browser, codeOf(newer))).statusCode).toBe(200)
  })
})

describe('later on', () => {
  test('new recovery codes make the old ones void', async () => {
    const { id, email } = await anyone()
    const { browser, recoveryCodes } = await enableTwoFactor(app, id)
    const renewed = (await browser.call(twoFactorEndpoints.renewCodes, PROOF)).json().recovery_codes
    const login = await openChallenge(app, email)
    const answer = (recovery_code: string) => login.call(accountEndpoints.answerTwoFactor, { body: { recovery_code } })
    expect((await answer(recoveryCodes[0] ?? '')).statusCode).toBe(422)
    expect((await answer(renewed[0])).statusCode).toBe(200)
    expect(await stateOf(browser)).toMatchObject({ recovery_codes_left: 9 })
  })

  test('it can be switched off, which ends all other sessions and forgets key and codes', async () => {
    const { id, email } = await anyone()
    const { browser } = await enableTwoFactor(app, id)
    const elsewhere = await app.signedIn(id)
    const waiting = await openChallenge(app, email)
    expect((await browser.call(twoFactorEndpoints.disable, PROOF)).statusCode).toBe(200)
    expect(await stateOf(browser)).toMatchObject({ is_enabled: false, recovery_codes_left: 0 })
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect((await waiting.call(accountEndpoints.answerTwoFactor, { body: { code: '123456' } })).statusCode).toBe(422)
    expect(await isAskedFor(email)).toBe(false)
    expect((await browser.call(twoFactorEndpoints.disable, PROOF)).statusCode).toBe(409)
    expect((await browser.call(twoFactorEndpoints.renewCodes, PROOF)).statusCode).toBe(409)
  })

  test('every change is in the log', async () => {
    const { id } = await anyone()
    const { browser } = await enableTwoFactor(app, id)
    await browser.call(twoFactorEndpoints.renewCodes, PROOF)
    await browser.call(twoFactorEndpoints.disable, PROOF)
    const log = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select('action')
        .where('entity_type', '=', 'user')
        .where('user_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(log.map(({ action }) => action)).toEqual([
      'two_factor_enabled',
      'recovery_codes_renewed',
      'two_factor_disabled',
    ])
  })
})

describe('a school that asks its heads for a second factor', () => {
  beforeAll(() =>
    insideSchool(app, fow, (tx) =>
      tx
        .insertInto('school_setting')
        .values({ school_id: fow, key: 'LOGIN_RULES', setting_value: JSON.stringify({ two_factor_for_heads: true }) })
        .execute(),
    ),
  )

  test('lets heads and admins only change the school until they have one, and they may still set it up', async () => {
    for (const role of ['schooladmin', 'admin'] as const) {
      const { id } = await anyone(role, fow)
      const browser = await app.signedIn(id)
      const base = (await browser.call(accountEndpoints.basedata)).json()
      expect([base.permissions, base.session.lacks_two_factor]).toEqual([['change user school'], true])
      expect(await stateOf(browser)).toMatchObject({ is_enabled: false, is_required: true })
      const { browser: after } = await enableTwoFactor(app, id)
      expect((await after.call(accountEndpoints.basedata)).json().session.lacks_two_factor).toBe(false)
    }
  })

  test('does not let them switch it off', async () => {
    const { id } = await anyone('schooladmin', fow)
    const { browser } = await enableTwoFactor(app, id)
    const reply = await browser.call(twoFactorEndpoints.disable, PROOF)
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['password']])
    expect(await stateOf(browser)).toMatchObject({ is_enabled: true })
  })

  test('asks nothing of its teachers and viewers', async () => {
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const browser = await app.signedIn((await anyone(role, fow)).id)
      expect((await browser.call(accountEndpoints.basedata)).json().session.lacks_two_factor).toBe(false)
      expect(await stateOf(browser)).toMatchObject({ is_required: false })
    }
  })
})
