import { afterAll, beforeAll, expect, test } from 'vitest'
import { sicknoteFeedEndpoints } from '#contract/sicknotefeeds/sicknotefeeds.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { plantDemand, plantLink, plantPasskey, plantProvider, plantSecondFactor } from '#server/test/login-demands.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
let fsw: number
let iserv: number
let entra: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  iserv = await plantProvider(app, 'IServ', [fsw])
  entra = await plantProvider(app, 'Entra', [fsw])
})
afterAll(() => app.stop())

/** What an account can have beside its password. */
const OWNERS = {
  'nothing else': async () => undefined,
  'a locked passkey': (id: number) => plantPasskey(app, id, { isLocked: true }),
  'a passkey': (id: number) => plantPasskey(app, id),
  'another service': (id: number) => plantLink(app, id, entra),
  'the service': (id: number) => plantLink(app, id, iserv),
  'a second factor': (id: number) => plantSecondFactor(app, id),
}
type Owner = keyof typeof OWNERS
const EVERYBODY = Object.keys(OWNERS) as Owner[]

/** Which of them have a calendar while the school demands this; there is no session, so the account must have the way. */
const WITHOUT_PASSWORD: readonly Owner[] = ['a passkey', 'another service', 'the service']
const BY_SERVICE: readonly Owner[] = ['the service']

test.each(EVERYBODY)('the calendar of an account that has a password and %s', async (owner) => {
  await plantDemand(app, fsw, { ways: 'all' })
  const { id } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
  const browser = await app.signedIn(id)
  const { address } = (await browser.call(sicknoteFeedEndpoints.makeCalendar)).json() as { address: string }
  await OWNERS[owner](id)
  const works = async (demand: Parameters<typeof plantDemand>[2]) => {
    await plantDemand(app, fsw, demand)
    return (await app.visitor().inject('GET', new URL(address).pathname)).statusCode === 200
  }
  expect(await works({ ways: 'all' })).toBe(true)
  expect(await works({ ways: 'no_password' })).toBe(WITHOUT_PASSWORD.includes(owner))
  expect(await works({ ways: 'provider', provider_id: iserv })).toBe(BY_SERVICE.includes(owner))
  // The emergency account comes in with its second factor.
  const isEmergency = { ways: 'provider', provider_id: iserv, emergency_user_id: id } as const
  expect(await works(isEmergency)).toBe([...BY_SERVICE, 'a second factor'].includes(owner))
})
