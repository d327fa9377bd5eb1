import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSKEYS_MAX, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { WRONG_PASSWORD } from '#contract/account/account.passwords.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { makeCertificate } from '#server/test/make-certificate.ts'
import { accountMailsOf } from '#server/test/password-links.ts'
import { addPasskey, FLAGS, logInWith, SoftwarePasskey } from '#server/test/software-passkey.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'
import { enableTwoFactor } from '#server/test/two-factor.ts'

let app: TestApp
let fsw: number
let guarded: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  guarded = await makeSchool(app, 'fow')
  const rules = { school_id: guarded, key: 'LOGIN_RULES', setting_value: '{"two_factor_for_heads": true}' }
  await insideSchool(app, guarded, (tx) => tx.insertInto('school_setting').values(rules).execute())
})
afterAll(() => app.stop())

const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const PROOF = { password: TEST_PASSWORD }
const someone = async (school = fsw) => {
  const user = await makeUser(app, { role: 'schooladmin', schools: [school] })
  return { ...user, browser: await app.signedIn(user.id) }
}
const stateOf = async (browser: TestVisitor) => (await browser.call(passkeyEndpoints.list)).json()
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200
const begin = async (browser: TestVisitor) => (await browser.call(passkeyEndpoints.begin, { body: PROOF })).json()
const add = (browser: TestVisitor, answer: unknown) => browser.call(passkeyEndpoints.add, { body: { answer } })
const remove = (browser: TestVisitor, id: number, body = PROOF) =>
  browser.call(passkeyEndpoints.remove, { params: { id }, body })
const askFor = (browser: TestVisitor, is_asked: boolean) =>
  browser.call(passkeyEndpoints.ask, { body: { ...PROOF, is_asked } })
const onlyId = async (browser: TestVisitor) => (await stateOf(browser)).passkeys[0].id as number
const eventsOf = async (id: number) => (await accountMailsOf(app, id)).map(({ event }) => event)

