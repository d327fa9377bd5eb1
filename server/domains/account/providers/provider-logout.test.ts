import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { providerLoginEndpoints as endpoints, PROVIDER_LOGIN_TEXTS } from '#contract/account/account.providers.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { connectProvider, startForger } from '#server/test/identity-provider.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
})
afterAll(() => school.stop())

describe('back-channel logout', () => {
  const post = (logout_token: string, id = school.providerId) =>
    school.app.app.inject({
      method: 'POST',
      url: `/login/provider/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token }).toString(),
    })

  test('ends what began through the provider, at the next request', async () => {
    school.somebody({ sid: 'sitzung-1' })
    const owner = await school.linked()
    const { browser } = await school.logIn()
    const { sub } = school.forger.state.person as { sub: string }
    expect((await post(await school.forger.logoutToken({ sub, sid: 'andere' }))).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(true)
    expect((await post(await school.forger.logoutToken({ sub, sid: 'sitzung-1' }))).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(false)
    expect(await school.isSignedIn(owner.browser)).toBe(true)
  })

  test('ends a session that is named without its person', async () => {
    school.somebody({ sid: 'sitzung-2' })
    await school.linked()
    const { browser } = await school.logIn()
    expect((await post(await school.forger.logoutToken({ sub: undefined, sid: 'fremd' }))).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(true)
    expect((await post(await school.forger.logoutToken({ sub: undefined, sid: 'sitzung-2' }))).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(false)
  })

  test('ends a session whose name the provider never told', async () => {
    school.somebody()
    await school.linked()
    const { browser } = await school.logIn()
    const { sub } = school.forger.state.person as { sub: string }
    expect((await post(await school.forger.logoutToken({ sub, sid: 'sitzung-3' }))).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(false)
  })

  test('takes a token once, and logs whose service it was', async () => {
    school.somebody({ sid: 'sitzung-4' })
    await school.linked()
    const { browser } = await school.logIn()
    const { sub } = school.forger.state.person as { sub: string }
    const token = await school.forger.logoutToken({ sub })
    expect((await post(token)).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(false)
    expect(await school.lastLogged('provider_logout')).toMatchObject({ changed_fields: ['provider:IServ'] })
    const again = await school.logIn()
    expect((await post(token)).statusCode).toBe(400)
    expect(await school.isSignedIn(again.browser)).toBe(true)
  })

  test('asks for the keys again when it meets an unknown one, but not more often than every 30 seconds', async () => {
    school.somebody()
    expect((await post(await school.forger.logoutToken())).statusCode).toBe(200)
    const { state } = school.forger
    const before = state.keyRequests
    for (const kid of ['x', 'y', 'z'])
      expect((await post(await school.forger.logoutToken({}, { kid, isForeign: true }))).statusCode).toBe(400)
    expect(state.keyRequests).toBe(before)
    await school.forger.rotate()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await post(await school.forger.logoutToken())).statusCode).toBe(200)
    expect(state.keyRequests).toBe(before + 1)
  })

  test('stops one address after many refused tokens; good ones do not count', async () => {
    const points = async () =>
      (await school.ask(`select points from rate_limit where key like 'refusedLogoutTokens:%'`)).map(
        (row) => row.points,
      )
    await post('x.y.z')
    const before = await points()
    expect((await post(await school.forger.logoutToken())).statusCode).toBe(200)
    expect(await points()).toEqual(before)
    await school.ask(`update rate_limit set points = 300 where key like 'refusedLogoutTokens:%'`)
    expect((await post(await school.forger.logoutToken())).statusCode).toBe(429)
    await school.ask(`delete from rate_limit where key like 'refusedLogoutTokens:%'`)
  })

  test('of a provider that does not answer is refused, too', async () => {
    const other = await startForger()
    const id = await connectProvider(school.admin, { issuer: other.issuer, school_ids: [school.fsw], name: 'Keycloak' })
    other.stop()
    expect((await post(await other.logoutToken(), id)).statusCode).toBe(400)
  })

  test.each<[string, () => Promise<string>]>([
    ['a foreign signature', () => school.forger.logoutToken({}, { isForeign: true })],
    ['another audience', () => school.forger.logoutToken({ aud: 'andere' })],
    ['another issuer', () => school.forger.logoutToken({ iss: 'https://boese.example' })],
    ['a nonce: an ID token in disguise', () => school.forger.logoutToken({ nonce: 'x' })],
    ['no event', () => school.forger.logoutToken({ events: {} })],
    ['an old token', () => school.forger.logoutToken({ iat: Math.floor(Date.now() / 1000) - 3600 })],
    ['no token at all', async () => 'x.y.z'],
  ])('not with %s', async (_, tokenOf) => {
    school.somebody()
    await school.linked()
    const { browser } = await school.logIn()
    school.forger.state.person.sub = '1'
    const refused = await post(await tokenOf())
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_request'])
    expect(await school.isSignedIn(browser)).toBe(true)
  })
})

test('a provider that is switched off ends what began through it', async () => {
  school.somebody()
  const owner = await school.linked()
  const { browser } = await school.logIn()
  const turn = (is_active: boolean) =>
    school.admin.call(identityProviderEndpoints.change, { params: { id: school.providerId }, body: { is_active } })
  expect((await turn(false)).statusCode).toBe(200)
  expect(await school.isSignedIn(browser)).toBe(false)
  expect(await school.isSignedIn(owner.browser)).toBe(true)
  const late = await school.stranger().call(endpoints.begin, { body: { provider_id: school.providerId } })
  expect([late.statusCode, late.json().message]).toEqual([422, PROVIDER_LOGIN_TEXTS.unknown])
  expect((await turn(true)).statusCode).toBe(200)
})
