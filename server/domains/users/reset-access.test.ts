import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { USER_TEXTS, type User, userEndpoints } from '#contract/users/users.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { plantIdentity } from '#server/test/identity-provider.ts'
import { accountMailsOf } from '#server/test/password-links.ts'
import { addPasskey, logInWith, SoftwarePasskey } from '#server/test/software-passkey.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

const makeHead = (schools = [fsw]) => makeUser(app, { role: 'schooladmin', schools })
const setTwoFactor = (id: number) =>
  app.database.owner.query(
    `with codes as (insert into recovery_code (user_id, code_hash) values ($1, 'x'), ($1, 'y'))
     update app_user set two_factor_secret = 'x', two_factor_enabled_at = now(), two_factor_last_step = 7 where id = $1`,
    [id],
  )
const setRules = async (userId: number, two_factor_for_heads: unknown) =>
  (await app.signedIn(userId)).call(userEndpoints.setLoginRules, { body: { two_factor_for_heads } })

test('all sessions of an account end at once', async () => {
  const [head, { id }] = [await makeHead(), await makeUser(app, { role: 'viewer', schools: [fsw] })]
  const browsers = [await app.signedIn(id), await app.signedIn(id)]
  const reply = await (await app.signedIn(head.id)).call(userEndpoints.endSessions, { params: { id } })
  expect(reply.statusCode, reply.body).toBe(200)
  for (const browser of browsers) expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(401)
  expect(await loggedAbout(app, fsw, id)).toMatchObject([{ action: 'user_sessions_ended' }])
})

test('what is done to an account stands in the log of each of its schools', async () => {
  const head = await makeHead([fsw, fow])
  const { id } = await makeUser(app, { role: 'viewer', schools: [fow, fsw] })
  const browser = await app.signedIn(head.id)
  for (const endpoint of [userEndpoints.endSessions, userEndpoints.detach])
    expect((await browser.call(endpoint, { params: { id } })).statusCode).toBe(200)
  const expected = ['user_sessions_ended', 'user_detached'].map((action) => ({ action, user_id: head.id }))
  for (const school of [fsw, fow]) expect(await loggedAbout(app, school, id)).toMatchObject(expected)
  // The transaction is bound to the active school again: what follows works there.
  expect((await browser.call(userEndpoints.list)).statusCode).toBe(200)
})

