import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { openPasswords } from '#server/passwords.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { CHEAP, startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'
import { codeOf, enableTwoFactor, openChallenge } from '#server/test/two-factor.ts'
import { WRONG_LOGIN } from './log-in.ts'

/** The real check; a test can make something happen right after it. */
const verifyHash = vi.fn<(stored: string, password: string) => Promise<boolean>>(verify)

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp({ passwords: openPasswords({ cost: CHEAP, verifyHash }) })
  fsw = await makeSchool(app, 'fsw')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const ask = (text: string, id: number) => app.database.owner.query(text, [id])
const deleteAndRestore = async (id: number) => {
  await head.call(userEndpoints.remove, { params: { id } })
  await head.call(userEndpoints.restore, { params: { id } })
}

/** Changes made while a login is under way, after its password was found correct. */
const CHANGES: Record<string, (id: number) => Promise<unknown>> = {
  'the password changed': (id) => ask("update app_user set password_hash = 'other' where id = $1", id),
  'the password taken away': (id) => ask('update app_user set password_hash = null where id = $1', id),
  'the account deleted': (id) => head.call(userEndpoints.remove, { params: { id } }),
  'the account deleted and restored': deleteAndRestore,
  'another address': (id) =>
    head.call(userEndpoints.change, { params: { id }, body: { email: `anders${id}@example.org` } }),
  'a second factor': (id) =>
    ask("update app_user set two_factor_secret = 'x', two_factor_enabled_at = now() where id = $1", id),
}

test.each(Object.entries(CHANGES))('a login under way meanwhile finds %s and opens nothing', async (_name, change) => {
  const { id, email } = await anyone()
  verifyHash.mockImplementationOnce(async (...given) => {
    const isRight = await verify(...given)
    await change(id)
    return isRight
  })
  const reply = await app.visitor(anotherHousehold()).logIn(email)
  expect([reply.statusCode, reply.json().message]).toEqual([422, WRONG_LOGIN])
  expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
  const { rows } = await ask(
    'select (select count(*) from session where user_id = $1) + (select count(*) from login_challenge where user_id = $1) as count',
    id,
  )
  expect(Number(rows[0].count)).toBe(0)
})

test('a right password meanwhile finds the second factor switched off, and asks again', async () => {
  const { id, email } = await anyone()
  await enableTwoFactor(app, id)
  verifyHash.mockImplementationOnce(async (...given) => {
    const isRight = await verify(...given)
    await ask('update app_user set two_factor_secret = null, two_factor_enabled_at = null where id = $1', id)
    return isRight
  })
  expect((await app.visitor(anotherHousehold()).logIn(email)).statusCode).toBe(422)
  expect((await app.visitor(anotherHousehold()).logIn(email)).statusCode).toBe(200)
})

test('a login that waits for its code ends with a deletion, also one that was undone', async () => {
  const { id, email } = await anyone()
  const { secret } = await enableTwoFactor(app, id)
  const browser = await openChallenge(app, email)
  await deleteAndRestore(id)
  const reply = await browser.inject('POST', '/two-factor-challenge', { body: { code: codeOf(secret) } })
  expect(reply.statusCode).toBe(422)
  expect(browser.cookies.has('session')).toBe(false)
})

test('codes and a changed factor at the same moment wait for each other', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, email } = await anyone()
    const { browser: owner, secret } = await enableTwoFactor(app, id)
    const other = await openChallenge(app, email)
    const [answered, disabled] = await Promise.all([
      other.inject('POST', '/two-factor-challenge', { body: { code: codeOf(secret, 1) } }),
      owner.call(twoFactorEndpoints.disable, { body: { password: TEST_PASSWORD } }),
    ])
    expect(disabled.statusCode).toBe(200)
    expect([200, 422]).toContain(answered.statusCode)
    // Whichever came first, only the owner's session is left.
    const { rows } = await ask('select count(*)::int as count from session where user_id = $1', id)
    expect(rows[0].count).toBe(1)
  }
})
