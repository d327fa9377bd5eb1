import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { OPERATOR_NAME, userlogEndpoints } from '#contract/userlog/userlog.ts'
import { actorName } from '#contract/userlog/userlog-labels.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { plantDemand } from '#server/test/login-demands.ts'
import { settingsOf, typeLine } from '#server/test/operator-line.ts'
import { accountMailsOf, anotherHousehold, isLinkGood, linkIn, takePasswordLink } from '#server/test/password-links.ts'
import { addPasskey } from '#server/test/software-passkey.ts'
import { storedAccount } from '#server/test/stored-account.ts'
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

const type = (line: string[], answer?: string) =>
  typeLine(line, { settings: settingsOf(app), ...(answer ? { answer } : {}) })
const linkOf = ({ said }: { said: string }) => {
  const link = linkIn({ text: said })
  if (!link) throw new Error(`no link in: ${said}`)
  return link
}
const operatorLines = (schoolId: number, userId: number) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'user_name', 'user_id', 'result'])
      .where('entity_id', '=', userId)
      .where('user_name', '=', OPERATOR_NAME)
      .orderBy('id')
      .execute(),
  )
const logIn = (email: string, password: string, household = anotherHousehold()) =>
  app.visitor(household).call(accountEndpoints.login, { body: { email, password, remember: false } })
const makeAdmin = (email: string) => makeUser(app, { role: 'admin', schools: [fsw], email })

describe('a link for a new password', () => {
  test('works once, without any mail, and the log names the operator', async () => {
    const { id } = await makeAdmin('vergessen@example.org')
    const reply = await type(['user', 'reset-password', 'Vergessen@example.org', '--yes'])
    expect(reply).toMatchObject({ code: 0, said: expect.stringContaining('Er gilt 60 Minuten und nur einmal') })
    const link = linkOf(reply)
    expect((await takePasswordLink(app, link, { password: 'Neun Kastanien am Weg' })).statusCode).toBe(200)
    expect((await logIn('vergessen@example.org', 'Neun Kastanien am Weg')).statusCode).toBe(200)
    expect(await isLinkGood(app, link)).toMatchObject({ is_valid: false })
    expect(await operatorLines(fsw, id)).toEqual([
      { action: 'password_link_made', user_name: OPERATOR_NAME, user_id: null, result: 'ok' },
    ])
  })

  test.each([undefined, '', 'n', 'vielleicht'])('asks before, and %s changes nothing', async (answer) => {
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const before = await storedAccount(app, id)
    const reply = await typeLine(['user', 'reset-password', before.email], {
      settings: settingsOf(app),
      ...(answer === undefined ? {} : { answer }),
    })
    expect(reply).toMatchObject({ code: 1, remarks: 'Abgebrochen. Es wurde nichts geändert.' })
    expect(reply.said).toContain(`${before.name} (${before.email}; `)
    expect(await storedAccount(app, id)).toEqual(before)
    expect(await operatorLines(fsw, id)).toEqual([])
  })

  test.each(['j', 'Ja', ' J '])('goes on after „%s“', async (answer) => {
    const { email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    expect((await type(['user', 'reset-password', email], answer)).code).toBe(0)
  })

  test('of an unknown address names the admins', async () => {
    await makeAdmin('ich.bin.admin@example.org')
    const reply = await type(['user', 'reset-password', 'wer@example.org', '--yes'])
    expect(reply.code).toBe(1)
    expect(reply.remarks).toMatch(
      /^Ein Konto mit der Adresse wer@example\.org gibt es nicht\. Admins melden sich hier an mit: .*ich\.bin\.admin@example\.org/,
    )
  })

  test('of a deleted account is refused until it is unlocked', async () => {
    const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw, fow] })
    await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [id])
    const refused = await type(['user', 'reset-password', email, '--yes'])
    expect(refused).toMatchObject({ code: 1, remarks: expect.stringContaining(`user unlock ${email}`) })
    expect((await storedAccount(app, id)).links).toBe(0)
    expect((await type(['user', 'unlock', email, '--yes'])).code).toBe(0)
    expect((await storedAccount(app, id)).deactivated_at).toBeNull()
    expect((await type(['user', 'reset-password', email, '--yes'])).code).toBe(0)
    for (const school of [fsw, fow])
      expect((await operatorLines(school, id)).map(({ action }) => action)).toEqual([
        'user_restored',
        'password_link_made',
      ])
  })
})

test('unlocking ends the wait after wrong passwords at once', async () => {
  const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  const household = anotherHousehold()
  for (let tries = 0; tries < 5; tries++) expect((await logIn(email, 'falsch', household)).statusCode).toBe(422)
  expect((await logIn(email, TEST_PASSWORD, household)).statusCode).toBe(429)
  expect((await type(['user', 'unlock', email, '--yes'])).code).toBe(0)
  expect((await logIn(email, TEST_PASSWORD, household)).statusCode).toBe(200)
  expect(await operatorLines(fsw, id)).toMatchObject([{ action: 'user_unlocked' }])
})

