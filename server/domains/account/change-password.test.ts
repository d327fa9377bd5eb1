import { describe, expect, test } from 'vitest'
import { passwordEndpoints, WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { COMMON_PASSWORD } from '#contract/account/password-rules.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { openMailedSchool } from '#server/test/mailed-school.ts'
import { anotherHousehold, NEW_PASSWORD } from '#server/test/password-links.ts'
import type { PostOffice } from '#server/test/post-office.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let post: PostOffice
let fsw: number
openMailedSchool((opened) => {
  ;({ app, post, fsw } = opened)
})

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const change = (browser: TestVisitor, { current = TEST_PASSWORD, password = NEW_PASSWORD } = {}) =>
  browser.call(passwordEndpoints.change, {
    body: { current_password: current, password, password_confirmation: password },
  })
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200

describe('changing the password', () => {
  test('ends all other sessions at their next request and keeps this one (security case 13)', async () => {
    const { id, email } = await anyone()
    const here = await app.signedIn(id)
    const elsewhere = [await app.signedIn(id), await app.signedIn(id)]
    const stranger = await app.signedIn((await anyone()).id)
    expect((await change(here)).statusCode).toBe(200)
    expect(await isSignedIn(here)).toBe(true)
    for (const browser of elsewhere) expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(stranger)).toBe(true)
    expect((await app.visitor(anotherHousehold()).logIn(email, TEST_PASSWORD)).statusCode).toBe(422)
    expect((await app.visitor(anotherHousehold()).logIn(email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('is reported to the owner by mail and logged', async () => {
    const { id, email } = await anyone()
    await change(await app.signedIn(id))
    await post.runDue()
    const mails = post.mails.filter(({ envelope }) => envelope[0] === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Ihr Passwort wurde geändert'])
    expect(mails[0]?.text).toContain('http://localhost:3000/app/base/forgot-password')
    const log = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('user_log').select(['action', 'user_id']).where('entity_type', '=', 'user').execute(),
    )
    expect(log).toContainEqual({ action: 'password_changed', user_id: id })
  })

  test('needs the present password, which may be tried five times', async () => {
    const { id } = await anyone()
    const browser = await app.signedIn(id)
    for (let i = 0; i < 5; i++) {
      const reply = await change(browser, { current: `falsch ${i}` })
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { current_password: [WRONG_PASSWORD] }])
    }
    const refused = await change(browser)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await change(await app.signedIn((await anyone()).id))).statusCode).toBe(200)
  })

  test('is logged when the present password was wrong', async () => {
    const { id } = await anyone()
    await change(await app.signedIn(id), { current: 'falsch' })
    const log = await loggedAbout(app, fsw, id)
    expect(log).toEqual([{ action: 'password_proof_failed', changed_fields: [], user_id: id }])
  })

  test('counts wrong ones that come at the same moment, too', async () => {
    const browser = await app.signedIn((await anyone()).id)
    const replies = await Promise.all(Array.from({ length: 12 }, () => change(browser, { current: 'falsch' })))
    expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  })

  test('to one that is easily guessed is refused at its field', async () => {
    const { id, email } = await anyone()
    const browser = await app.signedIn(id)
    for (const password of ['12345678', 'Passwort99', email, 'wacholderhain7']) {
      const reply = await change(browser, { password })
      expect([reply.statusCode, reply.json().errors], password).toEqual([422, { password: [COMMON_PASSWORD] }])
    }
    expect((await change(browser)).statusCode).toBe(200)
  })

  test('works in only one of two windows at once', async () => {
    const { id, email } = await anyone()
    const browser = await app.signedIn(id)
    const passwords = ['Die erste von zwei Fassungen', 'Die zweite von zwei Fassungen']
    const replies = await Promise.all(passwords.map((password) => change(browser, { password })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    const winner = passwords[replies.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
    expect((await app.visitor(anotherHousehold()).logIn(email, winner)).statusCode).toBe(200)
  })

  test('needs a session and its CSRF token', async () => {
    expect((await change(app.visitor())).statusCode).toBe(401)
    const browser = await app.signedIn((await anyone()).id)
    browser.cookies.set('XSRF-TOKEN', 'falsch.falsch')
    expect((await change(browser)).statusCode).toBe(419)
  })
})
