import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSKEY_REFUSED, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { accountEndpoints, CHALLENGE_OVER, WRONG_CODE } from '#contract/account/account.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { addPasskey, FLAGS, type Forgery, type SoftwarePasskey } from '#server/test/software-passkey.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'
import { codeOf, enableTwoFactor } from '#server/test/two-factor.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200
/** An account that asks for a passkey after the password. */
const protectedOne = async () => {
  const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
  const owner = await app.signedIn(user.id)
  const added = await addPasskey(owner)
  await owner.call(passkeyEndpoints.ask, { body: { password: TEST_PASSWORD, is_asked: true } })
  return { ...user, ...added }
}
const logIn = async (email: string) => {
  const browser = app.visitor(anotherHousehold())
  const reply = (await browser.logIn(email)).json()
  return { browser, reply }
}
const answer = (browser: TestVisitor, body: object) => browser.call(accountEndpoints.answerTwoFactor, { body })
type Login = Awaited<ReturnType<typeof logIn>>
const answerBy = ({ browser, reply }: Login, passkey: SoftwarePasskey, forgery: Forgery = {}) =>
  answer(browser, { passkey: passkey.answer(reply.passkey.challenge, forgery) })
const REFUSAL = { message: PASSKEY_REFUSED, errors: { passkey: [PASSKEY_REFUSED] } }

describe('a login that asks for a passkey after the password', () => {
  test('opens no session with the password alone, and asks for a key of this account', async () => {
    const { email, passkey } = await protectedOne()
    const { browser, reply } = await logIn(email)
    expect(reply).toMatchObject({ two_factor: true, has_app: false })
    expect(reply.passkey.userVerification).toBe('required')
    expect(reply.passkey.allowCredentials).toMatchObject([{ id: passkey.id.toString('base64url') }])
    expect(await isSignedIn(browser)).toBe(false)
    expect((await answerBy({ browser, reply }, passkey)).json()).toMatchObject({
      recovery_codes_left: null,
    })
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('says nothing of it to somebody with a wrong password', async () => {
    const { email } = await protectedOne()
    const browser = app.visitor(anotherHousehold())
    const [known, unknown] = [
      await browser.logIn(email, 'falsch'),
      await browser.logIn('niemand@example.org', 'falsch'),
    ]
    expect(known.json()).toEqual(unknown.json())
  })

  test.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['no check of the user', { flags: FLAGS.present }],
    ['another challenge', { challenge: 'AAAA' }],
  ] as const)('refuses %s', async (_name, forgery) => {
    const { id, email, passkey } = await protectedOne()
    const { browser, reply } = await logIn(email)
    const refused = await answerBy({ browser, reply }, passkey, forgery)
    expect([refused.statusCode, refused.json()]).toEqual([422, REFUSAL])
    expect(await isSignedIn(browser)).toBe(false)
    expect(await loggedAbout(app, fsw, id)).toContainEqual(expect.objectContaining({ action: 'two_factor_failed' }))
  })

  test('refuses the passkey of another account', async () => {
    const { email } = await protectedOne()
    const { passkey: foreign } = await protectedOne()
    const { browser, reply } = await logIn(email)
    expect((await answerBy({ browser, reply }, foreign)).json()).toEqual(REFUSAL)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('does not accept a challenge of another login or kind', async () => {
    const { email, passkey } = await protectedOne()
    const login = await logIn(email)
    const { challenge } = (await login.browser.call(passkeyEndpoints.beginLogin)).json()
    expect((await answerBy(login, passkey, { challenge })).statusCode).toBe(422)
    const first = await logIn(email)
    const second = await logIn(email)
    expect((await answerBy({ ...second, reply: first.reply }, passkey)).statusCode).toBe(422)
  })

  test('opens one session when the answer comes twice', async () => {
    const { email, passkey } = await protectedOne()
    const { browser, reply } = await logIn(email)
    const body = { passkey: passkey.answer(reply.passkey.challenge) }
    const replies = await Promise.all([answer(browser, body), answer(browser, body)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('accepts a recovery code instead, and no code of an app that it does not have', async () => {
    const { email, recoveryCodes } = await protectedOne()
    const { browser } = await logIn(email)
    expect((await answer(browser, { code: '123456' })).json().message).toBe(WRONG_CODE)
    expect((await answer(browser, { recovery_code: recoveryCodes[0] })).json().recovery_codes_left).toBe(9)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('asks for exactly one answer', async () => {
    const { email, passkey, recoveryCodes } = await protectedOne()
    const { browser, reply } = await logIn(email)
    const both = { passkey: passkey.answer(reply.passkey.challenge), recovery_code: recoveryCodes[0] }
    for (const body of [{}, both]) expect((await answer(browser, body)).statusCode).toBe(422)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('is over after five tries, and when the passkey was given up meanwhile', async () => {
    const { id, email, passkey } = await protectedOne()
    const { browser, reply } = await logIn(email)
    for (let tries = 0; tries < 5; tries += 1) await answerBy({ browser, reply }, passkey, { challenge: 'AAAA' })
    expect((await answerBy({ browser, reply }, passkey)).json().message).toBe(CHALLENGE_OVER)
    const later = await logIn(email)
    await ask('update app_user set asks_passkey = false where id = $1', [id])
    expect((await answerBy(later, passkey)).json().message).toBe(CHALLENGE_OVER)
  })

  test('never takes a copied key, which is locked, and then a recovery code is left', async () => {
    const { id, email, passkey, recoveryCodes } = await protectedOne()
    const first = await logIn(email)
    await answerBy(first, passkey, { counter: 5 })
    const second = await logIn(email)
    const reply = await answerBy(second, passkey, { counter: 5 })
    expect(reply.json()).toEqual(REFUSAL)
    expect(await isSignedIn(first.browser)).toBe(false)
    expect(await loggedAbout(app, fsw, id)).toContainEqual(expect.objectContaining({ action: 'passkey_locked' }))
    const third = await logIn(email)
    expect(third.reply).toMatchObject({ two_factor: true, has_app: false, passkey: null })
    expect((await answer(third.browser, { recovery_code: recoveryCodes[0] })).statusCode).toBe(200)
  })
})

describe('a login with codes of an app', () => {
  test('may be answered by a passkey, too', async () => {
    const { id, email } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const { browser: owner, secret } = await enableTwoFactor(app, id)
    const { passkey } = await addPasskey(owner)
    const { browser, reply } = await logIn(email)
    expect(reply).toMatchObject({ two_factor: true, has_app: true })
    expect((await answerBy({ browser, reply }, passkey)).statusCode).toBe(200)
    const again = await logIn(email)
    expect((await answer(again.browser, { code: codeOf(secret) })).statusCode).toBe(200)
  })
})
