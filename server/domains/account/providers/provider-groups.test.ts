import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints } from '#contract/account/account.providers.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { USER_TEXTS, userEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'

let school: ProviderSchool
let third: number
beforeAll(async () => {
  school = await startProviderSchool()
  third = await makeSchool(school.app, 'fow', { short: 'fnw', name: 'Freie Naturschule Wacholderhain' })
  const role = 'teacher_level_1'
  await allow({ school_ids: [school.fsw, school.fow, third] })
  await allow({
    rules: [
      { group_name: 'lehrer-fsw', school_id: school.fsw, role },
      { group_name: 'lehrer-fow', school_id: school.fow, role },
      { group_name: 'gast-fow', school_id: school.fow, role: 'viewer' },
      { group_name: 'gast-fsw', school_id: school.fsw, role: 'viewer' },
    ],
  })
}, 60_000)
afterAll(() => school.stop())

const allow = async (body: Record<string, unknown>) => {
  const reply = await school.admin.call(identityProviderEndpoints.change, { params: { id: school.providerId }, body })
  expect(reply.statusCode, reply.body).toBe(200)
}
const checked = (email: string) => ({ email, email_verified: true })
const schoolsOf = async (email: string) =>
  (
    await school.ask(
      `select a.school_id::int as id from user_school a join app_user u on u.id = a.user_id where u.email = $1 order by 1`,
      [email],
    )
  ).map(({ id }) => id)

describe('the schools of an account that groups have made', () => {
  test('are those whose rule gives its role', async () => {
    school.somebody({ ...checked('eine@schule.example'), groups: ['lehrer-fsw', 'gast-fow'] })
    const { browser, reply } = await school.logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await browser.call(accountEndpoints.basedata)).json().user.role).toBe('teacher_level_1')
    expect(await schoolsOf('eine@schule.example')).toEqual([school.fsw])
    const [{ id }] = await school.ask('select id::int as id from app_user where email = $1', ['eine@schule.example'])
    const invited = await school.admin.call(userEndpoints.invite, { params: { id } })
    expect([invited.statusCode, invited.json().message]).toEqual([422, USER_TEXTS.madeByRule])
    for (const action of ['identity_account_made', 'login_provider'])
      expect(await school.lastLogged(action)).toMatchObject({
        changed_fields: expect.arrayContaining(['provider:IServ']),
      })
  })

  test('go with the group at the next sign-in, those that people gave stay, and the log says so', async () => {
    const email = 'zwei@schule.example'
    school.somebody({ ...checked(email), groups: ['lehrer-fsw', 'lehrer-fow'] })
    expect((await school.logIn()).reply.statusCode).toBe(200)
    await school.ask('insert into user_school select id, $2 from app_user where email = $1', [email, third])
    expect(await schoolsOf(email)).toEqual([school.fsw, school.fow, third])
    await school.ask('update app_user set school_id = $2, home_school_id = $2 where email = $1', [email, school.fow])
    school.forger.state.person.groups = ['lehrer-fsw']
    const { browser, reply } = await school.logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await schoolsOf(email)).toEqual([school.fsw, third])
    expect((await browser.call(accountEndpoints.basedata)).json().user.school_id).toBe(school.fsw)
    const [{ home_school_id: home }] = await school.ask('select home_school_id::int from app_user where email = $1', [
      email,
    ])
    expect(home).toBe(school.fsw)
    for (const id of [school.fsw, school.fow])
      expect(await school.lastLogged('identity_schools_lost', id)).toMatchObject({ changed_fields: ['provider:IServ'] })
  })

  test('close the account when the last of this service is gone', async () => {
    const email = 'drei@schule.example'
    school.somebody({ ...checked(email), groups: ['lehrer-fow'] })
    const { browser } = await school.logIn()
    expect(await school.isSignedIn(browser)).toBe(true)
    school.forger.state.person.groups = ['lehrer-fsw']
    school.refused((await school.logIn()).reply, 'closed')
    expect(await school.isSignedIn(browser)).toBe(false)
    expect(await schoolsOf(email)).toEqual([])
  })
})

