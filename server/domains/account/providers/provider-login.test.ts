import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints } from '#contract/account/account.providers.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import { makeUser } from '#server/test/factories.ts'
import { connectProvider, signInAt, startForger, startProvider } from '#server/test/identity-provider.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
})
afterAll(() => school.stop())

describe('with a certified provider', () => {
  let idp: Awaited<ReturnType<typeof startProvider>>
  let id: number
  const redirects: string[] = []
  beforeAll(async () => {
    const { rows } = await school.app.database.owner.query(`select max(id) + 1 as id from identity_provider`)
    redirects.push(`${school.app.platform.appUrl}/app/base/login/zurueck/${rows[0].id}`)
    idp = await startProvider({ anna: { name: 'Anna Beispiel', preferred_username: 'anna' } }, () => redirects)
    id = await connectProvider(school.admin, { issuer: idp.issuer, school_ids: [school.fsw], name: 'Nextcloud' })
    expect(redirects).toEqual([`${school.app.platform.appUrl}/app/base/login/zurueck/${id}`])
  })
  afterAll(() => idp.stop())

  test('somebody links the account and signs in with it', async () => {
    const user = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const owner = await school.app.signedIn(user.id)
    const link = await owner.call(endpoints.beginLink, { body: { provider_id: id, password: TEST_PASSWORD } })
    const search = await signInAt(link.json().url, 'anna')
    const done = await owner.call(endpoints.finishLink, { body: { provider_id: id, search } })
    expect([done.statusCode, done.json().message]).toEqual([
      200,
      'Ihr Konto ist jetzt mit Nextcloud verbunden (dort: anna). Auf der Anmeldeseite drücken Sie ab jetzt „Mit Nextcloud anmelden“.',
    ])
    expect((await owner.call(endpoints.list)).json()).toMatchObject({
      identities: [{ provider_name: 'Nextcloud', label: 'anna' }],
      offered: [{ name: 'IServ' }],
    })
    const browser = school.stranger()
    const url = await school.begin(browser, id)
    const reply = await school.answer(browser, await signInAt(url, 'anna'), id)
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { two_factor: false, url: null }])
    expect((await browser.call(accountEndpoints.basedata)).json().user.email).toBe(user.email)
    const [current] = (await browser.call(sessionEndpoints.list)).json()
    expect(current).toMatchObject({ way: 'provider', provider: 'Nextcloud', is_current: true })
    const left = await browser.call(accountEndpoints.logout)
    expect(left.statusCode, left.body).toBe(200)
    const out = left.json().provider_url
    expect(out).toMatch(`${idp.issuer}/session/end?`)
    expect(await school.isSignedIn(browser)).toBe(false)
  })

  test('the test button finds everything in order, and a wrong secret', async () => {
    const states = async () => {
      const { steps } = (await school.admin.call(identityProviderEndpoints.test, { params: { id } })).json()
      return Object.fromEntries(steps.map((step: { what: string; state: string }) => [step.what, step.state]))
    }
    expect(await states()).toEqual({
      ...{ 'Adresse des Dienstes': 'good', 'Client-ID und Client-Secret': 'good', 'Schutz der Anmeldung': 'good' },
      ...{ Abmelden: 'good', 'Sofortige Sperre': 'good' },
    })
    await school.admin.call(identityProviderEndpoints.change, { params: { id }, body: { client_secret: 'falsch' } })
    expect(await states()).toMatchObject({ 'Client-ID und Client-Secret': 'bad' })
  })
})

