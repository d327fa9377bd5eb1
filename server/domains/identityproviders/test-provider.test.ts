import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { identityProviderEndpoints as endpoints, type TestStep } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import { CLIENT, connectProvider, startForger } from '#server/test/identity-provider.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
}, 60_000)
afterAll(() => school.stop())

let count = 0
const connect = async (change: Record<string, unknown> = {}) => {
  const forger = await startForger()
  onTestFinished(() => void forger.stop())
  count += 1
  const wanted = { issuer: forger.issuer, school_ids: [school.fsw], name: `Dienst ${count}`, change }
  return { forger, id: await connectProvider(school.admin, wanted) }
}
const check = async (id: number) =>
  (await school.admin.call(endpoints.test, { params: { id } })).json().steps as TestStep[]
const stored = async (id: number) => {
  const all = (await school.admin.call(endpoints.list)).json() as { id: number }[]
  return all.find((provider) => provider.id === id)
}

test.each([
  ['other', PROVIDER_FAULTS.client.admin],
  ['entra', `${PROVIDER_FAULTS.client.admin} Bei Microsoft: Es ist der „Wert“, nicht die ID.`],
])(
  'a client that is refused with a challenge is named (%s), and the result stays until the access changes',
  async (kind, text) => {
    const { forger, id } = await connect({ kind })
    const { version } = (await stored(id)) as { version?: number }
    forger.state.forgery = {
      token: () => ({
        ...{ status: 401, body: { error: 'invalid_client' } },
        headers: { 'www-authenticate': 'Basic realm="anmeldung"' },
      }),
    }
    expect((await check(id)).find(({ state }) => state === 'bad')).toMatchObject({
      ...{ what: 'Client-ID und Client-Secret', fault: 'client', text: expect.stringContaining(text) },
    })
    expect(await stored(id)).toMatchObject({ last_check_fault: 'client', last_check_at: expect.any(String), version })
    await school.admin.call(endpoints.change, { params: { id }, body: { name: `Umbenannt ${kind}` } })
    expect(await stored(id)).toMatchObject({ last_check_fault: 'client' })
    await school.admin.call(endpoints.change, { params: { id }, body: { client_secret: CLIENT.secret } })
    expect(await stored(id)).toMatchObject({ last_check_fault: null, last_check_at: null })
    forger.state.forgery = { token: () => ({ status: 400, body: { error: 'invalid_grant' } }) }
    await check(id)
    expect(await stored(id)).toMatchObject({ last_check_fault: null, last_check_at: expect.any(String) })
  },
)

test.each([
  ['https://dienst.example/', 'https://dienst.example/'],
  ['http://dienst.example', null],
  ['https://dienst.example/?a=1', null],
  ['javascript:alert(1)', null],
])('a service that calls itself %s is quoted; taken over may be %s', async (issuer, offered) => {
  const { forger, id } = await connect()
  forger.state.forgery = { metadata: { issuer } }
  const steps = await check(id)
  expect(steps).toMatchObject([{ what: 'Adresse des Dienstes', state: 'bad', fault: 'issuer', issuer: offered }])
  expect(steps[0]?.text).toContain(`Er nennt sich: ${issuer}`)
})

test('a tenant of everybody is never offered', async () => {
  const { forger, id } = await connect({ kind: 'entra' })
  forger.state.forgery = { metadata: { issuer: 'https://login.microsoftonline.com/common/v2.0' } }
  expect(await check(id)).toMatchObject([{ fault: 'issuer', issuer: null }])
})
