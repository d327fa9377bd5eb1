import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { accountEndpoints, SIGN_IN_TEXTS } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Role } from '#contract/permissions.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import {
  arriveBy,
  plantDemand,
  plantLink,
  plantPasskey,
  plantProvider,
  plantSecondFactor,
  plantWay,
} from '#server/test/login-demands.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'

// What a session may do where a school demands a way to sign in (ADR 0077).

let app: TestApp
let fsw = 0
let fow = 0
const providers = { IServ: 0, Entra: 0 }
type Provider = keyof typeof providers
beforeAll(async () => {
  app = await startTestApp()
  ;[fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  providers.IServ = await plantProvider(app, 'IServ', [fsw, fow])
  providers.Entra = await plantProvider(app, 'Entra', [fsw])
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const school of [fsw, fow]) await plantDemand(app, school, { ways: 'all' })
})

const demandProvider = (school: number, name: Provider, emergency_user_id: number | null = null) =>
  plantDemand(app, school, { ways: 'provider', provider_id: providers[name], emergency_user_id })

type Way = 'password' | 'passkey' | Provider
const WAYS: readonly Way[] = ['password', 'passkey', 'IServ', 'Entra']

/** Somebody whose session came in by this way. */
const arrive = (way: Way, role: Role | null, schools = [fsw]) =>
  arriveBy(app, { way: way === 'IServ' || way === 'Entra' ? providers[way] : way, role, schools })

const baseOf = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).json()
const mayWork = async (browser: TestVisitor) =>
  (await baseOf(browser)).permissions.some((permission: string) => permission !== 'change user school')

const RULES = {
  all: { demand: async () => undefined, accepts: WAYS },
  no_password: {
    demand: () => plantDemand(app, fsw, { ways: 'no_password' }),
    accepts: ['passkey', 'IServ', 'Entra'] as readonly Way[],
  },
  IServ: { demand: () => demandProvider(fsw, 'IServ'), accepts: ['IServ'] as readonly Way[] },
}
const ROLES = ['admin', 'schooladmin', 'teacher_level_1', 'viewer'] as const
const CASES = (Object.keys(RULES) as (keyof typeof RULES)[]).flatMap((rule) =>
  WAYS.flatMap((way) => ROLES.map((role) => ({ rule, way, role, may: RULES[rule].accepts.includes(way) }))),
)

test.each(CASES)('$rule: $role by $way may work: $may', async ({ rule, way, role, may }) => {
  const { browser } = await arrive(way, role)
  expect(await mayWork(browser)).toBe(true)
  await RULES[rule].demand()
  // At the next request of a session that was open before.
  expect(await mayWork(browser)).toBe(may)
  const { permissions, session } = await baseOf(browser)
  if (may) expect(session.lacked_way).toBeNull()
  else {
    expect(session.lacked_way).toEqual({ provider: rule === 'IServ' ? 'IServ' : null, has_way: false })
    expect(permissions.filter((permission: string) => permission !== 'change user school')).toEqual([])
    const notes = await browser.call(sicknoteEndpoints.list)
    expect(notes.statusCode === 200 ? notes.json() : notes.statusCode).toEqual(notes.statusCode === 200 ? [] : 403)
  }
})

test('what a page asks by itself under a demand is no attempt; what somebody sends is one', async () => {
  const { id, browser } = await arrive('password', 'schooladmin')
  await plantDemand(app, fsw, { ways: 'no_password' })
  expect((await browser.call(userEndpoints.list)).statusCode).toBe(403)
  const body = { two_factor_for_heads: true }
  expect((await browser.call(userEndpoints.setLoginRules, { body })).statusCode).toBe(403)
  const rows = await insideSchool(app, fsw, (tx) =>
    tx.selectFrom('user_log').select('entity_type').where('user_id', '=', id).where('result', '=', 'denied').execute(),
  )
  expect(rows).toEqual([{ entity_type: 'PUT /api/admin/userLoginRules' }])
})

