import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints, PROVIDER_LOGIN_TEXTS } from '#contract/account/account.providers.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
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
