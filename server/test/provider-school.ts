import { expect } from 'vitest'
import { providerLoginEndpoints as endpoints, OTHER_ACCOUNT } from '#contract/account/account.providers.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { connectProvider, startForger } from './identity-provider.ts'
import { anotherHousehold } from './password-links.ts'
import { startTestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestVisitor } from './test-visitor.ts'

/** It also names the service and the account there, so that another one can be chosen. */
const UNLINKED = [
  422,
  {
    message: expect.stringContaining('Dieses Konto ist hier noch nicht verbunden.'),
    errors: { [OTHER_ACCOUNT]: expect.any(Array) },
  },
]

/** Two schools, an admin, and a provider of the first school whose answers can be forged. */
export async function startProviderSchool() {
  const app = await startTestApp()
  const [fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
  const forger = await startForger()
  const providerId = await connectProvider(admin, { issuer: forger.issuer, school_ids: [fsw] })
  let count = 1

  const begin = async (browser: TestVisitor, provider_id = providerId) => {
    const reply = await browser.call(endpoints.begin, { body: { provider_id } })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().url as string
  }
  const answer = (browser: TestVisitor, search: string, provider_id = providerId) =>
    browser.call(endpoints.answer, { body: { provider_id, search } })
  const beginLink = (browser: TestVisitor, password = TEST_PASSWORD) =>
    browser.call(endpoints.beginLink, { body: { provider_id: providerId, password } })
  const finishLink = (browser: TestVisitor, url: string) =>
    browser.call(endpoints.finishLink, { body: { provider_id: providerId, search: forger.answerFor(url) } })
  const stranger = () => app.visitor(anotherHousehold())

  const ask = async (text: string, values: unknown[] = []) => (await app.database.owner.query(text, values)).rows
  const logOf = (schoolId: number) =>
    insideSchool(app, schoolId, (tx) =>
      tx.selectFrom('user_log').select(['action', 'result', 'changed_fields', 'user_id']).orderBy('id').execute(),
    )

  return {
    /** What a refused answer must not change, and the log of the schools and of nobody. */
    async stored() {
      const [counts] = await ask(`select (select count(*)::int from session) as sessions,
        (select count(*)::int from login_challenge) as challenges, (select count(*)::int from identity) as identities,
        (select count(*)::int from app_user) as users`)
      const nobodys = await ask(
        'select action, result, changed_fields from user_log where school_id is null order by id',
      )
      return { ...counts, log: [...(await logOf(fsw)), ...(await logOf(fow)), ...nobodys] }
    },
    /** The last row of a school's log with this action. */
    lastLogged: async (action: string, schoolId = fsw) =>
      (await logOf(schoolId)).findLast((row) => row.action === action),
    ask,
    ...{ app, fsw, fow, admin, forger, providerId, begin, answer, beginLink, finishLink, stranger },
    isSignedIn: async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200,
    refused: (reply: { statusCode: number; json: () => unknown }, fault: ProviderFault) =>
      expect([reply.statusCode, reply.json()]).toEqual(
        fault === 'unlinked' ? UNLINKED : [422, { message: PROVIDER_FAULTS[fault].user, errors: {} }],
      ),
    /** From here on the provider's answers are about somebody new; returns the number of that person. */
    somebody(more: Record<string, unknown> = {}) {
      count += 1
      Object.assign(forger.state, {
        forgery: {},
        userinfo: {},
        person: { sub: `person-${count}`, name: 'Anna Beispiel', ...more },
      })
      return count
    },
    /** A teacher whose account is linked with the person of the provider's answers. */
    async linked() {
      const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
      const browser = await app.signedIn(user.id)
      const reply = await beginLink(browser)
      expect(reply.statusCode, reply.body).toBe(200)
      const done = await finishLink(browser, reply.json().url)
      expect(done.statusCode, done.body).toBe(200)
      return { ...user, browser }
    },
    async logIn(browser = stranger()) {
      const reply = await answer(browser, forger.answerFor(await begin(browser)))
      return { browser, reply }
    },
    async stop() {
      forger.stop()
      await app.stop()
    },
  }
}
export type ProviderSchool = Awaited<ReturnType<typeof startProviderSchool>>
