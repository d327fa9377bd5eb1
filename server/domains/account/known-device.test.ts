import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { anotherHousehold, NEW_PASSWORD, sameForAll } from '#server/test/password-links.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'
import { codeOf, enableTwoFactor } from '#server/test/two-factor.ts'

const WRONG = 'ganz falsch'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })

/** A browser in which somebody has signed in and out again. */
const makeDevice = async (email: string, household: string) => {
  const device = app.visitor(household)
  expect((await device.logIn(email)).statusCode).toBe(200)
  await device.call(accountEndpoints.logout)
  return device
}

/** Sends a hundred wrong passwords for as many accounts from one network address, which is refused from then on. */
const useUpAddress = async (household: string) => {
  const visitor = app.visitor(household)
  await visitor.inject('GET', '/sanctum/csrf-cookie')
  const guess = (index: number) =>
    visitor.inject('POST', '/login', { body: { email: `nr${index}@example.org`, password: WRONG } })
  for (let start = 0; start < 100; start += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => guess(start + index)))
}

/** Another browser in the same network, with this cookie. */
const withCookie = (household: string, value: string) => {
  const visitor = app.visitor(household)
  visitor.cookies.set('device', value)
  return visitor
}
const statusOf = async (visitor: TestVisitor, email: string, password = TEST_PASSWORD) =>
  (await visitor.logIn(email, password)).statusCode
const cookieOf = (device: TestVisitor) => device.cookies.get('device') ?? ''

describe('after a hundred wrong passwords from one network address', () => {
  let household: string
  let email: string
  let device: TestVisitor
  beforeAll(async () => {
    household = anotherHousehold()
    ;({ email } = await anyone())
    device = await makeDevice(email, household)
    await useUpAddress(household)
  })

  test('an unknown device waits, one that the account has signed in with does not', async () => {
    expect(await statusOf(app.visitor(household), email)).toBe(429)
    expect(await statusOf(device, email)).toBe(200)
  })

  test('a cookie that was changed, cut off, made up or belongs to another account does not help', async () => {
    const other = await makeDevice((await anyone()).email, anotherHousehold())
    const [nonce = '', signature = ''] = cookieOf(device).split('.')
    const [otherNonce = '', otherSignature = ''] = cookieOf(other).split('.')
    const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const forged = [
      `${nonce}.${changed}`,
      `${otherNonce}.${signature}`,
      `${nonce}.${otherSignature}`,
      cookieOf(other),
      nonce,
      `${nonce}.`,
      'x'.repeat(3000),
    ]
    for (const value of forged)
      expect([value, await statusOf(withCookie(household, value), email)]).toEqual([value, 429])
  })

  test('a stolen cookie opens no other account', async () => {
    expect(await statusOf(withCookie(household, cookieOf(device)), (await anyone()).email)).toBe(429)
  })

  test('the answer does not reveal whether an account exists, with or without a cookie', async () => {
    const known = await anyone()
    const replies = []
    for (const cookie of [undefined, cookieOf(device), `${'x'.repeat(22)}.${'y'.repeat(43)}`])
      for (const address of [known.email, 'niemand@example.org']) {
        const visitor = cookie === undefined ? app.visitor(household) : withCookie(household, cookie)
        await visitor.inject('GET', '/sanctum/csrf-cookie')
        const reply = sameForAll(await visitor.inject('POST', '/login', { body: { email: address, password: WRONG } }))
        replies.push({ ...reply, headers: { ...reply.headers, 'retry-after': undefined } })
      }
    expect(replies[0]?.statusCode).toBe(429)
    for (const reply of replies) expect(reply).toEqual(replies[0])
  })
})

test('a known device has five tries of its own, which count for that account and that device alone', async () => {
  const household = anotherHousehold()
  const [{ email }, colleague] = [await anyone(), await anyone()]
  const device = await makeDevice(email, household)
  expect(await statusOf(device, colleague.email)).toBe(200)
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push(await statusOf(device, email, WRONG))
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  expect(await statusOf(device, email)).toBe(429)
  expect(await statusOf(device, colleague.email)).toBe(200)
  expect(await statusOf(app.visitor(household), email)).toBe(200)
})

test('five wrong passwords for an account from its network do not stop its own device', async () => {
  const household = anotherHousehold()
  const { email } = await anyone()
  const device = await makeDevice(email, household)
  for (let i = 0; i < 5; i++) await statusOf(app.visitor(household), email, WRONG)
  expect(await statusOf(app.visitor(household), email)).toBe(429)
  expect(await statusOf(device, email)).toBe(200)
})

test('the cookie is no login, is read by no script, lasts half a year and is renewed with each login', async () => {
  const { email } = await anyone()
  const device = app.visitor(anotherHousehold())
  const given = (reply: Awaited<ReturnType<TestVisitor['logIn']>>) =>
    [reply.headers['set-cookie']].flat().find((line) => line?.startsWith('device='))
  for (let i = 0; i < 2; i++) {
    const line = given(await device.logIn(email))
    expect(line).toMatch(/^device=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  }
  expect(given(await device.logIn(email, WRONG))).toBeUndefined()
  const thief = withCookie(anotherHousehold(), cookieOf(device))
  expect((await thief.call(accountEndpoints.basedata)).statusCode).toBe(401)
})

test('colleagues share a device; it knows the last ten', async () => {
  const household = anotherHousehold()
  const [first, ...others] = await Promise.all(Array.from({ length: 11 }, anyone))
  const device = await makeDevice(first?.email ?? '', household)
  for (const { email } of others) expect(await statusOf(device, email)).toBe(200)
  expect(cookieOf(device).split('.')).toHaveLength(11)
  await useUpAddress(household)
  expect(await statusOf(device, others[0]?.email ?? '')).toBe(200)
  expect(await statusOf(device, first?.email ?? '')).toBe(429)
})

test('a new password makes every other device unknown, and so does a deactivated account', async () => {
  const household = anotherHousehold()
  const [{ email }, gone] = [await anyone(), await anyone()]
  const [device, last] = [await makeDevice(email, household), await makeDevice(gone.email, household)]
  const other = await makeDevice(email, household)
  expect(await statusOf(device, email)).toBe(200)
  const body = { current_password: TEST_PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  expect((await device.call(passwordEndpoints.change, { body })).statusCode).toBe(200)
  await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [gone.id])
  await device.call(accountEndpoints.logout)
  await useUpAddress(household)
  expect(await statusOf(device, email, NEW_PASSWORD)).toBe(200)
  expect(await statusOf(other, email, NEW_PASSWORD)).toBe(429)
  expect(await statusOf(last, gone.email)).toBe(429)
})

test('with a second factor the device is known only after the code', async () => {
  const household = anotherHousehold()
  const { id, email } = await anyone()
  const { secret } = await enableTwoFactor(app, id)
  const device = app.visitor(household)
  expect((await device.logIn(email)).json().two_factor).toBe(true)
  expect(cookieOf(device)).toBe('')
  const reply = await device.inject('POST', '/two-factor-challenge', { body: { code: codeOf(secret, 1) } })
  expect(reply.statusCode).toBe(200)
  await useUpAddress(household)
  expect(await statusOf(app.visitor(household), email)).toBe(429)
  expect(await statusOf(device, email)).toBe(200)
})
