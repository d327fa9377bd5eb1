import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantDemand, plantSecondFactor } from '#server/test/login-demands.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

// A school demands a second factor and this provider: who comes from it without one is sent back to prove it.

const ACR = 'https://schule.example/zwei-faktoren'
let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
  const { app, fsw, admin, providerId } = school
  await admin.call(identityProviderEndpoints.change, {
    params: { id: providerId },
    body: { second_factor_acr: ACR },
  })
  await insideSchool(app, fsw, (tx) =>
    tx
      .insertInto('school_setting')
      .values({ school_id: fsw, key: 'LOGIN_RULES', setting_value: JSON.stringify({ two_factor_for_heads: true }) })
      .execute(),
  )
  const keeper = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  await plantSecondFactor(app, keeper.id)
  await plantDemand(app, fsw, { ways: 'provider', provider_id: providerId, emergency_user_id: keeper.id })
})
afterAll(() => school.stop())

const makeHead = async () => {
  const { id, browser } = await school.linked()
  await school.app.database.owner.query(`update app_user set role = 'schooladmin' where id = $1`, [id])
  return { id, browser }
}
const sessionOf = async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).json()

test('a head is asked for the second factor at the provider, and works with it', async () => {
  school.somebody()
  await makeHead()
  const { browser, reply } = await school.logIn()
  const { url } = reply.json() as { url: string }
  expect(new URL(url).searchParams.get('acr_values')).toBe(ACR)
  expect(await school.isSignedIn(browser)).toBe(false)
  Object.assign(school.forger.state.person, { acr: ACR })
  const answered = await school.answer(browser, school.forger.answerFor(url))
  expect(answered.statusCode, answered.body).toBe(200)
  const { session, permissions } = await sessionOf(browser)
  expect(session).toMatchObject({ lacks_two_factor: false, lacked_way: null })
  expect(permissions).toContain('manage pupil')
})

test('a provider that proves none asks once, and leaves the head at Start and Profil', async () => {
  school.somebody()
  await makeHead()
  const { browser, reply } = await school.logIn()
  const answered = await school.answer(browser, school.forger.answerFor(reply.json().url))
  expect(answered.json().url).toBeNull()
  const { session, permissions } = await sessionOf(browser)
  expect(session).toMatchObject({ lacks_two_factor: true, lacked_way: null })
  expect(permissions).not.toContain('manage pupil')
})

test('a teacher comes in without it, and with the password reaches nothing', async () => {
  school.somebody()
  const { browser: byPassword } = await school.linked()
  const { browser, reply } = await school.logIn()
  expect(reply.json().url).toBeNull()
  expect((await sessionOf(browser)).permissions).toContain('view attached pupil')
  const { permissions, session } = await sessionOf(byPassword)
  expect(permissions).not.toContain('view attached pupil')
  expect(session.lacked_way).toEqual({ provider: 'IServ', has_way: true })
})