describe('somebody of two schools', () => {
  test('works where no demand is, and loses only the other school', async () => {
    await demandProvider(fow, 'IServ')
    const { id, browser } = await arrive('password', 'schooladmin', [fsw, fow])
    expect(await mayWork(browser)).toBe(true)
    await makeUser(app, { role: 'viewer', schools: [fow], email: `dort-${id}@example.org` })
    const list = (await browser.inject('GET', '/api/admin/user')).json()
    expect(list.users.map(({ email }: { email: string }) => email)).not.toContain(`dort-${id}@example.org`)
    await browser.call(accountEndpoints.changeSchool, { body: { school_id: fow } })
    expect(await mayWork(browser)).toBe(false)
    await browser.call(accountEndpoints.changeSchool, { body: { school_id: fsw } })
    expect(await mayWork(browser)).toBe(true)
  })

  test('sees both with the demanded way', async () => {
    await demandProvider(fow, 'IServ')
    const { id, browser } = await arrive('IServ', 'schooladmin', [fsw, fow])
    await makeUser(app, { role: 'viewer', schools: [fow], email: `hier-${id}@example.org` })
    const list = (await browser.inject('GET', '/api/admin/user')).json()
    expect(list.users.map(({ email }: { email: string }) => email)).toContain(`hier-${id}@example.org`)
  })

  test.each([
    { active: 'none', other: 'IServ', way: 'password', may: false },
    { active: 'none', other: 'IServ', way: 'IServ', may: true },
    { active: 'Entra', other: 'IServ', way: 'IServ', may: false },
    { active: 'Entra', other: 'IServ', way: 'Entra', may: true },
  ] as const)('an admin: %j', async ({ active, other, way, may }) => {
    if (active !== 'none') await demandProvider(fsw, active)
    await demandProvider(fow, other)
    const { browser } = await arrive(way, 'admin', [fsw, fow])
    expect(await mayWork(browser)).toBe(may)
  })
})

describe('the emergency account', () => {
  test('works with the password while it has a second factor', async () => {
    const { id, browser } = await arrive('password', 'schooladmin')
    await demandProvider(fsw, 'IServ', id)
    expect(await mayWork(browser)).toBe(false)
    await plantSecondFactor(app, id)
    expect(await mayWork(browser)).toBe(true)
    await plantSecondFactor(app, id, false)
    expect(await mayWork(browser)).toBe(false)
  })

  test('of one school is none of another', async () => {
    const { id, browser } = await arrive('password', 'admin', [fsw, fow])
    await plantSecondFactor(app, id)
    await demandProvider(fsw, 'IServ')
    await demandProvider(fow, 'IServ', id)
    expect(await mayWork(browser)).toBe(false)
    await browser.call(accountEndpoints.changeSchool, { body: { school_id: fow } })
    expect(await mayWork(browser)).toBe(true)
  })

  test('keeps its second factor', async () => {
    const { id, browser } = await arrive('password', 'schooladmin')
    await plantSecondFactor(app, id)
    await demandProvider(fsw, 'IServ', id)
    const reply = await browser.call(twoFactorEndpoints.disable, { body: { password: TEST_PASSWORD } })
    expect(reply.statusCode, reply.body).toBe(422)
    expect(await mayWork(browser)).toBe(true)
  })
})

