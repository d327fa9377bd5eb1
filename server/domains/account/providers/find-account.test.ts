import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints, PROVIDER_LOGIN_TEXTS } from '#contract/account/account.providers.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { makeUser } from '#server/test/factories.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'
import { loggedAbout } from '#server/test/stored-account.ts'
import { TEST_PASSWORD, type TestVisitor } from '#server/test/test-visitor.ts'

const unlinking = ({ id }: { id: number }) => ({ params: { id }, body: { password: TEST_PASSWORD } })

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
})
afterAll(() => school.stop())

describe('which account', () => {
  test('nobody’s: an address that is the same as here links nothing, also a checked one', async () => {
    const { email } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    school.somebody({ email, email_verified: true })
    const { browser, reply } = await school.logIn()
    school.refused(reply, 'unlinked')
    expect(await school.isSignedIn(browser)).toBe(false)
  })

  test('the linked one, whatever address the provider names by now', async () => {
    const victim = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw] })
    school.somebody({ email: 'vorher@schule.example', email_verified: true })
    const { id } = await school.linked()
    Object.assign(school.forger.state.person, { email: victim.email })
    const { browser, reply } = await school.logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await browser.call(accountEndpoints.basedata)).json().user.id).toBe(id)
  })

  test.each([
    ['a deactivated account', { change: `update app_user set deactivated_at = now() where id = $1` }],
    ['an account of other schools', { change: `update user_school set school_id = $2 where user_id = $1` }],
  ])('not %s', async (_, { change }) => {
    school.somebody()
    const { id } = await school.linked()
    const values = change.includes('$2') ? [id, school.fow] : [id]
    await school.app.database.owner.query(change, values)
    const { browser, reply } = await school.logIn()
    school.refused(reply, 'closed')
    expect(await school.isSignedIn(browser)).toBe(false)
  })

  test('a person who is linked cannot be linked with a second account, nor an account with a second person', async () => {
    school.somebody()
    const first = await school.linked()
    const second = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const thief = await school.app.signedIn(second.id)
    const link = async (browser: TestVisitor) => {
      const { url } = (
        await browser.call(endpoints.beginLink, { body: { provider_id: school.providerId, password: TEST_PASSWORD } })
      ).json()
      return (
        url &&
        browser.call(endpoints.finishLink, {
          body: { provider_id: school.providerId, search: school.forger.answerFor(url) },
        })
      )
    }
    expect((await link(thief)).statusCode).toBe(422)
    expect(
      (
        await first.browser.call(endpoints.beginLink, {
          body: { provider_id: school.providerId, password: TEST_PASSWORD },
        })
      ).statusCode,
    ).toBe(422)
  })

  test('is linked only with the password, and only by whoever began it', async () => {
    school.somebody()
    const user = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const browser = await school.app.signedIn(user.id)
    const wrong = await browser.call(endpoints.beginLink, {
      body: { provider_id: school.providerId, password: 'falsch' },
    })
    expect(wrong.statusCode).toBe(422)
    const { url } = (
      await browser.call(endpoints.beginLink, { body: { provider_id: school.providerId, password: TEST_PASSWORD } })
    ).json()
    const thief = await school.app.signedIn(
      (await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })).id,
    )
    thief.cookies.set('provider_attempt', browser.cookies.get('provider_attempt') ?? '')
    const stolen = await thief.call(endpoints.finishLink, {
      body: { provider_id: school.providerId, search: school.forger.answerFor(url) },
    })
    expect(stolen.statusCode).toBe(409)
  })

  test('is unlinked only with the password', async () => {
    school.somebody()
    const { browser } = await school.linked()
    const [identity] = (await browser.call(endpoints.list)).json().identities
    const reply = await browser.call(endpoints.unlink, { ...unlinking(identity), body: { password: 'falsch' } })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['password']])
    expect((await browser.call(endpoints.list)).json().identities).toHaveLength(1)
  })

  test('keeps a way in: the last one is not taken away', async () => {
    school.somebody()
    const { id, browser } = await school.linked()
    await school.app.database.owner.query('update app_user set password_hash = null where id = $1', [id])
    const [identity] = (await browser.call(endpoints.list)).json().identities
    const reply = await browser.call(endpoints.unlink, unlinking(identity))
    expect([reply.statusCode, reply.json().message]).toEqual([422, PROVIDER_LOGIN_TEXTS.noPassword])
    expect((await browser.call(endpoints.list)).json().identities).toHaveLength(1)
  })

  test('a head takes a link away that a stranger made, without a second factor to reset', async () => {
    school.somebody()
    const { id } = await school.linked()
    const { browser } = await school.logIn()
    const reply = await school.admin.call(userEndpoints.resetTwoFactor, { params: { id } })
    expect([reply.statusCode, reply.json().message]).toEqual([
      200,
      expect.stringMatching(/Verbindungen von .+ mit Anmeldediensten sind gelöst\.$/),
    ])
    expect(await school.isSignedIn(browser)).toBe(false)
    school.refused((await school.logIn()).reply, 'unlinked')
  })

  test('unlinking ends what began through the link at once', async () => {
    school.somebody()
    const owner = await school.linked()
    const { browser } = await school.logIn()
    expect(await school.isSignedIn(browser)).toBe(true)
    const [identity] = (await owner.browser.call(endpoints.list)).json().identities
    expect((await owner.browser.call(endpoints.unlink, unlinking(identity))).statusCode).toBe(200)
    expect(await school.isSignedIn(browser)).toBe(false)
    expect(await school.isSignedIn(owner.browser)).toBe(true)
    expect(await loggedAbout(school.app, school.fsw, owner.id)).toContainEqual(
      expect.objectContaining({ action: 'identity_unlinked' }),
    )
    const { rows: notices } = await school.app.database.owner.query(
      'select event, provider_id::int from account_mail where user_id = $1 order by id',
      [owner.id],
    )
    const provider_id = school.providerId
    expect(notices).toEqual([
      { event: 'identity_linked', provider_id },
      { event: 'identity_unlinked', provider_id },
    ])
  })
})

