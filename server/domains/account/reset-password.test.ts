import { describe, expect, test } from 'vitest'
import { LINK_IS_OVER, passwordEndpoints } from '#contract/account/account.passwords.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { COMMON_PASSWORD, PASSWORDS_DIFFER } from '#contract/account/password-rules.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantIdentity } from '#server/test/identity-provider.ts'
import { openMailedSchool } from '#server/test/mailed-school.ts'
import {
  anotherHousehold,
  isLinkGood,
  linkIn,
  NEW_PASSWORD,
  receiveLink,
  sameForAll,
  takePasswordLink,
} from '#server/test/password-links.ts'
import type { PostOffice } from '#server/test/post-office.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'

let app: TestApp
let post: PostOffice
let fsw: number
openMailedSchool((opened) => {
  ;({ app, post, fsw } = opened)
})

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const logIn = (email: string, password: string) => app.visitor(anotherHousehold()).logIn(email, password)
const logOf = (userId: number) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .selectAll()
      .where('entity_type', '=', 'user')
      .where('entity_id', '=', userId)
      .orderBy('id')
      .execute(),
  )
const isOver = { message: LINK_IS_OVER, errors: { email: [LINK_IS_OVER] } }

describe('a good link', () => {
  test('sets the password, ends every session, tells the owner and logs nobody in (security case 13)', async () => {
    const { id, email } = await anyone()
    const browsers = [await app.signedIn(id), await app.signedIn(id)]
    // Perhaps of somebody who knew the old password.
    await plantIdentity(app, id, 'self')
    const link = await receiveLink(app, post, email)
    const reply = await takePasswordLink(app, link)
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([200, undefined])
    for (const browser of browsers) expect((await browser.call(accountEndpoints.basedata)).statusCode).toBe(401)
    expect((await ask('select from identity where user_id = $1', [id])).rowCount).toBe(0)
    expect((await logIn(email, TEST_PASSWORD)).statusCode).toBe(422)
    expect((await logIn(email, NEW_PASSWORD)).statusCode).toBe(200)
    await post.runDue()
    expect(post.mails.at(-1)).toMatchObject({ envelope: [email], subject: 'Ihr Passwort wurde geändert' })
  })

  test('is noted in the log without address, password or token', async () => {
    const { id, email } = await anyone()
    const link = await receiveLink(app, post, email)
    await takePasswordLink(app, link)
    const log = await logOf(id)
    expect(log.map(({ action, result }) => [action, result])).toEqual([
      ['password_reset_requested', 'ok'],
      ['password_reset', 'ok'],
    ])
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${link.token}|${email}|${NEW_PASSWORD}`))
  })

  test('of an address that the account no longer has opens nothing', async () => {
    const { id, email } = await anyone()
    const link = await receiveLink(app, post, email)
    await ask('update app_user set email = $2 where id = $1', [id, `neu.${email}`])
    const reply = await takePasswordLink(app, { ...link, email: `neu.${email}` })
    expect([reply.statusCode, reply.json()]).toEqual([422, isOver])
    expect((await logIn(`neu.${email}`, TEST_PASSWORD)).statusCode).toBe(200)
  })

  test('works 59:59 minutes after its mail, not 60:01 minutes after it (security case 16)', async () => {
    for (const [gone, status] of [
      ['59 minutes 59 seconds', 200],
      ['60 minutes 1 second', 422],
    ] as const) {
      const { id, email } = await anyone()
      const link = await receiveLink(app, post, email)
      await ask('update password_link set expires_at = expires_at - $2::interval where user_id = $1', [id, gone])
      expect((await takePasswordLink(app, link)).statusCode, gone).toBe(status)
    }
  })

  test('does not depend on the day the application’s clock shows', async () => {
    const { email } = await anyone()
    const shown = app.platform.now()
    const link = await receiveLink(app, post, email)
    app.setNow(new Date('2036-10-25T02:30:00+01:00'))
    expect((await takePasswordLink(app, link)).statusCode).toBe(200)
    app.setNow(shown)
  })

  test('finds its account whatever the case of the letters', async () => {
    const { email } = await anyone()
    const { token } = await receiveLink(app, post, email)
    expect((await takePasswordLink(app, { token, email: email.toUpperCase() })).statusCode).toBe(200)
  })

  test('sets the first password of who was invited', async () => {
    const { id, email } = await anyone()
    await ask('update app_user set password_hash = null where id = $1', [id])
    expect((await logIn(email, TEST_PASSWORD)).statusCode).toBe(422)
    expect((await takePasswordLink(app, await receiveLink(app, post, email))).statusCode).toBe(200)
    expect((await logIn(email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('voids a login that waits for its second factor', async () => {
    const { id, email } = await anyone()
    await ask("select start_login_challenge('\\x01', $1, false, now() + interval '5 minutes')", [id])
    await takePasswordLink(app, await receiveLink(app, post, email))
    expect((await ask('select 1 from login_challenge where user_id = $1', [id])).rows).toEqual([])
  })
})

describe('a link that does not work (security case 16)', () => {
  test('gets the same answer whether it is wrong, used, expired, for another address or for a deactivated account', async () => {
    const { email } = await anyone()
    const other = await anyone()
    const used = await receiveLink(app, post, email)
    await takePasswordLink(app, used)
    const overdue = await anyone()
    const over = await receiveLink(app, post, overdue.email)
    await ask('update password_link set expires_at = now() where user_id = $1', [overdue.id])
    const gone = await anyone()
    const dead = await receiveLink(app, post, gone.email)
    await ask('update app_user set deactivated_at = now() where id = $1', [gone.id])
    const foreign = await receiveLink(app, post, other.email)

    const cases = {
      wrong: { token: 'falsch', email: other.email },
      unknown: { token: 'falsch', email: 'niemand@example.org' },
      used,
      over,
      dead,
      foreign: { token: foreign.token, email },
    }
    const replies = []
    for (const [name, link] of Object.entries(cases)) {
      expect(await isLinkGood(app, link), name).toEqual({ is_valid: false })
      const reply = await takePasswordLink(app, link)
      expect([reply.statusCode, reply.json()], name).toEqual([422, isOver])
      replies.push(sameForAll(reply))
    }
    for (const reply of replies) expect(reply).toEqual(replies[0])
    for (let asked = 0; asked < 2; asked += 1) expect(await isLinkGood(app, foreign)).toEqual({ is_valid: true })
    expect((await takePasswordLink(app, foreign)).statusCode).toBe(200)
  })

  test('is every link but the newest', async () => {
    const { email } = await anyone()
    const older = await receiveLink(app, post, email)
    const newer = await receiveLink(app, post, email)
    expect((await takePasswordLink(app, older)).json()).toEqual(isOver)
    expect((await takePasswordLink(app, newer)).statusCode).toBe(200)
  })

  test('is one from before the password was changed', async () => {
    const { id, email } = await anyone()
    const link = await receiveLink(app, post, email)
    const browser = await app.signedIn(id)
    const change = { current_password: TEST_PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    expect((await browser.call(passwordEndpoints.change, { body: change })).statusCode).toBe(200)
    expect((await takePasswordLink(app, link)).json()).toEqual(isOver)
  })

  test('is the same link in nine of ten calls at the same moment', async () => {
    const { email } = await anyone()
    const link = await receiveLink(app, post, email)
    const passwords = Array.from({ length: 10 }, (_, index) => `Wir pflanzen ${index} Bäume im Garten`)
    const replies = await Promise.all(passwords.map((password) => takePasswordLink(app, link, { password })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
    const winner = passwords[replies.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
    expect((await logIn(email, winner)).statusCode).toBe(200)
    await post.runDue()
    expect(post.mails.filter((mail) => mail.envelope[0] === email && !linkIn(mail))).toHaveLength(1)
  })

  test('tried a hundred times from one address is refused with 429', async () => {
    await ask("delete from rate_limit where key like 'linkTries%'")
    const household = '10.98.0.1'
    const tryOne = () =>
      takePasswordLink(app, { token: 'x', email: 'a@example.org' }, { password: '12345678', household })
    for (let i = 0; i < 100; i++) expect((await tryOne()).statusCode).toBe(422)
    expect((await tryOne()).statusCode).toBe(429)
  })
})

describe('a new password', () => {
  test('that is refused does not use the link up', async () => {
    const { id, email } = await anyone()
    await ask("update app_user set name = 'Rosa Tal' where id = $1", [id])
    const link = await receiveLink(app, post, email)
    for (const password of ['Passwort1', 'rosatal2026', 'Wacholderhain', email]) {
      const reply = await takePasswordLink(app, link, { password })
      expect([reply.statusCode, reply.json().errors], password).toEqual([422, { password: [COMMON_PASSWORD] }])
    }
    const short = await takePasswordLink(app, link, { password: 'siebenz' })
    expect(short.json().errors.password).toEqual(['Mindestens 8 Zeichen angeben.'])
    expect((await takePasswordLink(app, link)).statusCode).toBe(200)
  })

  test('is not compared with anybody’s name when the link is wrong', async () => {
    const { id, email } = await anyone()
    await ask("update app_user set name = 'Rosa Tal' where id = $1", [id])
    const reply = await takePasswordLink(app, { token: 'falsch', email }, { password: 'rosatal2026' })
    expect(reply.json()).toEqual(isOver)
  })

  test('may have 8 or 200 characters, umlauts and blanks, and is the same however they are composed', async () => {
    for (const password of ['Äöü ß§8€', `${'Ein Satz mit Bäumen. '.repeat(9)}endet hier.`]) {
      const { email } = await anyone()
      const link = await receiveLink(app, post, email)
      expect((await takePasswordLink(app, link, { password })).statusCode).toBe(200)
      expect((await logIn(email, password.normalize('NFD'))).statusCode).toBe(200)
    }
  })

  test('must be given twice', async () => {
    const body = { email: 'a@example.org', token: 'x', password: NEW_PASSWORD, password_confirmation: 'anders' }
    const reply = await app.visitor(anotherHousehold()).call(passwordEndpoints.reset, { body })
    expect(reply.json().errors).toEqual({ password_confirmation: [PASSWORDS_DIFFER] })
  })
})
