import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerLoginEndpoints as endpoints, PROVIDER_LOGIN_TEXTS } from '#contract/account/account.providers.ts'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import { makeUser } from '#server/test/factories.ts'
import { type ProviderSchool, startProviderSchool } from '#server/test/provider-school.ts'

// A provider may take six seconds to answer: what changes in that time counts.

let school: ProviderSchool
beforeAll(async () => {
  school = await startProviderSchool()
}, 60_000)
afterAll(() => school.stop())

const change = async (body: Record<string, unknown>) => {
  const reply = await school.admin.call(identityProviderEndpoints.change, { params: { id: school.providerId }, body })
  expect(reply.statusCode, reply.body).toBe(200)
}
const restore = () => change({ is_active: true, school_ids: [school.fsw], mail_domain: null })

const openLink = async () => {
  const user = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
  const browser = await school.app.signedIn(user.id)
  return { ...user, browser, url: (await school.beginLink(browser)).json().url as string }
}
const identitiesOf = async (id: number) => (await school.ask('select id from identity where user_id = $1', [id])).length

describe('a provider that an admin changes while it is asked', () => {
  test.each([
    ['switched off', { is_active: false }, 'over'],
    ['for other schools', () => ({ school_ids: [school.fow] }), 'closed'],
  ] as const)('%s opens nothing', async (_, body, fault) => {
    school.somebody()
    await school.linked()
    school.forger.meanwhile(() => change(typeof body === 'function' ? body() : body))
    const { browser, reply } = await school.logIn()
    school.refused(reply, fault)
    expect(await school.isSignedIn(browser)).toBe(false)
    await restore()
  })

  test.each([
    ['without its domain', () => change({ mail_domain: null }), 'unlinked'],
    ['at another address', () => school.ask(`update identity_provider set issuer = issuer || '/neu'`), 'over'],
  ] as const)('%s links no account by its address', async (_, happens, fault) => {
    await change({ mail_domain: 'schule.example' })
    const { id } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const email = `person${id}@schule.example`
    await school.ask('update app_user set email = $2 where id = $1', [id, email])
    school.somebody({ email, email_verified: true })
    school.forger.meanwhile(happens)
    school.refused((await school.logIn()).reply, fault)
    expect(await identitiesOf(id)).toBe(0)
    await school.ask('update identity_provider set issuer = $1', [school.forger.issuer])
    await restore()
  })

  test.each([
    ['switched off', { is_active: false }],
    ['for other schools', () => ({ school_ids: [school.fow] })],
  ] as const)('%s is linked with no account', async (_, body) => {
    school.somebody()
    const { id, browser, url } = await openLink()
    school.forger.meanwhile(() => change(typeof body === 'function' ? body() : body))
    const reply = await school.finishLink(browser, url)
    expect([reply.statusCode, reply.json().message]).toEqual([422, PROVIDER_LOGIN_TEXTS.unknown])
    expect(await identitiesOf(id)).toBe(0)
    expect(await school.lastLogged('identity_link_failed')).toMatchObject({ user_id: id, result: 'denied' })
    await restore()
  })
})

/** Does something in a transaction that has a row locked, while the work waits for it. */
async function whileLocked<T>(
  lock: string,
  id: number,
  { work, happens }: { work: () => Promise<T>; happens: string },
) {
  const client = await school.app.database.owner.connect()
  try {
    await client.query('begin')
    await client.query(lock, [id])
    const result = work()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await school.app.platform.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
    await client.query(happens, [id])
    await client.query('commit')
    return await result
  } finally {
    client.release()
  }
}

const LOCK_ACCOUNT = 'select from app_user where id = $1 for no key update'

test.each([
  ['a reset, which ends its sessions', 'delete from session where user_id = $1'],
  ['a deactivation', 'update app_user set deactivated_at = now() where id = $1'],
])('a link that is finished at the same moment as %s is not made', async (_, happens) => {
  school.somebody()
  const { id, browser, url } = await openLink()
  const reply = await whileLocked(LOCK_ACCOUNT, id, { work: () => school.finishLink(browser, url), happens })
  expect(reply.statusCode).toBe(401)
  expect(await identitiesOf(id)).toBe(0)
})

test('a sign-in that meets the end of its link at the same moment opens nothing', async () => {
  school.somebody()
  const { id } = await school.linked()
  const happens = 'delete from identity where user_id = $1'
  const { reply } = await whileLocked(LOCK_ACCOUNT, id, { work: () => school.logIn(), happens })
  school.refused(reply, 'unlinked')
})

test('sign-ins of linked people do not wait for each other, first ones do', async () => {
  school.somebody()
  await school.linked()
  expect((await school.logIn()).reply.statusCode).toBe(200)
  const client = await school.app.database.owner.connect()
  await client.query('begin')
  await client.query('select from identity_provider where id = $1 for no key update', [school.providerId])
  try {
    expect((await school.logIn()).reply.statusCode).toBe(200)
    school.somebody()
    const first = school.logIn()
    expect(await Promise.race([first, pause(500, 'waits')])).toBe('waits')
    await client.query('commit')
    school.refused((await first).reply, 'unlinked')
  } finally {
    client.release(true)
  }
})

test('the log and the page of the admin show a failure again after a success', async () => {
  const outcome = async () => (await school.admin.call(identityProviderEndpoints.list)).json()[0]
  school.somebody()
  await school.linked()
  for (const isGood of [true, false, true, false]) {
    school.forger.state.forgery = isGood ? {} : { hasForeignKey: true }
    await school.logIn()
    const { last_success_at, last_failure_at } = await outcome()
    expect(last_success_at > last_failure_at).toBe(isGood)
  }
})

test('an answer of somebody else’s link is logged and leads nowhere', async () => {
  school.somebody()
  const { browser, url } = await openLink()
  const { id, browser: thief } = await openLink()
  thief.cookies.set('provider_attempt', browser.cookies.get('provider_attempt') ?? '')
  const body = { provider_id: school.providerId, search: school.forger.answerFor(url) }
  expect((await thief.call(endpoints.finishLink, { body })).statusCode).toBe(409)
  expect(await school.lastLogged('identity_link_failed')).toMatchObject({ user_id: id, result: 'denied' })
})