describe('adding a passkey', () => {
  test('asks the device for a key that it can find by itself, and names no number of the account', async () => {
    const { id, email, browser } = await someone()
    const request = await begin(browser)
    expect(request).toMatchObject({
      rp: { id: 'localhost', name: 'Schulhof' },
      user: { name: email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(request.user.id, 'base64url')).toHaveLength(32)
    expect(Buffer.from(request.user.id, 'base64url').toString('latin1')).not.toBe(String(id))
    expect((await begin(browser)).user.id).toBe(request.user.id)
  })

  test('shows it with its device, gives recovery codes once, writes to log and owner, and excludes it next time', async () => {
    const { id, browser } = await someone()
    const { passkey, recoveryCodes } = await addPasskey(browser)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await stateOf(browser)).toMatchObject({
      passkeys: [{ name: 'Unbekanntes Gerät', last_used_at: null, is_synced: false, is_locked: false }],
      is_asked: false,
      is_required: false,
      has_app: false,
      recovery_codes_left: 10,
    })
    expect((await addPasskey(browser)).recoveryCodes).toEqual([])
    const { excludeCredentials } = await begin(browser)
    expect(excludeCredentials).toHaveLength(2)
    expect(excludeCredentials[0].id).toBe(passkey.id.toString('base64url'))
    expect((await loggedAbout(app, fsw, id)).map(({ action }) => action)).toEqual(['passkey_added', 'passkey_added'])
    expect(await eventsOf(id)).toEqual(['passkey_added', 'passkey_added'])
  })

  test('asks for the password first', async () => {
    const { browser } = await someone()
    const reply = await browser.call(passkeyEndpoints.begin, { body: { password: 'falsch' } })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { password: [WRONG_PASSWORD] }])
    expect((await add(browser, new SoftwarePasskey().make('AAAA'))).statusCode).toBe(409)
  })

  test.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['no check of the user', { flags: FLAGS.present | FLAGS.hasKey }],
    ['another purpose', { type: 'webauthn.get' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an id that is too long', { id: Buffer.alloc(1024, 1) }],
    ['an unknown statement', { format: 'fantasy' }],
  ] as const)('refuses %s and stores nothing', async (_name, forgery) => {
    const { browser } = await someone()
    const { challenge } = await begin(browser)
    expect((await add(browser, new SoftwarePasskey().make(challenge, forgery))).statusCode).toBe(422)
    expect((await stateOf(browser)).passkeys).toEqual([])
  })

  test('refuses a statement with certificates, because checking them may fetch addresses in them', async () => {
    const { browser } = await someone()
    const { challenge } = await begin(browser)
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
      ['x5c', [new Uint8Array(300)]],
    ])
    const right = new SoftwarePasskey()
    const proved = right.statement(challenge, makeCertificate('Gerät', new Date(Date.now() + 86_400_000)))
    expect((await add(browser, right.make(challenge, { format: 'fido-u2f', statement: proved }))).statusCode).toBe(422)
    for (const format of ['packed', 'fido-u2f', 'android-key', 'apple', 'tpm', 'android-safetynet']) {
      const reply = await add(browser, new SoftwarePasskey().make(challenge, { format, statement }))
      expect([format, reply.statusCode]).toEqual([format, 422])
    }
  })

  test('does not take a key that another account has, nor an answer for another account', async () => {
    const { browser } = await someone()
    const { passkey } = await addPasskey((await someone()).browser)
    const { challenge } = await begin(browser)
    expect((await add(browser, passkey.make(challenge))).statusCode).toBe(409)
    const { browser: other } = await someone()
    other.cookies.set('passkey_attempt', browser.cookies.get('passkey_attempt') ?? '')
    expect((await add(other, new SoftwarePasskey().make(challenge))).statusCode).toBe(409)
    expect([await stateOf(browser), await stateOf(other)]).toMatchObject([{ passkeys: [] }, { passkeys: [] }])
  })

  test('happens once when the answer comes twice', async () => {
    const { browser } = await someone()
    const answer = new SoftwarePasskey().make((await begin(browser)).challenge)
    const replies = await Promise.all([add(browser, answer), add(browser, answer)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await stateOf(browser)).passkeys).toHaveLength(1)
  })

  test(`ends at ${PASSKEYS_MAX}, also for answers that were under way`, async () => {
    const { id, browser } = await someone()
    const answer = new SoftwarePasskey().make((await begin(browser)).challenge)
    await ask(
      `insert into passkey (user_id, credential_id, public_key, counter, name, is_synced)
       select $1::bigint, sha256(($1::text || ' ' || n)::bytea), 'x', 0, 'Gerät', false from generate_series(1, $2::int) n`,
      [id, PASSKEYS_MAX],
    )
    expect((await add(browser, answer)).statusCode).toBe(409)
    expect((await browser.call(passkeyEndpoints.begin, { body: PROOF })).statusCode).toBe(409)
  })

  test('fails once somebody else has ended the sessions meanwhile', async () => {
    const { id, browser } = await someone()
    const { challenge } = await begin(browser)
    const again = await app.signedIn(id)
    await again.call(sessionEndpoints.endAll)
    const fresh = await app.signedIn(id)
    fresh.cookies.set('passkey_attempt', browser.cookies.get('passkey_attempt') ?? '')
    expect((await add(fresh, new SoftwarePasskey().make(challenge))).statusCode).toBe(409)
  })
})

