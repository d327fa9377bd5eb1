import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { makeSchool } from '#server/test/factories.ts'
import { arriveBy, plantDemand, plantProvider, plantSecondFactor } from '#server/test/login-demands.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

// What the start page says to whoever comes in by the emergency account (ADR 0077).

let app: TestApp
let fsw = 0
let fow = 0
let iserv = 0
beforeAll(async () => {
  app = await startTestApp()
  ;[fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  iserv = await plantProvider(app, 'IServ', [fsw, fow])
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const school of [fsw, fow]) await plantDemand(app, school, { ways: 'all' })
})

const demand = (school: number, emergency_user_id: number) =>
  plantDemand(app, school, { ways: 'provider', provider_id: iserv, emergency_user_id })
const arrive = (way: 'password' | 'passkey' | number, schools = [fsw]) =>
  arriveBy(app, { way, role: 'schooladmin', schools })
const sessionOf = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).json().session

describe('the emergency account', () => {
  const serviceOf = async (browser: TestVisitor) => (await sessionOf(browser)).emergency_for
  const keeperOf = async (schools = [fsw]) => {
    const keeper = await arrive('password', schools)
    await plantSecondFactor(app, keeper.id)
    return keeper
  }

  test('is told by the base data what it stands in for, as long as the school demands it', async () => {
    const { id, browser } = await keeperOf()
    expect(await serviceOf(browser)).toBeNull()
    await demand(fsw, id)
    expect(await serviceOf(browser)).toBe('IServ')
    const { browser: colleague } = await arrive(iserv)
    expect(await serviceOf(colleague)).toBeNull()
    await plantDemand(app, fsw, { ways: 'all' })
    expect(await serviceOf(browser)).toBeNull()
  })

  test.each(['passkey', 'IServ'] as const)('is not told of it after a login by %s', async (way) => {
    const { id, browser } = await arrive(way === 'IServ' ? iserv : way)
    await plantSecondFactor(app, id)
    await demand(fsw, id)
    expect((await sessionOf(browser)).lacked_way).toBeNull()
    expect(await serviceOf(browser)).toBeNull()
  })

  test('is not told of it while it has no second factor, so that the school is closed to it', async () => {
    const { id, browser } = await arrive('password')
    await demand(fsw, id)
    const session = await sessionOf(browser)
    expect([session.emergency_for, session.lacked_way]).toEqual([null, { provider: 'IServ', has_way: false }])
  })

  test('is not told of it when it may not lift the demand', async () => {
    const { id, browser } = await keeperOf()
    await demand(fsw, id)
    await app.database.owner.query('update app_user set may_manage_users = false where id = $1', [id])
    expect(await serviceOf(browser)).toBeNull()
  })

  test('is told of it at its own school only', async () => {
    const { id, browser } = await keeperOf([fsw, fow])
    await demand(fow, id)
    expect(await serviceOf(browser)).toBeNull()
    await browser.call(accountEndpoints.changeSchool, { body: { school_id: fow } })
    expect(await serviceOf(browser)).toBe('IServ')
  })
})
