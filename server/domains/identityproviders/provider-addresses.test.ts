import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { providerLoginEndpoints as endpoints } from '#contract/account/account.providers.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints, PROVIDER_TEXTS } from '#contract/identityproviders/identityproviders.ts'
import { makeUser } from '#server/test/factories.ts'
import { connectProvider, startForger } from '#server/test/identity-provider.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'
import { isAllowedAddress } from './provider-client.shared.ts'

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
}, 60_000)
afterAll(() => school.stop())

let count = 0
/** A provider that describes itself with these changes; it is gone after the test. */
const connect = async (metadata: Record<string, unknown>) => {
  const forger = await startForger()
  forger.state.forgery = { metadata }
  count += 1
  const id = await connectProvider(school.admin, {
    ...{ issuer: forger.issuer, school_ids: [school.fsw], name: `Dienst ${count}` },
  })
  onTestFinished(() => void forger.stop())
  return { forger, id }
}
const begin = (provider_id: number) => school.stranger().call(endpoints.begin, { body: { provider_id } })

test.each([
  { authorization_endpoint: 'http://dienst.example/auth' },
  { authorization_endpoint: 'javascript:alert(1)' },
  { authorization_endpoint: 'keine Adresse' },
  { token_endpoint: 'http://dienst.example/token' },
  { userinfo_endpoint: 'http://dienst.example/userinfo' },
  { jwks_uri: 'http://dienst.example/jwks' },
])('a description with %j is refused in plain words', async (metadata) => {
  const { id } = await connect(metadata)
  school.refused(await begin(id), 'insecure')
  const { steps } = (await school.admin.call(identityProviderEndpoints.test, { params: { id } })).json()
  expect(steps).toMatchObject([{ state: 'bad', text: expect.stringContaining('https://') }])
})

test.each(['javascript:alert(1)', 'keine Adresse', 'http://dienst.example/ende'])(
  'whoever signs out is not sent to „%s“, and is signed out',
  async (end_session_endpoint) => {
    const { id, forger } = await connect({ end_session_endpoint })
    const owner = await school.app.signedIn(
      (await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })).id,
    )
    const link = await owner.call(endpoints.beginLink, { body: { provider_id: id, password: TEST_PASSWORD } })
    const linked = await owner.call(endpoints.finishLink, {
      body: { provider_id: id, search: forger.answerFor(link.json().url) },
    })
    expect(linked.statusCode, linked.body).toBe(200)
    const browser = school.stranger()
    const search = forger.answerFor(await school.begin(browser, id))
    expect((await school.answer(browser, search, id)).statusCode).toBe(200)
    const left = await browser.call(accountEndpoints.logout)
    expect([left.statusCode, left.json().provider_url]).toEqual([200, null])
    expect(await school.isSignedIn(browser)).toBe(false)
  },
)

test.each([
  ['https://dienst.example', 'https://schule.example', true],
  ['http://dienst.example', 'http://localhost:3000', false],
  ['http://127.0.0.1:8080', 'http://localhost:3000', true],
  ['http://[::1]:8080', 'http://127.0.0.1', true],
  ['http://127.0.0.1:8080', 'https://schule.example', false],
  ['http://localhost', 'http://schule.example', false],
  ['http://localhost.boese.example', 'http://localhost:3000', false],
  ['ftp://localhost', 'http://localhost:3000', false],
  ['javascript:alert(1)', 'http://localhost:3000', false],
  ['', 'http://localhost:3000', false],
])('%s for a program at %s: %s', (address, appUrl, isAllowed) => {
  expect(isAllowedAddress(address, appUrl)).toBe(isAllowed)
})

test('a service on this machine without TLS ends when the program gets an address of its own', async () => {
  const { platform } = school.app
  const { appUrl } = platform
  onTestFinished(() => {
    platform.appUrl = appUrl
  })
  platform.appUrl = 'http://schule.example'
  school.refused(await begin(school.providerId), 'insecure')
  const reply = await school.admin.call(identityProviderEndpoints.change, {
    params: { id: school.providerId },
    body: { issuer: 'http://localhost:8080' },
  })
  expect([reply.statusCode, reply.json().errors]).toEqual([422, { issuer: [PROVIDER_TEXTS.insecure] }])
})
