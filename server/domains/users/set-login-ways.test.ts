import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { identityProviderEndpoints, PROVIDER_TEXTS } from '#contract/identityproviders/identityproviders.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { type LogEntry, userlogEndpoints } from '#contract/userlog/userlog.ts'
import { actionText } from '#contract/userlog/userlog-labels.ts'
import { LOGIN_WAY_TEXTS, type LoginWays } from '#contract/users/login-ways.ts'
import { MULTI_SCHOOL_KEY, type User, userEndpoints, userSettingEndpoints } from '#contract/users/users.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import {
  arriveBy,
  plantDemand,
  plantLink,
  plantPasskey,
  plantProvider,
  plantSecondFactor,
} from '#server/test/login-demands.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw = 0
let fow = 0
let iserv = 0
beforeAll(async () => {
  app = await startTestApp()
  ;[fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  iserv = await plantProvider(app, 'IServ', [fsw, fow])
})
afterAll(() => app.stop())
beforeEach(() => plantDemand(app, fsw, { ways: 'all' }))

/** A head whose session came in by password, passkey or a service. */
const head = (way: 'password' | 'passkey' | number, schools = [fsw]) =>
  arriveBy(app, { way, role: 'schooladmin', schools })

/** Somebody who may be the emergency account. */
async function keeper(schools = [fsw]) {
  const user = await makeUser(app, { role: 'schooladmin', schools })
  await plantSecondFactor(app, user.id)
  return user
}

const set = (browser: TestVisitor, rules: Partial<LoginWays>) =>
  browser.call(userEndpoints.setLoginWays, {
    body: { ways: 'all', provider_id: null, emergency_user_id: null, ...rules },
  })
const rulesOf = async (browser: TestVisitor) => {
  const { ways, provider_id, emergency_user_id } = (await browser.call(userEndpoints.list)).json().login_rules
  return { ways, provider_id, emergency_user_id }
}
const refused = (reply: { statusCode: number; json: () => { message: string } }, text: string) =>
  expect([reply.statusCode, reply.json().message]).toEqual([422, text])

describe('demanding a way', () => {
  test('needs a session that came in by it, so nobody locks themselves out', async () => {
    const other = await plantProvider(app, 'Entra', [fsw])
    const { id: emergency_user_id } = await keeper()
    const provider = { ways: 'provider', provider_id: iserv, emergency_user_id } as const
    const [byPassword, byPasskey, byOther, byIserv] = [
      await head('password'),
      await head('passkey'),
      await head(other),
      await head(iserv),
    ]
    refused(await set(byPassword.browser, { ways: 'no_password' }), LOGIN_WAY_TEXTS.comeInFirst(null))
    for (const { browser } of [byPassword, byPasskey, byOther])
      refused(await set(browser, provider), LOGIN_WAY_TEXTS.comeInFirst('IServ'))
    // Not even the emergency account, which would come in.
    await plantSecondFactor(app, byPassword.id)
    const own = { ...provider, emergency_user_id: byPassword.id }
    refused(await set(byPassword.browser, own), LOGIN_WAY_TEXTS.comeInFirst('IServ'))
    expect(await rulesOf(byIserv.browser)).toMatchObject({ ways: 'all' })
    for (const { browser } of [byPasskey, byOther])
      expect((await set(browser, { ways: 'no_password' })).statusCode).toBe(200)
    expect((await set(byIserv.browser, provider)).statusCode).toBe(200)
    expect(await rulesOf(byIserv.browser)).toEqual(provider)
    expect((await byPasskey.browser.call(userEndpoints.list)).statusCode).toBe(403)
  })

  test('names a service of this school that is switched on', async () => {
    const [elsewhere, off] = [await plantProvider(app, 'Fremd', [fow]), await plantProvider(app, 'Aus', [fsw])]
    await app.database.owner.query('update identity_provider set is_active = false where id = $1', [off])
    const { browser } = await head(iserv)
    const { id: emergency_user_id } = await keeper()
    for (const provider_id of [elsewhere, off, 999, null])
      refused(await set(browser, { ways: 'provider', provider_id, emergency_user_id }), LOGIN_WAY_TEXTS.providerMissing)
  })

  test('names an emergency account that can come in and work here', async () => {
    const { browser } = await head(iserv)
    const [elsewhere, powerless, bare, teacher, gone, uninvited, locked] = [
      await keeper([fow]),
      await keeper(),
      await makeUser(app, { role: 'schooladmin', schools: [fsw] }),
      await makeUser(app, { role: 'teacher_level_1', schools: [fsw] }),
      await keeper(),
      await keeper(),
      await makeUser(app, { role: 'schooladmin', schools: [fsw] }),
    ]
    await app.database.owner.query('update app_user set may_manage_users = false where id = $1', [powerless.id])
    await plantSecondFactor(app, teacher.id)
    await plantPasskey(app, locked.id, { isLocked: true })
    await app.database.owner.query('update app_user set asks_passkey = true where id = $1', [locked.id])
    await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [gone.id])
    await app.database.owner.query('update app_user set password_hash = null where id = $1', [uninvited.id])
    for (const id of [elsewhere.id, powerless.id, bare.id, teacher.id, gone.id, uninvited.id, locked.id, 999_999, null])
      refused(
        await set(browser, { ways: 'provider', provider_id: iserv, emergency_user_id: id }),
        LOGIN_WAY_TEXTS.emergencyMissing,
      )
  })

  test('is lifted by anybody who may set it, and told in the log', async () => {
    const { id, browser } = await head(iserv)
    const { id: emergency_user_id } = await keeper([fsw, fow])
    await set(browser, { ways: 'provider', provider_id: iserv, emergency_user_id })
    await set(browser, {})
    expect(await rulesOf(browser)).toEqual({ ways: 'all', provider_id: null, emergency_user_id: null })
    const rows = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'changed_fields', 'entity_type', 'result'])
        .where('user_id', '=', id)
        .where('action', '=', 'settings_changed')
        .orderBy('id')
        .execute(),
    )
    expect(rows.map((row) => actionText(row as Parameters<typeof actionText>[0]))).toEqual([
      'hat die Anmeldung über IServ verlangt',
      'hat für die Anmeldung wieder jeden Weg erlaubt',
    ])
    const chosenAt = (school: number) =>
      insideSchool(app, school, (tx) =>
        tx
          .selectFrom('user_log')
          .select(['entity_type', 'entity_id'])
          .where('user_id', '=', id)
          .where('action', '=', 'emergency_chosen')
          .execute(),
      )
    expect(await chosenAt(fsw)).toEqual([{ entity_type: 'user', entity_id: emergency_user_id }])
    expect(await chosenAt(fow), 'no other school learns of it').toEqual([])
  })

  test('names its emergency account in the log, to those who may see the account', async () => {
    const { id, browser } = await head(iserv)
    const keepers = [await keeper(), await keeper()]
    for (const { id: emergency_user_id } of keepers)
      await set(browser, { ways: 'provider', provider_id: iserv, emergency_user_id })
    const query = { user_id: id, action: 'settings_changed', sort: 'created_at' } as const
    const entries: LogEntry[] = (await browser.call(userlogEndpoints.list, { query })).json().data
    const { users }: { users: User[] } = (await browser.call(userEndpoints.list)).json()
    const names = keepers.map((one) => users.find((user) => user.id === one.id)?.name)
    expect(entries.map((entry) => [actionText(entry), changedFieldLabels(entry.changed_fields).at(-1)])).toEqual([
      ['hat die Anmeldung über IServ verlangt', `Notfallkonto: ${names[0]}`],
      ['hat das Notfallkonto für die Anmeldung über IServ bestimmt', `Notfallkonto: ${names[1]}`],
    ])
    await app.database.owner.query('delete from user_school where user_id = $1', [keepers[0]?.id])
    const [first]: LogEntry[] = (await browser.call(userlogEndpoints.list, { query })).json().data
    expect(changedFieldLabels(first?.changed_fields ?? []).at(-1)).toBe('Notfallkonto')
  })

  test('is among the tasks of the school when nobody could come in without the service', async () => {
    const { browser } = await head(iserv)
    const { id: emergency_user_id } = await keeper()
    const lacks = async (demand: Parameters<typeof plantDemand>[2]) => {
      await plantDemand(app, fsw, demand)
      return (await browser.call(userEndpoints.tasks)).json().lacks_emergency
    }
    expect(await lacks({ ways: 'all' })).toBe(false)
    expect(await lacks({ ways: 'no_password' })).toBe(false)
    expect(await lacks({ ways: 'provider', provider_id: iserv, emergency_user_id })).toBe(false)
    await plantSecondFactor(app, emergency_user_id, false)
    expect(await lacks({ ways: 'provider', provider_id: iserv, emergency_user_id })).toBe(true)
    expect(await lacks({ ways: 'provider', provider_id: iserv, emergency_user_id: null })).toBe(true)
    const { browser: neighbour } = await head('password', [fow])
    expect((await neighbour.call(userEndpoints.tasks)).json().lacks_emergency, 'at another school').toBe(false)
  })

  test('is shown in the list by what each account can use', async () => {
    const { browser } = await head(iserv)
    const [linked, keys, locked] = [await keeper(), await keeper(), await keeper()]
    const bare = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    await plantLink(app, linked.id, iserv)
    await plantPasskey(app, keys.id)
    await plantPasskey(app, locked.id, { isLocked: true })
    const { users, login_rules } = (await browser.call(userEndpoints.list)).json()
    const waysOf = (id: number) => users.find((user: { id: number }) => user.id === id).usable_ways
    expect([linked, keys, locked, bare].map(({ id }) => waysOf(id))).toEqual([
      { passkey: false, provider_ids: [iserv], emergency: true },
      { passkey: true, provider_ids: [], emergency: true },
      { passkey: false, provider_ids: [], emergency: true },
      { passkey: false, provider_ids: [], emergency: false },
    ])
    expect(login_rules.providers).toContainEqual({ id: iserv, name: 'IServ' })
    expect(login_rules.providers).not.toContainEqual(expect.objectContaining({ name: 'Fremd' }))
  })
})