describe('own passkeys', () => {
  test('can be renamed; those of others are unknown', async () => {
    const { browser } = await someone()
    const { browser: other } = await someone()
    await addPasskey(browser)
    const id = await onlyId(browser)
    const rename = (who: TestVisitor, name: string) =>
      who.call(passkeyEndpoints.rename, { params: { id }, body: { name } })
    expect((await rename(browser, ' Mein Telefon ')).statusCode).toBe(200)
    expect((await stateOf(browser)).passkeys[0].name).toBe('Mein Telefon')
    for (const name of ['', ' ', 'x'.repeat(61)]) expect((await rename(browser, name)).statusCode).toBe(422)
    expect((await rename(other, 'Meins')).statusCode).toBe(404)
    expect((await remove(other, id)).statusCode).toBe(404)
    expect((await remove(browser, id, { password: 'falsch' })).statusCode).toBe(422)
    expect((await stateOf(browser)).passkeys).toHaveLength(1)
  })

  test('a removed one opens nothing, and sessions that began with it end at once', async () => {
    const { id, browser } = await someone()
    const { passkey } = await addPasskey(browser)
    const phone = app.visitor()
    await logInWith(phone, passkey)
    expect(await isSignedIn(phone)).toBe(true)
    expect((await remove(browser, await onlyId(browser))).statusCode).toBe(200)
    expect([await isSignedIn(phone), await isSignedIn(browser)]).toEqual([false, true])
    expect((await logInWith(app.visitor(), passkey)).statusCode).toBe(422)
    expect(await stateOf(browser)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect(await eventsOf(id)).toEqual(['passkey_added', 'passkey_removed'])
  })

  test('can be removed once when two ask for it at the same moment', async () => {
    const { browser } = await someone()
    await addPasskey(browser)
    const id = await onlyId(browser)
    const replies = await Promise.all([remove(browser, id), remove(browser, id)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })
})

describe('asking for a passkey after the password', () => {
  test('needs one, ends other sessions, and ends with the last one', async () => {
    const { id, browser } = await someone()
    expect((await askFor(browser, true)).statusCode).toBe(409)
    await addPasskey(browser)
    const elsewhere = await app.signedIn(id)
    expect((await askFor(browser, true)).statusCode).toBe(200)
    expect((await stateOf(browser)).is_asked).toBe(true)
    expect([await isSignedIn(elsewhere), await isSignedIn(browser)]).toEqual([false, true])
    await remove(browser, await onlyId(browser))
    expect((await stateOf(browser)).is_asked).toBe(false)
    expect(await eventsOf(id)).toEqual(['passkey_added', 'passkey_asked', 'passkey_removed'])
  })

  test('can be switched off, and a repetition changes nothing', async () => {
    const { id, browser } = await someone()
    await addPasskey(browser)
    for (const isAsked of [true, true, false, false]) expect((await askFor(browser, isAsked)).statusCode).toBe(200)
    expect(await eventsOf(id)).toEqual(['passkey_added', 'passkey_asked', 'passkey_not_asked'])
  })
})

describe('a school that demands a second factor', () => {
  test('gets it by the first passkey, which then cannot be given up', async () => {
    const { browser } = await someone(guarded)
    const lacks = async () => (await browser.call(accountEndpoints.basedata)).json().session.lacks_two_factor
    expect([await lacks(), (await stateOf(browser)).is_required]).toEqual([true, true])
    await addPasskey(browser)
    expect([await lacks(), (await stateOf(browser)).is_asked]).toEqual([false, true])
    const id = await onlyId(browser)
    for (const reply of [await askFor(browser, false), await remove(browser, id)])
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['password']])
    expect(await stateOf(browser)).toMatchObject({ is_asked: true, passkeys: [{ id }] })
    await addPasskey(browser)
    expect((await remove(browser, id)).statusCode).toBe(200)
  })

  test('accepts codes of an app or a passkey, but never neither', async () => {
    const { id, browser: _ } = await someone(guarded)
    const { browser } = await enableTwoFactor(app, id)
    await addPasskey(browser)
    expect((await stateOf(browser)).is_asked).toBe(false)
    const disable = () => browser.call(twoFactorEndpoints.disable, { body: PROOF })
    expect((await disable()).statusCode).toBe(422)
    await askFor(browser, true)
    const replies = await Promise.all([disable(), askFor(browser, false)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    expect((await browser.call(accountEndpoints.basedata)).json().session.lacks_two_factor).toBe(false)
  })

  test('keeps recovery codes while any passkey is left', async () => {
    const { id } = await someone()
    const { browser } = await enableTwoFactor(app, id)
    expect((await addPasskey(browser)).recoveryCodes).toEqual([])
    await browser.call(twoFactorEndpoints.disable, { body: PROOF })
    expect((await stateOf(browser)).recovery_codes_left).toBe(10)
    expect((await browser.call(twoFactorEndpoints.renewCodes, { body: PROOF })).json().recovery_codes).toHaveLength(10)
  })

  test('lets a login by passkey in, although the account has no second factor', async () => {
    const { id, browser } = await someone(guarded)
    const { passkey } = await addPasskey(browser)
    await ask('update app_user set asks_passkey = false where id = $1', [id])
    const arrived = app.visitor()
    await logInWith(arrived, passkey)
    expect((await arrived.call(accountEndpoints.basedata)).json().session.lacks_two_factor).toBe(false)
    const byPassword = await app.signedIn(id)
    expect((await byPassword.call(accountEndpoints.basedata)).json().session.lacks_two_factor).toBe(true)
  })
})
