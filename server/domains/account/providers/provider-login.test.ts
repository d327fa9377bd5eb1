import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints } from '#contract/account/account.providers.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { connectProvider, signInAt, startForger, startProvider } from '#server/test/identity-provider.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let admin: TestVisitor
let forger: Awaited<ReturnType<typeof startForger>>
let forgerId: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
  forger = await startForger()
  forgerId = await connectProvider(admin, { issuer: forger.issuer, school_ids: [fsw] })
})
afterAll(async () => {
  forger.stop()
  await app.stop()
})
beforeEach(() => {
  Object.assign(forger.state, { forgery: {}, person: { sub: '1', name: 'Anna Beispiel' } })
})

const stranger = () => app.visitor(anotherHousehold())
const isSignedIn = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200
const begin = async (browser: TestVisitor, provider_id = forgerId) => {
  const reply = await browser.call(endpoints.begin, { body: { provider_id } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().url as string
}
const answer = (browser: TestVisitor, search: string, provider_id = forgerId) =>
  browser.call(endpoints.answer, { body: { provider_id, search } })
const refused = (reply: { statusCode: number; json: () => unknown }, fault: ProviderFault) =>
  expect([reply.statusCode, reply.json()]).toEqual([422, { message: PROVIDER_FAULTS[fault].user, errors: {} }])

/** An account that is linked with what the provider says now. */
const linked = async (providerId = forgerId) => {
  const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
  const browser = await app.signedIn(user.id)
  const reply = await browser.call(endpoints.beginLink, { body: { provider_id: providerId, password: TEST_PASSWORD } })
  expect(reply.statusCode, reply.body).toBe(200)
  const search = forger.answerFor(reply.json().url)
  const done = await browser.call(endpoints.finishLink, { body: { provider_id: providerId, search } })
  expect(done.statusCode, done.body).toBe(200)
  return { ...user, browser }
}
let count = 1
/** From here on the provider's answers are about somebody new. */
const somebody = (more: Record<string, unknown> = {}) => {
  forger.state.person = { sub: `person-${++count}`, name: 'Anna Beispiel', ...more }
}
const logIn = async (browser = stranger()) => {
  const reply = await answer(browser, forger.answerFor(await begin(browser)))
  return { browser, reply }
}

describe('with a certified provider', () => {
  let idp: Awaited<ReturnType<typeof startProvider>>
  let id: number
  const redirects: string[] = []
  beforeAll(async () => {
    const { rows } = await app.database.owner.query(`select max(id) + 1 as id from identity_provider`)
    redirects.push(`${app.platform.appUrl}/app/base/login/zurueck/${rows[0].id}`)
    idp = await startProvider({ anna: { name: 'Anna Beispiel', preferred_username: 'anna' } }, () => redirects)
    id = await connectProvider(admin, { issuer: idp.issuer, school_ids: [fsw], name: 'Nextcloud' })
    expect(redirects).toEqual([`${app.platform.appUrl}/app/base/login/zurueck/${id}`])
  })
  afterAll(() => idp.stop())

  test('somebody links the account and signs in with it', async () => {
    const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const owner = await app.signedIn(user.id)
    const link = await owner.call(endpoints.beginLink, { body: { provider_id: id, password: TEST_PASSWORD } })
    const search = await signInAt(link.json().url, 'anna')
    const done = await owner.call(endpoints.finishLink, { body: { provider_id: id, search } })
    expect([done.statusCode, done.json().message]).toEqual([200, 'Ihr Konto ist jetzt mit Nextcloud verbunden.'])
    expect((await owner.call(endpoints.list)).json()).toMatchObject({
      identities: [{ provider_name: 'Nextcloud', label: 'anna' }],
      offered: [{ name: 'IServ' }],
    })
    const browser = stranger()
    const url = await begin(browser, id)
    const reply = await answer(browser, await signInAt(url, 'anna'), id)
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { two_factor: false, url: null }])
    expect((await browser.call(accountEndpoints.basedata)).json().user.email).toBe(user.email)
    const [current] = (await browser.call(sessionEndpoints.list)).json()
    expect(current).toMatchObject({ way: 'provider', is_current: true })
    const left = await browser.call(accountEndpoints.logout)
    expect(left.statusCode, left.body).toBe(200)
    const out = left.json().provider_url
    expect(out).toMatch(`${idp.issuer}/session/end?`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('the test button finds everything in order, and a wrong secret', async () => {
    const states = async () => {
      const { steps } = (await admin.call(identityProviderEndpoints.test, { params: { id } })).json()
      return Object.fromEntries(steps.map((step: { what: string; state: string }) => [step.what, step.state]))
    }
    expect(await states()).toEqual({
      ...{ Erreichbar: 'good', 'Client-ID und Secret': 'good', PKCE: 'good' },
      ...{ Abmelden: 'good', 'Sofortige Sperre': 'good' },
    })
    await admin.call(identityProviderEndpoints.change, { params: { id }, body: { client_secret: 'falsch' } })
    expect(await states()).toMatchObject({ 'Client-ID und Secret': 'bad' })
  })
})

describe('an answer is refused, told, logged, and nobody is signed in', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, ProviderFault, () => void]>([
    [
      'another issuer',
      'token',
      () => (forger.state.forgery = { claims: (c) => ({ ...c, iss: 'https://boese.example' }) }),
    ],
    ['another audience', 'token', () => (forger.state.forgery = { claims: (c) => ({ ...c, aud: 'andere' }) })],
    ['another nonce', 'token', () => (forger.state.forgery = { claims: (c) => ({ ...c, nonce: 'x' }) })],
    ['no nonce', 'token', () => (forger.state.forgery = { claims: ({ nonce: _, ...c }) => c })],
    [
      'an expired token',
      'clock',
      () => (forger.state.forgery = { claims: (c) => ({ ...c, exp: now() - 600, iat: now() - 900 }) }),
    ],
    ['a token of tomorrow', 'clock', () => (forger.state.forgery = { claims: (c) => ({ ...c, nbf: now() + 86_400 }) })],
    ['a foreign signature', 'token', () => (forger.state.forgery = { hasForeignKey: true })],
    ['no signature', 'token', () => (forger.state.forgery = { alg: 'none' })],
    ['a signature with the secret', 'token', () => (forger.state.forgery = { alg: 'HS256' })],
    [
      'no token',
      'token',
      () =>
        (forger.state.forgery = { token: () => ({ status: 200, body: { access_token: 'x', token_type: 'Bearer' } }) }),
    ],
    [
      'a refused code',
      'token',
      () => (forger.state.forgery = { token: () => ({ status: 400, body: { error: 'invalid_grant' } }) }),
    ],
    [
      'a refused client',
      'client',
      () => (forger.state.forgery = { token: () => ({ status: 401, body: { error: 'invalid_client' } }) }),
    ],
    [
      'an answer without end',
      'unsupported',
      () => (forger.state.forgery = { token: () => ({ status: 200, body: 'x'.repeat(2_000_000) }) }),
    ],
    [
      'a provider that is silent',
      'unreachable',
      () => (forger.state.forgery = { token: () => ({ status: 200, body: {}, delayMs: 8000 }) }),
    ],
  ])(
    '%s',
    async (_, fault, forge) => {
      somebody()
      await linked()
      forge()
      const { browser, reply } = await logIn()
      refused(reply, fault)
      expect(await isSignedIn(browser)).toBe(false)
      const [shown] = (await admin.call(identityProviderEndpoints.list)).json()
      expect(shown.last_failure).toBe(fault)
    },
    15_000,
  )

  test.each<[string, ProviderFault, (url: string) => string]>([
    ['another state', 'token', (url) => forger.answerFor(url, { state: 'x' })],
    [
      'an error of the provider',
      'denied',
      (url) =>
        `?${new URLSearchParams({ error: 'access_denied', state: new URL(url).searchParams.get('state') ?? '' })}`,
    ],
    ['an issuer that is not the provider’s', 'token', (url) => forger.answerFor(url, { iss: 'https://boese.example' })],
    ['nothing at all', 'token', () => '?'],
    ['a code twice', 'token', (url) => `${forger.answerFor(url)}&code=zwei`],
  ])('%s in the address', async (_, fault, searchOf) => {
    somebody()
    await linked()
    const browser = stranger()
    refused(await answer(browser, searchOf(await begin(browser))), fault)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('the same answer twice', async () => {
    somebody()
    await linked()
    const browser = stranger()
    const search = forger.answerFor(await begin(browser))
    const cookies = new Map(browser.cookies)
    expect((await answer(browser, search)).statusCode).toBe(200)
    const thief = stranger()
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    refused(await answer(thief, search), 'over')
  })

  test('an answer in a browser that did not ask (login CSRF)', async () => {
    somebody()
    await linked()
    const search = forger.answerFor(await begin(stranger()))
    const victim = stranger()
    refused(await answer(victim, search), 'over')
    expect(await isSignedIn(victim)).toBe(false)
  })

  test('the answer of one provider at the address of another (mix-up)', async () => {
    const other = await startForger()
    const otherId = await connectProvider(admin, { issuer: other.issuer, school_ids: [fsw], name: 'Keycloak' })
    somebody()
    await linked()
    const browser = stranger()
    refused(await answer(browser, forger.answerFor(await begin(browser)), otherId), 'over')
    other.stop()
    const late = await browser.call(endpoints.begin, { body: { provider_id: otherId } })
    refused(late, 'unreachable')
  })

  test('a provider that is switched off or unknown', async () => {
    for (const provider_id of [999_999]) {
      const reply = await stranger().call(endpoints.begin, { body: { provider_id } })
      expect(reply.statusCode).toBe(422)
    }
  })
})

describe('which account', () => {
  test('nobody’s: an address that is the same as here links nothing, also a checked one', async () => {
    const { email } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    somebody({ email, email_verified: true })
    const { browser, reply } = await logIn()
    refused(reply, 'unlinked')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('the linked one, whatever address the provider names by now', async () => {
    const victim = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    somebody({ email: 'vorher@schule.example', email_verified: true })
    const { id } = await linked()
    Object.assign(forger.state.person, { email: victim.email })
    const { browser, reply } = await logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await browser.call(accountEndpoints.basedata)).json().user.id).toBe(id)
  })

  test.each([
    ['a deactivated account', { change: `update app_user set deactivated_at = now() where id = $1` }],
    ['an account of other schools', { change: `update user_school set school_id = $2 where user_id = $1` }],
  ])('not %s', async (_, { change }) => {
    somebody()
    const { id } = await linked()
    const values = change.includes('$2') ? [id, fow] : [id]
    await app.database.owner.query(change, values)
    const { browser, reply } = await logIn()
    refused(reply, 'closed')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a person who is linked cannot be linked with a second account, nor an account with a second person', async () => {
    somebody()
    const first = await linked()
    const second = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const thief = await app.signedIn(second.id)
    const link = async (browser: TestVisitor) => {
      const { url } = (
        await browser.call(endpoints.beginLink, { body: { provider_id: forgerId, password: TEST_PASSWORD } })
      ).json()
      return (
        url && browser.call(endpoints.finishLink, { body: { provider_id: forgerId, search: forger.answerFor(url) } })
      )
    }
    expect((await link(thief)).statusCode).toBe(422)
    expect(
      (await first.browser.call(endpoints.beginLink, { body: { provider_id: forgerId, password: TEST_PASSWORD } }))
        .statusCode,
    ).toBe(422)
  })

  test('is linked only with the password, and only by whoever began it', async () => {
    somebody()
    const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const browser = await app.signedIn(user.id)
    const wrong = await browser.call(endpoints.beginLink, { body: { provider_id: forgerId, password: 'falsch' } })
    expect(wrong.statusCode).toBe(422)
    const { url } = (
      await browser.call(endpoints.beginLink, { body: { provider_id: forgerId, password: TEST_PASSWORD } })
    ).json()
    const thief = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
    thief.cookies.set('provider_attempt', browser.cookies.get('provider_attempt') ?? '')
    const stolen = await thief.call(endpoints.finishLink, {
      body: { provider_id: forgerId, search: forger.answerFor(url) },
    })
    expect(stolen.statusCode).toBe(409)
  })

  test('keeps a way in: the last one is not taken away', async () => {
    somebody()
    const { id, browser } = await linked()
    await app.database.owner.query('update app_user set password_hash = null where id = $1', [id])
    const [identity] = (await browser.call(endpoints.list)).json().identities
    const reply = await browser.call(endpoints.unlink, { params: { id: identity.id } })
    expect(reply.statusCode).toBe(422)
    expect((await browser.call(endpoints.list)).json().identities).toHaveLength(1)
  })

  test('unlinking ends what began through the link at once', async () => {
    somebody()
    const owner = await linked()
    const { browser } = await logIn()
    expect(await isSignedIn(browser)).toBe(true)
    const [identity] = (await owner.browser.call(endpoints.list)).json().identities
    expect((await owner.browser.call(endpoints.unlink, { params: { id: identity.id } })).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(owner.browser)).toBe(true)
    expect(await loggedAbout(app, fsw, owner.id)).toContainEqual(
      expect.objectContaining({ action: 'identity_unlinked' }),
    )
  })
})

describe('the first sign-in', () => {
  const allow = (body: Record<string, unknown>) =>
    admin.call(identityProviderEndpoints.change, { params: { id: forgerId }, body })

  test.each([
    ['a teacher with a checked address of the domain', 'teacher_level_1', { email_verified: true }, true],
    ['an address that nobody checked', 'teacher_level_1', { email_verified: false }, false],
    ['no word about checking', 'teacher_level_1', {}, false],
    ['a head', 'schooladmin', { email_verified: true }, false],
    ['an admin', 'admin', { email_verified: true }, false],
  ] as const)('by address: %s', async (_, role, claims, isLinked) => {
    expect((await allow({ mail_domain: 'schule.example' })).statusCode).toBe(200)
    const user = await makeUser(app, { role, schools: [fsw] })
    const email = `person${count}@schule.example`
    await app.database.owner.query('update app_user set email = $2 where id = $1', [user.id, email])
    somebody({ email, ...claims })
    const { browser, reply } = await logIn()
    expect(reply.statusCode).toBe(isLinked ? 200 : 422)
    expect(await isSignedIn(browser)).toBe(isLinked)
    await allow({ mail_domain: null })
  })

  test('by group: an account up to „Lehrer Level 1“, lost with the group', async () => {
    const rules = [{ group_name: 'lehrer', school_id: fsw, role: 'teacher_level_1' }]
    expect((await allow({ rules })).statusCode).toBe(200)
    somebody({ groups: ['lehrer'], email: `neu${count}@schule.example`, email_verified: true })
    const { browser, reply } = await logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await browser.call(accountEndpoints.basedata)).json().user).toMatchObject({
      name: 'Anna Beispiel',
      role: 'teacher_level_1',
    })
    forger.state.person.groups = ['ehemalige']
    refused((await logIn()).reply, 'closed')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await allow({ rules: [{ ...rules[0], role: 'schooladmin' }] })).statusCode).toBe(422)
    expect((await allow({ rules: [{ ...rules[0], school_id: fow }] })).statusCode).toBe(422)
    await allow({ rules: [] })
  })
})

