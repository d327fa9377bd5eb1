import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints } from '#contract/account/account.providers.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import { connectProvider, startForger } from '#server/test/identity-provider.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
})
afterAll(() => school.stop())

/** The answer of Keycloak and other services to a client that they do not know (RFC 6749, section 5.2). */
const refuseClient = () => ({
  ...{ status: 401, body: { error: 'invalid_client' } },
  headers: { 'www-authenticate': 'Basic realm="anmeldung"' },
})

type Stored = Awaited<ReturnType<ProviderSchool['stored']>>

/** Nothing but one row of the log, which names the service. */
const withFailure = ({ log, ...rest }: Stored) => ({
  ...rest,
  log: [...log, { action: 'provider_login_failed', result: 'denied', changed_fields: ['provider:IServ'] }],
})

describe('an answer is refused, explained, logged, and nobody is signed in', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, ProviderFault, () => void]>([
    [
      'another issuer',
      'token',
      () => (school.forger.state.forgery = { claims: (c) => ({ ...c, iss: 'https://boese.example' }) }),
    ],
    ['another audience', 'token', () => (school.forger.state.forgery = { claims: (c) => ({ ...c, aud: 'andere' }) })],
    ['another nonce', 'token', () => (school.forger.state.forgery = { claims: (c) => ({ ...c, nonce: 'x' }) })],
    ['no nonce', 'token', () => (school.forger.state.forgery = { claims: ({ nonce: _, ...c }) => c })],
    [
      'an expired token',
      'clock',
      () => (school.forger.state.forgery = { claims: (c) => ({ ...c, exp: now() - 600, iat: now() - 900 }) }),
    ],
    [
      'a token of tomorrow',
      'clock',
      () => (school.forger.state.forgery = { claims: (c) => ({ ...c, nbf: now() + 86_400 }) }),
    ],
    ['a foreign signature', 'token', () => (school.forger.state.forgery = { hasForeignKey: true })],
    ['no signature', 'token', () => (school.forger.state.forgery = { alg: 'none' })],
    ['a signature with the secret', 'token', () => (school.forger.state.forgery = { alg: 'HS256' })],
    [
      'no token',
      'token',
      () =>
        (school.forger.state.forgery = {
          token: () => ({ status: 200, body: { access_token: 'x', token_type: 'Bearer' } }),
        }),
    ],
    [
      'a refused code',
      'token',
      () => (school.forger.state.forgery = { token: () => ({ status: 400, body: { error: 'invalid_grant' } }) }),
    ],
    [
      'a refused client',
      'client',
      () => (school.forger.state.forgery = { token: () => ({ status: 401, body: { error: 'invalid_client' } }) }),
    ],
    ['a client refused with a challenge', 'client', () => (school.forger.state.forgery = { token: refuseClient })],
    [
      'an answer without end',
      'unsupported',
      () => (school.forger.state.forgery = { token: () => ({ status: 200, body: 'x'.repeat(2_000_000) }) }),
    ],
    [
      'a provider that is silent',
      'unreachable',
      () => (school.forger.state.forgery = { token: () => ({ status: 200, body: {}, delayMs: 8000 }) }),
    ],
  ])(
    '%s',
    async (_, fault, forge) => {
      school.somebody()
      await school.linked()
      forge()
      await school.ask('update identity_provider set last_failure = null')
      const before = await school.stored()
      const { browser, reply } = await school.logIn()
      school.refused(reply, fault)
      expect(await school.stored()).toEqual(withFailure(before))
      expect(await school.isSignedIn(browser)).toBe(false)
      const [shown] = (await school.admin.call(identityProviderEndpoints.list)).json()
      expect(shown.last_failure).toBe(fault)
    },
    15_000,
  )

  test.each<[string, ProviderFault, (url: string) => string]>([
    ['another state', 'token', (url) => school.forger.answerFor(url, { state: 'x' })],
    [
      'an error of the provider',
      'denied',
      (url) =>
        `?${new URLSearchParams({ error: 'access_denied', state: new URL(url).searchParams.get('state') ?? '' })}`,
    ],
    [
      'an issuer that is not the provider’s',
      'token',
      (url) => school.forger.answerFor(url, { iss: 'https://boese.example' }),
    ],
    ['nothing at all', 'token', () => '?'],
    ['a code twice', 'token', (url) => `${school.forger.answerFor(url)}&code=zwei`],
  ])('%s in the address', async (_, fault, searchOf) => {
    school.somebody()
    await school.linked()
    const browser = school.stranger()
    const before = await school.stored()
    school.refused(await school.answer(browser, searchOf(await school.begin(browser))), fault)
    expect(await school.stored()).toEqual(withFailure(before))
    expect(await school.isSignedIn(browser)).toBe(false)
  })

  test('the same answer twice', async () => {
    school.somebody()
    await school.linked()
    const browser = school.stranger()
    const search = school.forger.answerFor(await school.begin(browser))
    const cookies = new Map(browser.cookies)
    expect((await school.answer(browser, search)).statusCode).toBe(200)
    const thief = school.stranger()
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    const before = await school.stored()
    school.refused(await school.answer(thief, search), 'over')
    expect(await school.stored()).toEqual(withFailure(before))
  })

  test('an answer in a browser that did not ask (login CSRF)', async () => {
    school.somebody()
    await school.linked()
    const search = school.forger.answerFor(await school.begin(school.stranger()))
    const victim = school.stranger()
    const before = await school.stored()
    school.refused(await school.answer(victim, search), 'over')
    expect(await school.stored()).toEqual(withFailure(before))
    expect(await school.isSignedIn(victim)).toBe(false)
  })

  test('the answer of one provider at the address of another (mix-up)', async () => {
    const other = await startForger()
    const otherId = await connectProvider(school.admin, {
      issuer: other.issuer,
      school_ids: [school.fsw],
      name: 'Keycloak',
    })
    school.somebody()
    await school.linked()
    const browser = school.stranger()
    school.refused(await school.answer(browser, school.forger.answerFor(await school.begin(browser)), otherId), 'over')
    other.stop()
    const late = await browser.call(endpoints.begin, { body: { provider_id: otherId } })
    school.refused(late, 'unreachable')
  })

  test('a provider that is switched off or unknown', async () => {
    for (const provider_id of [999_999]) {
      const reply = await school.stranger().call(endpoints.begin, { body: { provider_id } })
      expect(reply.statusCode).toBe(422)
    }
  })
})
