import { describe, expect, test } from 'vitest'
import { FORGOT_ANSWER, passwordEndpoints } from '#contract/account/account.passwords.ts'
import { makeUser } from '#server/test/factories.ts'
import { plantIdentity } from '#server/test/identity-provider.ts'
import { openMailedSchool } from '#server/test/mailed-school.ts'
import {
  accountMailsOf,
  askForLink,
  linkIn,
  receiveLink,
  sameForAll,
  takePasswordLink,
} from '#server/test/password-links.ts'
import type { PostOffice } from '#server/test/post-office.ts'
import type { TestApp } from '#server/test/test-app.ts'

let app: TestApp
let post: PostOffice
let fsw: number
openMailedSchool((opened) => {
  ;({ app, post, fsw } = opened)
})

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)

describe('somebody who forgot the password', () => {
  test('gets a mail by the school with a link to the page, the address in it', async () => {
    const { id, email } = await anyone()
    const reply = await askForLink(app, email)
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: FORGOT_ANSWER }])
    await post.runDue()
    const [mail] = post.mails
    expect(mail?.envelope).toEqual([email])
    expect(mail?.from).toEqual({ name: 'Freie Schule Wacholderhain', address: 'schulhof@example.org' })
    expect(mail?.replyTo?.[0]?.address).toBe('sekretariat.fsw@example.org')
    expect(mail?.subject).toBe('Passwort zurücksetzen')
    expect(mail?.text).toContain('Der Link gilt 60 Minuten und nur einmal.')
    const link = linkIn(mail)
    expect(link?.email).toBe(email)
    expect(mail?.html).toContain(`http://localhost:3000/app/base/reset-password/${link?.token}`)
    expect(Buffer.from(link?.token ?? '', 'base64url')).toHaveLength(24)
    expect(await accountMailsOf(app, id)).toMatchObject([
      { state: 'sent', recipient_encrypted: null, recipient_masked: 'p***@example.org', message_id: mail?.messageId },
    ])
  })

  test('finds the account whatever the case of the letters', async () => {
    const { email } = await anyone()
    await askForLink(app, email.toUpperCase())
    await post.runDue()
    expect(post.mails).toHaveLength(1)
  })

  test('without a school is written to by the product', async () => {
    const { email } = await makeUser(app, { role: null, schools: [] })
    await askForLink(app, email)
    await post.runDue()
    expect(post.mails[0]?.from?.name).toBe('Schulhof')
    expect(post.mails[0]?.replyTo?.[0]?.address).toBe('schulhof@example.org')
  })

  test('gets the same answer as for an address without account, or of a deactivated one or of one made by a group, which get no mail (security case 15)', async () => {
    const { email } = await anyone()
    const gone = await anyone()
    await ask('update app_user set deactivated_at = now() where id = $1', [gone.id])
    const grouped = await anyone()
    await plantIdentity(app, grouped.id, 'rule')
    const replies = []
    for (const address of [email, 'niemand@example.org', gone.email, grouped.email])
      replies.push(await askForLink(app, address))
    const [known, ...others] = replies.map(sameForAll)
    for (const other of others) expect(other).toEqual(known)
    await post.runDue()
    expect(post.mails.map(({ envelope }) => envelope)).toEqual([[email]])
  })

  test('costs the request the same statements for every address: a job looks the account up (security case 15)', async () => {
    const { email } = await anyone()
    const jobs = async () =>
      (await ask('select task_identifier as task from graphile_worker.jobs order by id')).rows.map(({ task }) => task)
    await askForLink(app, 'niemand2@example.org')
    expect(await jobs()).toEqual(['forgot_password'])
    await askForLink(app, email)
    expect(await jobs()).toEqual(['forgot_password', 'forgot_password'])
    const { rows } = await ask('select payload::text from graphile_worker._private_jobs')
    expect(JSON.stringify(rows)).not.toMatch(/example|niemand|person/)
  })

  test('whatever host the request names, the link leads to the configured one (security case 16)', async () => {
    const { email } = await anyone()
    await askForLink(app, email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    await post.runDue()
    expect(post.mails[0]?.raw).not.toContain('evil.example')
    expect(linkIn(post.mails[0])).toBeDefined()
  })

  test('with an address that is none is told so', async () => {
    const reply = await askForLink(app, 'a@example.org, b@example.org')
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['email']])
  })
})

describe('asking again and again', () => {
  test('sends three mails an hour to one address; the answer stays the same', async () => {
    const { email } = await anyone()
    const bodies = new Set<string>()
    for (let i = 0; i < 20; i++) bodies.add((await askForLink(app, i % 2 ? email : email.toUpperCase())).body)
    await post.runDue()
    expect(bodies.size).toBe(1)
    // Three requests came at once, and only the newest one gets a mail.
    expect(post.mails).toHaveLength(1)
    const { rows } = await ask(
      "select count(*)::int as n from account_mail where recipient_masked = 'p***@example.org' and state in ('sent', 'dropped') and user_id = (select id from app_user where email = $1)",
      [email],
    )
    expect(rows).toEqual([{ n: 3 }])
  })

  test('from one network address is refused after thirty, for whatever accounts', async () => {
    const visitor = app.visitor('10.99.0.1')
    const statuses = []
    for (let i = 0; i < 31; i++) {
      statuses.push(await visitor.call(passwordEndpoints.forgot, { body: { email: `nr${i}@example.org` } }))
    }
    expect(statuses.slice(0, 30).every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(statuses[30]?.statusCode).toBe(429)
    expect(Number(statuses[30]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('makes the older link void, even before the new mail is there (security case 16)', async () => {
    const { email } = await anyone()
    const older = await receiveLink(app, post, email)
    post.server.state.mood = 'busy'
    await askForLink(app, email)
    await post.runDue()
    expect((await takePasswordLink(app, older)).statusCode).toBe(422)
    post.server.state.mood = 'accept'
    await post.runAll()
    const newer = linkIn(post.mails.at(-1)) ?? older
    expect(newer.token).not.toBe(older.token)
    expect((await takePasswordLink(app, newer)).statusCode).toBe(200)
  })

  test('while mails cannot be sent leaves one mail for later: the newest', async () => {
    const { id, email } = await anyone()
    await post.server.stop()
    await askForLink(app, email)
    await post.runDue()
    await askForLink(app, email)
    await post.runDue()
    await post.server.start()
    await post.runAll()
    expect(post.mails).toHaveLength(1)
    expect((await accountMailsOf(app, id)).map(({ state }) => state)).toEqual(['dropped', 'sent'])
    expect((await takePasswordLink(app, linkIn(post.mails[0]) ?? { token: '', email })).statusCode).toBe(200)
  })
})