describe('resetting the second factor', () => {
  test('forgets key and recovery codes and ends the sessions', async () => {
    const [head, other] = [await makeHead(), await makeHead()]
    await setTwoFactor(other.id)
    await app.signedIn(other.id)
    const browser = await app.signedIn(head.id)
    const reply = await browser.call(userEndpoints.resetTwoFactor, { params: { id: other.id } })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await storedAccount(app, other.id)).toMatchObject({
      two_factor_secret: null,
      two_factor_enabled_at: null,
      two_factor_last_step: null,
      sessions: 0,
    })
    const codes = await app.database.owner.query('select 1 from recovery_code where user_id = $1', [other.id])
    expect(codes.rowCount).toBe(0)
    expect(await loggedAbout(app, fsw, other.id)).toMatchObject([{ action: 'two_factor_reset' }])
    expect(await accountMailsOf(app, other.id)).toMatchObject([{ template: 'two_factor_changed', event: 'reset' }])
  })

  test('removes passkeys, too, and then none can be added that was begun before', async () => {
    const [head, other] = [await makeHead(), await makeHead()]
    const owner = await app.signedIn(other.id)
    const { passkey } = await addPasskey(owner)
    await owner.call(passkeyEndpoints.ask, { body: { password: TEST_PASSWORD, is_asked: true } })
    const begun = await owner.call(passkeyEndpoints.begin, { body: { password: TEST_PASSWORD } })
    const browser = await app.signedIn(head.id)
    const listed = async () =>
      (await browser.call(userEndpoints.list)).json().users.find(({ id }: User) => id === other.id)
    expect(await listed()).toMatchObject({ has_two_factor: true, has_passkey: true })
    const reply = await browser.call(userEndpoints.resetTwoFactor, { params: { id: other.id } })
    expect(reply.json().message).toMatch(/Die Passkeys von .+ sind entfernt\./)
    expect(await listed()).toMatchObject({ has_two_factor: false, has_passkey: false })
    expect((await logInWith(app.visitor(), passkey)).statusCode).toBe(422)
    const again = await app.signedIn(other.id)
    again.cookies.set('passkey_attempt', owner.cookies.get('passkey_attempt') ?? '')
    const late = new SoftwarePasskey().make(begun.json().challenge)
    expect((await again.call(passkeyEndpoints.add, { body: { answer: late } })).statusCode).toBe(409)
    expect((await again.call(passkeyEndpoints.list)).json()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  })

  test('takes away a link that the owner made, says so, and leaves one that a checked address made', async () => {
    const [head, own, byAddress] = [await makeHead(), await makeHead(), await makeHead()]
    await plantIdentity(app, own.id, 'self')
    await plantIdentity(app, byAddress.id, 'mail')
    const browser = await app.signedIn(head.id)
    const linksOf = async (user: number) =>
      (await browser.call(userEndpoints.list)).json().users.find(({ id }: User) => id === user).links
    expect(await linksOf(own.id)).toEqual([{ name: `iserv${own.id}.schule.example`, is_own: true }])
    expect(await linksOf(byAddress.id)).toEqual([{ name: `iserv${byAddress.id}.schule.example`, is_own: false }])
    expect(await linksOf(head.id)).toEqual([])
    const reset = async (id: number) =>
      (await browser.call(userEndpoints.resetTwoFactor, { params: { id } })).json().message
    expect(await reset(own.id)).toMatch(/^Verbindungen von .+ mit Anmeldediensten sind gelöst\.$/)
    expect(await reset(byAddress.id)).toContain('nichts zurückzusetzen')
    expect([await linksOf(own.id), (await linksOf(byAddress.id)).length]).toEqual([[], 1])
  })

  test('where there is none changes nothing; of the own account it is refused', async () => {
    const [head, other] = [await makeHead(), await makeHead()]
    const browser = await app.signedIn(head.id)
    await app.signedIn(other.id)
    expect((await browser.call(userEndpoints.resetTwoFactor, { params: { id: other.id } })).statusCode).toBe(200)
    expect((await storedAccount(app, other.id)).sessions).toBe(1)
    await setTwoFactor(head.id)
    const own = await browser.call(userEndpoints.resetTwoFactor, { params: { id: head.id } })
    expect([own.statusCode, own.json().message]).toEqual([422, USER_TEXTS.ownTwoFactor])
    expect((await storedAccount(app, head.id)).two_factor_enabled_at).not.toBeNull()
  })
})