describe('the emergency account of a school', () => {
  const demand = async () => {
    const { browser } = await head(iserv, [fsw, fow])
    const { browser: boss } = await arriveBy(app, { way: iserv, role: 'admin', schools: [fsw, fow] })
    const named = await keeper([fsw, fow])
    await plantDemand(app, fsw, { ways: 'provider', provider_id: iserv, emergency_user_id: named.id })
    return { browser, boss, named, params: { id: named.id } }
  }

  test('cannot be deleted, leave the school or become less', async () => {
    const { boss, named, params } = await demand()
    const calls = [
      () => boss.call(userEndpoints.remove, { params }),
      () => boss.call(userEndpoints.detach, { params }),
      () => boss.call(userEndpoints.change, { params, body: { roles: ['teacher_level_1'] } }),
      () => boss.call(userEndpoints.change, { params, body: { roles: [] } }),
      () => boss.call(userEndpoints.change, { params, body: { may_manage_users: false } }),
    ]
    for (const call of calls) refused(await call(), LOGIN_WAY_TEXTS.emergency)
    await app.database.owner.query('update app_user set home_school_id = $2 where id = $1', [named.id, fow])
    refused(await boss.call(userSettingEndpoints.reset, { params: { userId: named.id } }), LOGIN_WAY_TEXTS.emergency)
    expect((await boss.call(userEndpoints.change, { params, body: { roles: ['admin'] } })).statusCode).toBe(200)
    const both = { key: MULTI_SCHOOL_KEY, user_id: named.id, value: [fsw, fow] } as const
    expect((await boss.call(userSettingEndpoints.save, { body: both })).statusCode).toBe(200)
    // Somebody else may take its place; then it may go.
    const next = await keeper()
    const { browser: chooses } = await head(iserv)
    const rules = { ways: 'provider', provider_id: iserv, emergency_user_id: next.id } as const
    expect((await set(chooses, rules)).statusCode).toBe(200)
    expect((await boss.call(userEndpoints.remove, { params })).statusCode).toBe(200)
  })

  test('may lose the second factor with its device; then it is none until it has another', async () => {
    const { boss, named, params } = await demand()
    const own = await app.signedIn(named.id, anotherHousehold())
    expect((await own.call(accountEndpoints.basedata)).json().session.lacked_way).toBeNull()
    expect((await boss.call(userEndpoints.resetTwoFactor, { params })).statusCode).toBe(200)
    const after = await app.signedIn(named.id, anotherHousehold())
    expect((await after.call(accountEndpoints.basedata)).json().session.lacked_way).not.toBeNull()
  })
})

test('a service that a school demands stays on, with that school (422 with its name)', async () => {
  const admin = await makeUser(app, { role: 'admin', schools: [fow] })
  const boss = await app.signedIn(admin.id, anotherHousehold())
  await plantDemand(app, fsw, { ways: 'provider', provider_id: iserv })
  const params = { id: iserv }
  const text = PROVIDER_TEXTS.demanded(['Freie Schule Wacholderhain'])
  refused(await boss.call(identityProviderEndpoints.change, { params, body: { is_active: false } }), text)
  refused(await boss.call(identityProviderEndpoints.change, { params, body: { school_ids: [fow] } }), text)
  refused(await boss.call(identityProviderEndpoints.remove, { params }), text)
  const kept = await boss.call(identityProviderEndpoints.change, { params, body: { school_ids: [fsw] } })
  expect(kept.statusCode, kept.body).toBe(200)
  await plantDemand(app, fsw, { ways: 'all' })
  expect((await boss.call(identityProviderEndpoints.remove, { params })).statusCode).toBe(200)
})