test('the way to the provider is bound to this attempt, and a link asks for a fresh sign-in there', async () => {
  const wayOf = (url: string) => Object.fromEntries(new URL(url).searchParams)
  const login = wayOf(await school.begin(school.stranger()))
  expect(login).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
    ...{ state: expect.stringMatching(/^login-[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
  })
  expect(login).not.toHaveProperty('prompt')
  const user = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
  const link = wayOf((await school.beginLink(await school.app.signedIn(user.id))).json().url)
  expect(link).toMatchObject({ prompt: 'login', state: expect.stringMatching(/^link-/) })
})

describe('the second factor', () => {
  test('of the account is asked for, also when the provider says that it has asked for one', async () => {
    school.somebody()
    const { id } = await school.linked()
    await school.app.database.owner.query(
      `update app_user set two_factor_secret = 'x', two_factor_enabled_at = now() where id = $1`,
      [id],
    )
    const once = await school.logIn()
    expect(once.reply.json()).toMatchObject({ two_factor: true, has_app: true })
    expect(await school.isSignedIn(once.browser)).toBe(false)
    school.forger.state.person.amr = ['pwd', 'mfa']
    const twice = await school.logIn()
    expect(twice.reply.json()).toMatchObject({ two_factor: true })
    expect(await school.isSignedIn(twice.browser)).toBe(false)
  })
})

describe('the provider’s keys', () => {
  test('may change between two sign-ins', async () => {
    school.somebody()
    await school.linked()
    expect((await school.logIn()).reply.statusCode).toBe(200)
    await school.forger.rotate()
    expect((await school.logIn()).reply.statusCode).toBe(200)
  })
})

test('an account that is not linked is named, stored nowhere, and another one can be chosen', async () => {
  school.somebody({ preferred_username: 'fremde.person' })
  const { reply } = await school.logIn()
  school.refused(reply, 'unlinked')
  expect(reply.json().message).toMatch(/^Sie sind bei IServ als „fremde\.person“ angemeldet\./)
  expect(JSON.stringify(await school.stored())).not.toContain('fremde.person')
  const promptOf = async (change: { chooses_account?: boolean }) => {
    const begun = await school.stranger().call(endpoints.begin, { body: { provider_id: school.providerId, ...change } })
    return new URL(begun.json().url).searchParams.get('prompt')
  }
  expect(await promptOf({})).toBeNull()
  expect(await promptOf({ chooses_account: true })).toBe('login')
})

test('a service that knows the choice of account is asked for it', async () => {
  const forger = await startForger()
  forger.state.forgery = { metadata: { prompt_values_supported: ['login', 'select_account'] } }
  const wanted = { issuer: forger.issuer, school_ids: [school.fsw], name: 'Mit Auswahl' }
  const provider_id = await connectProvider(school.admin, wanted)
  const begun = await school.stranger().call(endpoints.begin, { body: { provider_id, chooses_account: true } })
  expect(new URL(begun.json().url).searchParams.get('prompt')).toBe('select_account')
  forger.stop()
})

test('cancelling at the service while linking says that nothing is linked', async () => {
  school.somebody()
  const owner = await school.app.signedIn(
    (await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })).id,
  )
  const finish = async (error: string) => {
    const search = school.forger.answerFor((await school.beginLink(owner)).json().url, { error })
    const body = { provider_id: school.providerId, search: search.replace('code=code&', '') }
    return (await owner.call(endpoints.finishLink, { body })).json().message
  }
  expect(await finish('access_denied')).toBe('Sie haben abgebrochen. Es ist nichts verbunden.')
  expect(await finish('server_error')).toBe(PROVIDER_FAULTS.denied.user)
})

test('unlinking in a session that began through the service ends it and says how to come in', async () => {
  school.somebody()
  const { browser: byPassword } = await school.linked()
  const { browser } = await school.logIn()
  const [identity] = (await browser.call(endpoints.list)).json().identities
  expect(identity).toMatchObject({ is_current: true })
  expect((await byPassword.call(endpoints.list)).json().identities).toMatchObject([{ is_current: false }])
  const reply = await browser.call(endpoints.unlink, { params: { id: identity.id }, body: { password: TEST_PASSWORD } })
  expect(reply.json()).toEqual({
    message: 'Die Verbindung mit IServ ist gelöst. Melden Sie sich mit Ihrem Passwort an.',
    is_signed_out: true,
  })
  expect(await school.isSignedIn(browser)).toBe(false)
  expect(await school.isSignedIn(byPassword)).toBe(true)
})