describe('asking heads for a second factor', () => {
  test('needs it of who asks, and then takes the rights of heads without it in this school only', async () => {
    const school = await makeSchool(app, 'fsw', { short: 'rules' })
    const [asks, other] = [await makeHead([school]), await makeHead([school, fsw])]
    const refused = await setRules(asks.id, true)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { two_factor_for_heads: [USER_TEXTS.twoFactorFirst] },
    ])
    await setTwoFactor(asks.id)
    expect((await setRules(asks.id, true)).statusCode).toBe(200)
    const browser = await app.signedIn(asks.id)
    expect((await browser.call(userEndpoints.list)).json().login_rules).toMatchObject({ two_factor_for_heads: true })

    const without = await app.signedIn(other.id)
    expect((await without.call(registrationEndpoints.list)).statusCode).toBe(403)
    expect((await without.call(accountEndpoints.basedata)).json().session.lacks_two_factor).toBe(true)
    expect((await without.call(accountEndpoints.changeSchool, { body: { school_id: fsw } })).statusCode).toBe(200)
    expect((await without.call(registrationEndpoints.list)).statusCode).toBe(200)
    expect((await without.call(accountEndpoints.changeSchool, { body: { school_id: school } })).statusCode).toBe(200)

    const logged = await insideSchool(app, school, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'user_id', 'changed_fields'])
        .where('entity_type', '=', 'school_setting')
        .execute(),
    )
    expect(logged.filter(({ action }) => action === 'settings_changed')).toEqual([
      { action: 'settings_changed', user_id: asks.id, changed_fields: ['two_factor_for_heads:false>true'] },
    ])
    expect((await setRules(asks.id, false)).statusCode).toBe(200)
    expect((await without.call(registrationEndpoints.list)).statusCode).toBe(200)
  })

  test('also holds when another school is the active one: its accounts are out of reach', async () => {
    const [guarded, open] = [
      await makeSchool(app, 'fsw', { short: 'guarded' }),
      await makeSchool(app, 'fow', { short: 'open' }),
    ]
    const keeper = await makeHead([guarded])
    await setTwoFactor(keeper.id)
    await setRules(keeper.id, true)
    const head = await makeHead([open, guarded])
    const there = await makeUser(app, { role: 'viewer', schools: [guarded] })
    const both = await makeUser(app, { role: 'viewer', schools: [open, guarded] })
    const browser = await app.signedIn(head.id)
    const reaches = async () => {
      const { users } = (await browser.call(userEndpoints.list)).json() as { users: User[] }
      return [there, both, head].map(({ id }) => users.find((user) => user.id === id)?.reach)
    }
    expect(await reaches()).toEqual([undefined, 'detach', 'edit'])
    const rename = (id: number) => browser.call(userEndpoints.change, { params: { id }, body: { name: 'Frau Neu' } })
    expect([(await rename(there.id)).statusCode, (await rename(both.id)).statusCode]).toEqual([404, 422])
    await setTwoFactor(head.id)
    expect(await reaches()).toEqual(['edit', 'edit', 'edit'])
  })

  test('holds for an admin wherever the admin stands, who reaches all accounts from there', async () => {
    const [guarded, open] = [
      await makeSchool(app, 'fsw', { short: 'bewacht' }),
      await makeSchool(app, 'fow', { short: 'offen' }),
    ]
    const keeper = await makeHead([guarded])
    await setTwoFactor(keeper.id)
    await setRules(keeper.id, true)
    const admin = await makeUser(app, { role: 'admin', schools: [open, guarded] })
    const elsewhere = await makeUser(app, { role: 'admin', schools: [open] })
    const browser = await app.signedIn(admin.id)
    const base = async () => (await browser.call(accountEndpoints.basedata)).json()
    expect(await base()).toMatchObject({
      permissions: ['change user school'],
      school: { short: 'offen' },
      session: { lacks_two_factor: true },
    })
    const there = await makeUser(app, { role: 'viewer', schools: [guarded] })
    const reset = await browser.call(userEndpoints.change, { params: { id: there.id }, body: { name: 'Frau Neu' } })
    expect(reset.statusCode).toBe(403)
    const free = await app.signedIn(elsewhere.id)
    expect((await free.call(userEndpoints.list)).statusCode).toBe(200)
    await setTwoFactor(admin.id)
    expect((await base()).permissions).toContain('manage users')
    const off = await browser.call(twoFactorEndpoints.disable, { body: { password: TEST_PASSWORD } })
    expect([off.statusCode, Object.keys(off.json().errors)]).toEqual([422, ['password']])
  })

  test.each([undefined, 'ja', 1, null])('with %s is no answer', async (value) => {
    const head = await makeHead()
    await setTwoFactor(head.id)
    expect((await setRules(head.id, value)).statusCode).toBe(422)
  })
})

test('the setting of one school is not the other’s', async () => {
  const [a, b] = [await makeHead([fsw]), await makeHead([fow])]
  await setTwoFactor(a.id)
  await setRules(a.id, true)
  const other = await app.signedIn(b.id)
  expect((await other.call(userEndpoints.list)).json().login_rules).toMatchObject({ two_factor_for_heads: false })
})