describe('the first sign-in', () => {
  const allow = (body: Record<string, unknown>) =>
    school.admin.call(identityProviderEndpoints.change, { params: { id: school.providerId }, body })

  test.each([
    {
      who: 'a teacher with a checked address of the domain',
      role: 'teacher_level_1',
      claims: { email_verified: true },
      isLinked: true,
    },
    {
      who: 'an address that nobody checked',
      role: 'teacher_level_1',
      claims: { email_verified: false },
      isLinked: false,
    },
    { who: 'no word about checking', role: 'teacher_level_1', claims: {}, isLinked: false },
    { who: 'a head', role: 'schooladmin', claims: { email_verified: true }, isLinked: false },
    { who: 'an admin', role: 'admin', claims: { email_verified: true }, isLinked: false },
  ] as const)('by address: $who', async ({ role, claims, isLinked }) => {
    expect((await allow({ mail_domain: 'schule.example' })).statusCode).toBe(200)
    const user = await makeUser(school.app, { role, schools: [school.fsw] })
    const email = `person${user.id}@schule.example`
    await school.app.database.owner.query('update app_user set email = $2 where id = $1', [user.id, email])
    school.somebody({ email, ...claims })
    const { browser, reply } = await school.logIn()
    expect(reply.statusCode).toBe(isLinked ? 200 : 422)
    expect(await school.isSignedIn(browser)).toBe(isLinked)
    await allow({ mail_domain: null })
  })

  test.each(['schooladmin', 'admin'])(
    'by address: the link ends with its sessions when the account becomes %s',
    async (role) => {
      await allow({ mail_domain: 'schule.example' })
      const user = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
      const email = `spaeter${user.id}@schule.example`
      await school.app.database.owner.query('update app_user set email = $2 where id = $1', [user.id, email])
      school.somebody({ email, email_verified: true })
      const { browser } = await school.logIn()
      expect(await school.isSignedIn(browser)).toBe(true)
      const raised = await school.admin.call(userEndpoints.change, { params: { id: user.id }, body: { roles: [role] } })
      expect(raised.statusCode, raised.body).toBe(200)
      expect(await school.isSignedIn(browser)).toBe(false)
      school.refused((await school.logIn()).reply, 'unlinked')
      await allow({ mail_domain: null })
    },
  )

  test('by address: not an account that belongs to another school as well', async () => {
    await allow({ mail_domain: 'schule.example' })
    const user = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw, school.fow] })
    const email = `beide${user.id}@schule.example`
    await school.app.database.owner.query('update app_user set email = $2 where id = $1', [user.id, email])
    school.somebody({ email, email_verified: true })
    school.refused((await school.logIn()).reply, 'unlinked')
    await allow({ mail_domain: null })
  })

  test('by address: not with another domain, and not at all unless an admin allows it', async () => {
    for (const mail_domain of [null, 'andere.example']) {
      await allow({ mail_domain })
      const { email } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
      school.somebody({ email, email_verified: true })
      school.refused((await school.logIn()).reply, 'unlinked')
    }
    await allow({ mail_domain: null })
  })

  test('by group: the link cannot be loosened', async () => {
    const rules = [{ group_name: 'lehrer', school_id: school.fsw, role: 'teacher_level_1' }]
    await allow({ rules })
    const email = 'gruppe@schule.example'
    school.somebody({ groups: ['lehrer'], email, email_verified: true })
    const { browser } = await school.logIn()
    const [identity] = (await browser.call(endpoints.list)).json().identities
    expect((await browser.call(endpoints.unlink, unlinking(identity))).statusCode).toBe(422)
    await allow({ rules: [] })
  })

  test('by group: not with the address of a deactivated account', async () => {
    const rules = [{ group_name: 'lehrer', school_id: school.fsw, role: 'viewer' }]
    await allow({ rules })
    const { id, email } = await makeUser(school.app, { role: 'viewer', schools: [school.fsw] })
    await school.app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [id])
    school.somebody({ groups: ['lehrer'], email, email_verified: true })
    school.refused((await school.logIn()).reply, 'unlinked')
    await allow({ rules: [] })
  })

  test('by group: an account up to „Lehrer Level 1“, lost with the group', async () => {
    const rules = [{ group_name: 'lehrer', school_id: school.fsw, role: 'teacher_level_1' }]
    expect((await allow({ rules })).statusCode).toBe(200)
    school.somebody({ groups: ['lehrer'], email: 'neu@schule.example', email_verified: true })
    const { browser, reply } = await school.logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await browser.call(accountEndpoints.basedata)).json().user).toMatchObject({
      name: 'Anna Beispiel',
      role: 'teacher_level_1',
    })
    school.forger.state.person.groups = ['ehemalige']
    school.refused((await school.logIn()).reply, 'closed')
    expect(await school.isSignedIn(browser)).toBe(false)
    expect((await allow({ rules: [{ ...rules[0], role: 'schooladmin' }] })).statusCode).toBe(422)
    expect((await allow({ rules: [{ ...rules[0], school_id: school.fow }] })).statusCode).toBe(422)
    await allow({ rules: [] })
  })
})