test('a second factor goes with its codes and sessions, and its owner is told', async () => {
  const { id, email } = await makeUser(app, { role: 'admin', schools: [fsw] })
  await app.database.owner.query(
    `with codes as (insert into recovery_code (user_id, code_hash) values ($1, 'x'))
     update app_user set two_factor_secret = 'x', two_factor_enabled_at = now() where id = $1`,
    [id],
  )
  const browser = await app.signedIn(id)
  expect(await type(['user', 'disable-second-factor', email, '--yes'])).toMatchObject({ code: 0 })
  expect(await storedAccount(app, id)).toMatchObject({
    two_factor_secret: null,
    two_factor_enabled_at: null,
    sessions: 0,
  })
  expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(401)
  expect(await accountMailsOf(app, id)).toMatchObject([
    { template: 'two_factor_changed', event: 'reset', state: 'queued' },
  ])
  expect(await operatorLines(fsw, id)).toMatchObject([{ action: 'two_factor_reset' }])
  await addPasskey(await app.signedIn(id))
  expect(await type(['user', 'disable-second-factor', email, '--yes'])).toMatchObject({ code: 0 })
  expect((await (await app.signedIn(id)).call(passkeyEndpoints.list)).json().passkeys).toEqual([])
  const mails = (await accountMailsOf(app, id)).length
  const again = await type(['user', 'disable-second-factor', email, '--yes'])
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('Es wurde nichts geändert.') })
  expect(await accountMailsOf(app, id)).toHaveLength(mails)
})

test('a demanded way to sign in is lifted, and the log of the school says who did it', async () => {
  const { id } = await makeUser(app, { role: 'viewer', schools: [fow] })
  const browser = await app.signedIn(id)
  const lacked = async () => (await browser.call(accountEndpoints.basedata)).json().session.lacked_way
  expect(await type(['school', 'allow-password', 'fow'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('Es wurde nichts geändert.'),
  })
  await plantDemand(app, fow, { ways: 'no_password' })
  expect(await lacked()).not.toBeNull()
  expect((await type(['school', 'allow-password', 'xyz', '--yes'])).remarks).toContain('Es gibt: fow, fsw')
  expect((await type(['school', 'allow-password', 'fow'], 'n')).code).toBe(1)
  expect(await lacked()).not.toBeNull()
  expect((await type(['school', 'allow-password', 'fow', '--yes'])).code).toBe(0)
  expect(await lacked()).toBeNull()
  const logged = await insideSchool(app, fow, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['user_name', 'changed_fields'])
      .where('action', '=', 'settings_changed')
      .execute(),
  )
  expect(logged).toEqual([{ user_name: OPERATOR_NAME, changed_fields: ['login_ways:no_password>all'] }])
})

describe('another admin', () => {
  const create = (...more: string[]) =>
    type(['user', 'create-admin', '--name', 'Frau Notfall', '--email', 'Notfall@example.org', '--yes', ...more])

  test('is made at the named school, sets a password by the link and signs in', async () => {
    expect(await create()).toMatchObject({
      code: 2,
      remarks: expect.stringContaining('--school eine Schule: fow, fsw'),
    })
    expect(await create('--school', 'xyz')).toMatchObject({
      code: 2,
      remarks: expect.stringContaining('gibt es nicht: xyz'),
    })
    const made = await create('--school', 'fsw')
    expect(made).toMatchObject({ code: 0 })
    expect((await takePasswordLink(app, linkOf(made))).statusCode).toBe(200)
    const { rows } = await app.database.owner.query(
      "select id, role, name from app_user where email = 'notfall@example.org'",
    )
    expect(rows).toMatchObject([{ role: 'admin', name: 'Frau Notfall' }])
    expect(await operatorLines(fsw, Number(rows[0].id))).toMatchObject([{ action: 'user_created' }])
    expect((await storedAccount(app, rows[0].id)).schools).toEqual([fsw])
    expect(await create('--school', 'fsw')).toMatchObject({
      code: 1,
      remarks: expect.stringContaining('gibt es schon'),
    })
  })

  test.each([
    [['--name', 'Frau Notfall'], '--email'],
    [['--email', 'a@b.de'], '--name'],
    [['--name', 'Frau Notfall', '--email', 'keine'], '--email'],
  ])('is refused with %s', async (line, fault) => {
    const { code, remarks } = await type(['user', 'create-admin', '--yes', ...line])
    expect([code, remarks.startsWith(`${fault}: `)]).toEqual([2, true])
  })
})

test('an admin finds what the operator did among the people, not as the system', async () => {
  const { id, email } = await makeUser(app, { role: 'viewer', schools: [fow] })
  await type(['user', 'reset-password', email, '--yes'])
  const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fow] })).id)
  const found = async (actor: string) =>
    (await admin.call(userlogEndpoints.list, { query: { actor, entity_id: String(id) } })).json().data.map(actorName)
  expect(await found('people')).toContain('Betreiber, Kommandozeile')
  expect(await found('system')).not.toContain('Betreiber, Kommandozeile')
})
