import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSKEY_REFUSED, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { accountMailsOf, anotherHousehold } from '#server/test/password-links.ts'
import { addPasskey, FLAGS, type Forgery, logInWith, SoftwarePasskey } from '#server/test/software-passkey.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200
const stranger = () => app.visitor(anotherHousehold())
const owner = async () => {
  const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
  const browser = await app.signedIn(user.id)
  return { ...user, browser, ...(await addPasskey(browser)) }
}
const REFUSAL = { message: PASSKEY_REFUSED, errors: {} }
const refused = (reply: { statusCode: number; json: () => unknown }) =>
  expect([reply.statusCode, reply.json()]).toEqual([422, REFUSAL])

describe('signing in with a passkey', () => {
  test('needs neither address nor password, and says so in log and list of devices', async () => {
    const { id, email, passkey } = await owner()
    const browser = stranger()
    const reply = await logInWith(browser, passkey)
    expect(reply.statusCode).toBe(200)
    expect((await browser.call(accountEndpoints.basedata)).json().user.email).toBe(email)
    const [current] = (await browser.call(sessionEndpoints.list)).json()
    expect(current).toMatchObject({ way: 'passkey', is_current: true, stays_signed_in: false })
    expect(await loggedAbout(app, fsw, id)).toContainEqual(expect.objectContaining({ action: 'login_passkey' }))
    const [listed] = (await browser.call(passkeyEndpoints.list)).json().passkeys
    expect(listed.last_used_at).not.toBeNull()
  })

  test('lasts as long as was wished', async () => {
    const { passkey } = await owner()
    const reply = await logInWith(stranger(), passkey, { remember: true })
    expect(reply.cookies.find(({ name }) => name === 'session')?.maxAge).toBe(14 * 24 * 60 * 60)
  })

  test('asks for no further code when the account has one', async () => {
    const { id, passkey } = await owner()
    await ask(
      "update app_user set two_factor_secret = 'x', two_factor_enabled_at = now(), asks_passkey = true where id = $1",
      [id],
    )
    const browser = stranger()
    expect((await logInWith(browser, passkey)).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('asks the browser for any passkey of this host, with a check of its user', async () => {
    const reply = await stranger().call(passkeyEndpoints.beginLogin)
    expect(reply.json()).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    expect(reply.cookies[0]).toMatchObject({ name: 'passkey_attempt', httpOnly: true, sameSite: 'Lax', maxAge: 600 })
  })
})

const { privateKey: foreignKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const FORGERIES: Record<string, Forgery> = {
  'another origin': { origin: 'http://evil.example' },
  'another port': { origin: 'http://localhost:3001' },
  'another host': { host: 'evil.example' },
  'no check of the user': { flags: FLAGS.present },
  'nobody there': { flags: FLAGS.verified },
  'an answer for another purpose': { type: 'webauthn.create' },
  'another challenge': { challenge: 'AAAA' },
  'a foreign key': { signer: foreignKey },
}

describe('the one refusal', () => {
  test.each(Object.entries(FORGERIES))('meets %s, and the passkey still works', async (_name, forgery) => {
    const { id, passkey } = await owner()
    const browser = stranger()
    refused(await logInWith(browser, passkey, forgery))
    expect(await isSignedIn(browser)).toBe(false)
    expect(await loggedAbout(app, fsw, id)).toContainEqual(
      expect.objectContaining({ action: 'passkey_failed', user_id: id }),
    )
    expect((await logInWith(stranger(), passkey)).statusCode).toBe(200)
  })

  test('meets an unknown and a removed passkey, and a deactivated account', async () => {
    refused(await logInWith(stranger(), new SoftwarePasskey()))
    const removed = await owner()
    await ask('delete from passkey where user_id = $1', [removed.id])
    refused(await logInWith(stranger(), removed.passkey))
    const deactivated = await owner()
    await ask('update app_user set deactivated_at = now() where id = $1', [deactivated.id])
    refused(await logInWith(stranger(), deactivated.passkey))
  })

  test('meets an answer without a beginning, a late one, and one of another browser', async () => {
    const { passkey } = await owner()
    const begun = stranger()
    const { challenge } = (await begun.call(passkeyEndpoints.beginLogin)).json()
    const body = { answer: passkey.answer(challenge), remember: false }
    refused(await stranger().call(passkeyEndpoints.login, { body }))
    const other = stranger()
    await other.call(passkeyEndpoints.beginLogin)
    refused(await other.call(passkeyEndpoints.login, { body }))
    await ask('update sign_in_attempt set expires_at = now()')
    refused(await begun.call(passkeyEndpoints.login, { body }))
  })

  test('meets the same answer a second time, also at the same moment', async () => {
    const { passkey } = await owner()
    const browser = stranger()
    const { challenge } = (await browser.call(passkeyEndpoints.beginLogin)).json()
    const cookie = browser.cookies.get('passkey_attempt') ?? ''
    const body = { answer: passkey.answer(challenge), remember: false }
    const replies = await Promise.all([1, 2].map(() => browser.call(passkeyEndpoints.login, { body })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    const again = stranger()
    again.cookies.set('passkey_attempt', cookie)
    refused(await again.call(passkeyEndpoints.login, { body }))
  })

  test('names hostile fields in plain German', async () => {
    const { passkey } = await owner()
    const browser = stranger()
    const { challenge } = (await browser.call(passkeyEndpoints.beginLogin)).json()
    const answer = passkey.answer(challenge)
    const body = { answer: { ...answer, id: 'kein base64url!' } }
    expect((await browser.call(passkeyEndpoints.login, { body })).statusCode).toBe(422)
    const noise = { ...answer, response: { ...answer.response, authenticatorData: 'AAAA', clientDataJSON: 'AAAA' } }
    refused(await browser.call(passkeyEndpoints.login, { body: { answer: noise } }))
  })

  test('is followed by a pause after many of one network', async () => {
    const household = anotherHousehold()
    const unknown = new SoftwarePasskey()
    for (let tries = 0; tries < 100; tries += 1) {
      const body = { answer: unknown.answer('AAAA'), remember: false }
      refused(await app.visitor(household).call(passkeyEndpoints.login, { body }))
    }
    expect((await logInWith(app.visitor(household), unknown)).statusCode).toBe(429)
  })
})

describe('a counter that does not grow', () => {
  test.each([7, 6, 0])('locks the passkey, ends every session and tells the owner (%i after 7)', async (counter) => {
    const { id, browser, passkey } = await owner()
    const first = stranger()
    expect((await logInWith(first, passkey, { counter: 7 })).statusCode).toBe(200)
    refused(await logInWith(stranger(), passkey, { counter }))
    expect([await isSignedIn(first), await isSignedIn(browser)]).toEqual([false, false])
    refused(await logInWith(stranger(), passkey, { counter: 8 }))
    const [listed] = (await (await app.signedIn(id)).call(passkeyEndpoints.list)).json().passkeys
    expect(listed.is_locked).toBe(true)
    expect(await loggedAbout(app, fsw, id)).toContainEqual(expect.objectContaining({ action: 'passkey_locked' }))
    expect(await accountMailsOf(app, id)).toContainEqual(expect.objectContaining({ event: 'passkey_locked' }))
  })

  test('locks nothing when the answer is not signed by the passkey', async () => {
    const { passkey } = await owner()
    await logInWith(stranger(), passkey, { counter: 7 })
    refused(await logInWith(stranger(), passkey, { counter: 1, signer: foreignKey }))
    expect((await logInWith(stranger(), passkey, { counter: 8 })).statusCode).toBe(200)
  })
})