describe('the role of an account that groups have made', () => {
  const roleOf = async (email: string) =>
    (await school.ask('select role from app_user where email = $1', [email])).map(({ role }) => role)[0]
  const arrive = async (email: string, groups: string[]) => {
    school.somebody({ ...checked(email), groups })
    const { browser, reply } = await school.logIn()
    expect(reply.statusCode, reply.body).toBe(200)
    return browser
  }
  const arriveAgain = async (groups: string[]) => {
    school.forger.state.person.groups = groups
    expect((await school.logIn()).reply.statusCode).toBe(200)
  }

  test('becomes lower with the group, also for a session that is open, and the log says so', async () => {
    const email = 'elf@schule.example'
    const browser = await arrive(email, ['lehrer-fsw'])
    await arriveAgain(['gast-fsw'])
    expect(await roleOf(email)).toBe('viewer')
    expect(await schoolsOf(email)).toEqual([school.fsw])
    expect((await browser.call(accountEndpoints.basedata)).json().user.role).toBe('viewer')
    expect(await school.lastLogged('identity_role_lowered')).toMatchObject({
      changed_fields: ['provider:IServ', 'role:teacher_level_1>viewer'],
    })
    await arriveAgain(['lehrer-fsw'])
    expect(await roleOf(email), 'no sign-in makes it higher').toBe('viewer')
    expect(await schoolsOf(email)).toEqual([school.fsw])
  })

  test('stays as long as one school gives it; where a group gives a lower one, the school goes', async () => {
    const email = 'zwoelf@schule.example'
    await arrive(email, ['lehrer-fsw', 'lehrer-fow'])
    await arriveAgain(['lehrer-fsw', 'gast-fow'])
    expect(await roleOf(email)).toBe('teacher_level_1')
    expect(await schoolsOf(email)).toEqual([school.fsw])
  })

  test('is what people made of it, with the schools that a group names', async () => {
    const email = 'dreizehn@schule.example'
    await arrive(email, ['lehrer-fsw', 'lehrer-fow'])
    await school.ask(`update app_user set role = 'schooladmin' where email = $1`, [email])
    await arriveAgain(['gast-fsw'])
    expect(await roleOf(email)).toBe('schooladmin')
    expect(await schoolsOf(email)).toEqual([school.fsw])
  })
})

describe('the address of an account that a group makes', () => {
  const makes = async (claims: Record<string, unknown>) => {
    school.somebody({ groups: ['lehrer-fsw'], ...claims })
    const { reply } = await school.logIn()
    if (reply.statusCode !== 200) school.refused(reply, 'unlinked')
    return reply.statusCode === 200
  }

  test.each([
    ['is one', 'vier@schule.example', true],
    ['is none', 'keine-adresse', false],
    ['has a letter that only looks Latin', 'fuenf@schul\u0435.example', false],
    ['has a letter that becomes a Latin one in lower case', '\u212aelvin@schule.example', false],
  ])('%s: %s', async (_, email, isMade) => {
    expect(await makes(checked(email))).toBe(isMade)
  })

  test('has the domain of the service, if there is one', async () => {
    await allow({ mail_domain: 'schule.example' })
    expect(await makes(checked('sechs@andere.example'))).toBe(false)
    expect(await makes(checked('sechs@schule.example'))).toBe(true)
    await allow({ mail_domain: null })
  })

  test('is nobody’s, in both forms of its domain', async () => {
    const { id } = await makeUser(school.app, { role: 'viewer', schools: [school.fow] })
    await school.ask('update app_user set email = $2 where id = $1', [id, 'sieben@m\u00fcller.example'])
    expect(await makes(checked('sieben@xn--mller-kva.example'))).toBe(false)
  })
})

describe('claims besides the token', () => {
  const sources = (token: Record<string, unknown>, userinfo: Record<string, unknown>) => {
    school.somebody(token)
    Object.assign(school.forger.state.userinfo, userinfo)
  }

  test('do not say that the address of the token is checked', async () => {
    sources(
      { name: undefined, groups: ['lehrer-fsw'], email: 'acht@schule.example' },
      { name: 'Anna Beispiel', ...checked('acht@schule.example') },
    )
    school.refused((await school.logIn()).reply, 'unlinked')
  })

  test('give the address and the groups that the token does not name', async () => {
    sources({}, { ...checked('neun@schule.example'), groups: ['lehrer-fsw'] })
    expect((await school.logIn()).reply.statusCode).toBe(200)
    expect(await schoolsOf('neun@schule.example')).toEqual([school.fsw])
  })

  test('give no group besides those of the token', async () => {
    sources(
      { groups: ['fremd'], ...checked('zehn@schule.example'), name: undefined },
      { name: 'Anna Beispiel', groups: ['lehrer-fsw'] },
    )
    school.refused((await school.logIn()).reply, 'unlinked')
  })

  test('prove no second factor and name no session', async () => {
    sources({}, { amr: ['mfa'], sid: 'fremd' })
    const { id } = await school.linked()
    expect((await school.logIn()).reply.statusCode).toBe(200)
    const rows = await school.ask(
      `select has_second_factor, provider_session from session where user_id = $1 and way = 'provider'`,
      [id],
    )
    expect(rows).toEqual([{ has_second_factor: false, provider_session: null }])
  })
})

describe('the log', () => {
  test('names the service of a sign-in', async () => {
    school.somebody()
    const { id } = await school.linked()
    await school.logIn()
    expect(await school.lastLogged('login_provider')).toMatchObject({ user_id: id, changed_fields: ['provider:IServ'] })
    expect(await school.lastLogged('identity_linked')).toMatchObject({
      user_id: id,
      changed_fields: ['provider:IServ'],
    })
  })

  test('says who failed to link an account', async () => {
    school.somebody()
    const { id } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const browser = await school.app.signedIn(id)
    const { url } = (await school.beginLink(browser)).json()
    school.forger.state.forgery = { hasForeignKey: true }
    school.refused(await school.finishLink(browser, url), 'token')
    const row = { user_id: id, result: 'denied', changed_fields: ['provider:IServ'] }
    expect(await school.lastLogged('identity_link_failed')).toMatchObject(row)
    expect((await browser.call(endpoints.list)).json().identities).toEqual([])
  })
})