describe('a stolen password', () => {
  const password = TEST_PASSWORD
  /** Every call that adds, links, removes or resets a way. */
  const tries = (browser: TestVisitor, identityId: number) => [
    () => browser.call(passkeyEndpoints.begin, { body: { password } }),
    () => browser.call(passkeyEndpoints.remove, { params: { id: 1 }, body: { password } }),
    () => browser.call(passkeyEndpoints.ask, { body: { password, is_asked: true } }),
    () => browser.call(providerLoginEndpoints.beginLink, { body: { provider_id: providers.Entra, password } }),
    () => browser.call(providerLoginEndpoints.unlink, { params: { id: identityId }, body: { password } }),
    () => browser.call(twoFactorEndpoints.begin, { body: { password } }),
    () => browser.call(twoFactorEndpoints.confirm, { body: { code: '123456' } }),
    () => browser.call(twoFactorEndpoints.renewCodes, { body: { password } }),
    () => browser.call(twoFactorEndpoints.disable, { body: { password } }),
  ]
  const expectRefused = async (browser: TestVisitor, identityId: number, text: string) => {
    for (const attempt of tries(browser, identityId)) {
      const reply = await attempt()
      expect([reply.statusCode, reply.json().message]).toEqual([422, text])
    }
  }

  test('changes no way of an account that has the demanded one, wherever it stands', async () => {
    await demandProvider(fow, 'IServ')
    const { id, browser } = await arrive('password', 'teacher_level_1', [fsw, fow])
    const identityId = await plantLink(app, id, providers.IServ)
    await expectRefused(browser, identityId, SIGN_IN_TEXTS.otherWayFirst('IServ'))
    await browser.call(accountEndpoints.changeSchool, { body: { school_id: fow } })
    await expectRefused(browser, identityId, SIGN_IN_TEXTS.otherWayFirst('IServ'))
    expect((await baseOf(browser)).session.lacked_way).toEqual({ provider: 'IServ', has_way: true })
    // The owner comes in with it, and may.
    await plantWay(app, id, { way: 'provider', identityId })
    const begun = await browser.call(passkeyEndpoints.begin, { body: { password } })
    expect(begun.statusCode, begun.body).toBe(200)
    const unlinked = await browser.call(providerLoginEndpoints.unlink, {
      params: { id: identityId },
      body: { password },
    })
    expect(unlinked.statusCode, unlinked.body).toBe(200)
  })

  test('the same where only the password is refused; a locked passkey is no way', async () => {
    await plantDemand(app, fsw, { ways: 'no_password' })
    const { id, browser } = await arrive('password', 'viewer')
    await plantPasskey(app, id, { isLocked: true })
    expect((await browser.call(passkeyEndpoints.begin, { body: { password } })).statusCode).toBe(200)
    await plantPasskey(app, id)
    await expectRefused(browser, 1, SIGN_IN_TEXTS.otherWayFirst(null))
  })

  test('moves no address in another school, because a password link would go there and end the link', async () => {
    await demandProvider(fow, 'IServ')
    const { id, browser } = await arrive('password', 'schooladmin', [fsw, fow])
    const identityId = await plantLink(app, id, providers.IServ)
    const move = () =>
      browser.call(userEndpoints.change, {
        params: { id },
        body: { email: `fort-${id}@example.org`, current_password: password },
      })
    const refused = await move()
    expect([refused.statusCode, refused.json().message]).toEqual([422, SIGN_IN_TEXTS.otherWayFirst('IServ')])
    await plantWay(app, id, { way: 'provider', identityId })
    expect((await move()).statusCode).toBe(200)
  })

  test('makes nobody the emergency account again after a reset of its factor', async () => {
    const { id } = await arrive('password', 'schooladmin')
    await plantSecondFactor(app, id)
    await demandProvider(fsw, 'IServ', id)
    const mayComeIn = async () => mayWork(await app.signedIn(id, anotherHousehold()))
    expect(await mayComeIn()).toBe(true)
    const { browser: head } = await arrive('IServ', 'schooladmin')
    expect((await head.call(userEndpoints.resetTwoFactor, { params: { id } })).statusCode).toBe(200)
    await plantSecondFactor(app, id)
    expect(await mayComeIn()).toBe(false)
  })

  test('may be used by its owner for the first way', async () => {
    await demandProvider(fsw, 'IServ')
    const { id, browser } = await arrive('password', 'viewer')
    expect((await browser.call(passkeyEndpoints.begin, { body: { password } })).statusCode).toBe(200)
    expect((await baseOf(browser)).session.lacked_way).toEqual({ provider: 'IServ', has_way: false })
    await plantLink(app, id, providers.Entra)
    expect((await baseOf(browser)).session.lacked_way).toEqual({ provider: 'IServ', has_way: false })
  })
})

describe('the second factor that a provider proved', () => {
  const requireFactor = (school: number, isOn: boolean) =>
    app.database.owner
      .query(`select set_config('app.school_id', $1::text, false)`, [school])
      .then(() =>
        app.database.owner.query(
          isOn
            ? `insert into school_setting (school_id, key, setting_value) values ($1, 'LOGIN_RULES', '{"two_factor_for_heads": true}')`
            : `delete from school_setting where school_id = $1 and key = 'LOGIN_RULES'`,
          [school],
        ),
      )

  test.each([
    { role: 'schooladmin', way: 'Entra', active: 'fsw', lacks: false },
    { role: 'schooladmin', way: 'Entra', active: 'fow', lacks: true },
    { role: 'schooladmin', way: 'IServ', active: 'fow', lacks: false },
    { role: 'schooladmin', way: 'passkey', active: 'fow', lacks: false },
    { role: 'admin', way: 'Entra', active: 'fsw', lacks: true },
    { role: 'admin', way: 'IServ', active: 'fsw', lacks: false },
  ] as const)('counts only in schools that it serves: %j', async ({ role, way, active, lacks }) => {
    const schools = { fsw, fow }
    const { browser } = await arrive(way, role, active === 'fsw' ? [fsw, fow] : [fow, fsw])
    await requireFactor(schools[active], true)
    expect((await baseOf(browser)).session.lacks_two_factor).toBe(lacks)
    await requireFactor(schools[active], false)
  })

  test('opens no other school from one that it serves', async () => {
    const { id, browser } = await arrive('Entra', 'schooladmin', [fsw, fow])
    await makeUser(app, { role: 'viewer', schools: [fow], email: `fern-${id}@example.org` })
    const mails = async () =>
      (await browser.inject('GET', '/api/admin/user')).json().users.map(({ email }: { email: string }) => email)
    expect(await mails()).toContain(`fern-${id}@example.org`)
    await requireFactor(fow, true)
    expect(await mails()).not.toContain(`fern-${id}@example.org`)
    await requireFactor(fow, false)
  })
})