describe('the second factor', () => {
  test('of the account is asked for, unless the provider has proved one', async () => {
    somebody()
    const { id } = await linked()
    await app.database.owner.query(
      `update app_user set two_factor_secret = 'x', two_factor_enabled_at = now() where id = $1`,
      [id],
    )
    const once = await logIn()
    expect(once.reply.json()).toMatchObject({ two_factor: true, has_app: true })
    expect(await isSignedIn(once.browser)).toBe(false)
    forger.state.person.amr = ['pwd', 'mfa']
    const twice = await logIn()
    expect(twice.reply.json()).toMatchObject({ two_factor: false })
    expect(await isSignedIn(twice.browser)).toBe(true)
  })
})

describe('the provider’s keys', () => {
  test('may change between two sign-ins', async () => {
    somebody()
    await linked()
    expect((await logIn()).reply.statusCode).toBe(200)
    await forger.rotate()
    expect((await logIn()).reply.statusCode).toBe(200)
  })
})

describe('back-channel logout', () => {
  const post = (logout_token: string, id = forgerId) =>
    app.app.inject({
      method: 'POST',
      url: `/login/provider/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token }).toString(),
    })

  test('ends what began through the provider, at the next request', async () => {
    somebody({ sid: 'sitzung-1' })
    const owner = await linked()
    const { browser } = await logIn()
    const { sub } = forger.state.person as { sub: string }
    expect((await post(await forger.logoutToken({ sub, sid: 'andere' }))).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await post(await forger.logoutToken({ sub, sid: 'sitzung-1' }))).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(owner.browser)).toBe(true)
  })

  test.each<[string, () => Promise<string>]>([
    ['a foreign signature', () => forger.logoutToken({}, { isForeign: true })],
    ['another audience', () => forger.logoutToken({ aud: 'andere' })],
    ['another issuer', () => forger.logoutToken({ iss: 'https://boese.example' })],
    ['a nonce: an ID token in disguise', () => forger.logoutToken({ nonce: 'x' })],
    ['no event', () => forger.logoutToken({ events: {} })],
    ['an old token', () => forger.logoutToken({ iat: Math.floor(Date.now() / 1000) - 3600 })],
    ['no token at all', async () => 'x.y.z'],
  ])('not with %s', async (_, tokenOf) => {
    somebody()
    await linked()
    const { browser } = await logIn()
    forger.state.person.sub = '1'
    expect((await post(await tokenOf())).statusCode).toBe(422)
    expect(await isSignedIn(browser)).toBe(true)
  })
})
