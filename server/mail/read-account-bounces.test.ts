import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { bounceNotice, type Notice } from '#server/test/bounce-notice.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startImapServer, type TestImapServer } from '#server/test/imap-server.ts'
import { openMailedSchool } from '#server/test/mailed-school.ts'
import { accountMailsOf, askForLink, sameForAll } from '#server/test/password-links.ts'
import type { PostOffice } from '#server/test/post-office.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { readBounces } from './read-bounces.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let head: TestVisitor
let imap: TestImapServer
openMailedSchool((opened) => {
  ;({ app, post, fsw } = opened)
})
beforeAll(async () => {
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  imap = await startImapServer()
})
afterEach(async () => {
  imap.clear()
  await ask('delete from account_mail; delete from bounce_mailbox')
})
afterAll(() => imap.stop())

const ask = (text: string) => app.database.owner.query(text)
const read = () => readBounces(app.platform, imap.address(), { stepMs: 300 })({})
const anyone = (school = fsw) => makeUser(app, { role: 'viewer', schools: [school] })

/** Sends a link for a new password; returns the header of the mail. */
async function sendTo({ email }: { email: string }) {
  await askForLink(app, email)
  await post.runDue()
  const mail = post.mails.findLast(({ envelope }) => envelope[0] === email)
  return mail?.raw.split('\r\n\r\n', 1)[0] ?? ''
}
const arrive = (notice: Partial<Notice> & { header: string; recipient: string }) =>
  imap.arrive(bounceNotice(notice), app.platform.now())

/** The account's mail comes back. */
async function comeBack(user: { email: string }, notice: Partial<Notice> = {}) {
  arrive({ header: await sendTo(user), recipient: user.email, ...notice })
  await read()
}

const markOf = async ({ id }: { id: number }, visitor = head) => {
  const { users } = (await visitor.call(userEndpoints.list)).json() as { users: User[] }
  return users.find((user) => user.id === id)?.unreachable
}
const count = async (visitor = head) => (await visitor.call(userEndpoints.tasks)).json().unreachable
const UNKNOWN = { since: expect.any(String), reason: 'unknown' }

describe('a notice about the mail of an account', () => {
  test('marks the address at the account, and the mail as failed', async () => {
    const user = await anyone()
    const header = await sendTo(user)
    expect(header).toMatch(/Message-ID: <mail-account-\d+-[0-9a-f-]{36}@localhost>/i)
    expect([await markOf(user), await count()]).toEqual([null, 0])
    arrive({ header, recipient: user.email })
    await read()
    expect([await markOf(user), await count(), imap.seen()]).toEqual([UNKNOWN, 1, [1]])
    expect(await accountMailsOf(app, user.id)).toMatchObject([
      { state: 'failed', error: 'returned: 5.1.1 user unknown', bounce_reason: 'unknown', is_bounce_late: true },
    ])
  })

  test('says an invitation did not arrive', async () => {
    const body = { name: 'Frau Neu', email: 'neu@example.org' }
    const id = (await head.call(userEndpoints.add, { body })).json().id as number
    await post.runDue()
    const mail = post.mails.findLast(({ envelope }) => envelope[0] === body.email)
    const employeeId = await insideSchool(app, fsw, async (tx) => {
      const row = { firstname: 'Nele', lastname: 'Neu', short_name: 'Ne', employee_type: 'teacher', user_id: id }
      return (await tx.insertInto('employee').values(row).returning('id').executeTakeFirstOrThrow()).id
    })
    arrive({ header: mail?.raw.split('\r\n\r\n', 1)[0] ?? '', recipient: body.email })
    await read()
    const { users } = (await head.call(userEndpoints.list)).json() as { users: User[] }
    expect(users.find((user) => user.id === id)).toMatchObject({
      invitation: { state: 'failed' },
      unreachable: UNKNOWN,
    })
    const employees = (await head.call(employeeEndpoints.list)).json() as EmployeeRow[]
    expect(employees.find((one) => one.id === employeeId)?.account).toMatchObject({
      invitation: 'failed',
      unreachable: 'unknown',
    })
  })

  test.each([
    ['5.7.1', null],
    ['5.2.2', null],
    ['5.4.4', { since: expect.any(String), reason: 'no_server' }],
  ])('with the status %s', async (status, expected) => {
    const user = await anyone()
    await comeBack(user, { status })
    expect(await markOf(user)).toEqual(expected)
    expect(await count()).toBe(expected === null ? 0 : 1)
  })

  test('with a forged token, another address or another mail is left alone', async () => {
    const [user, other] = [await anyone(), await anyone()]
    const header = await sendTo(user)
    const otherHeader = await sendTo(other)
    const token = /mail-account-\d+-([0-9a-f-]{36})/.exec(header)?.[1] ?? ''
    arrive({ header: header.replace(token, crypto.randomUUID()), recipient: user.email })
    arrive({ header, recipient: other.email })
    arrive({ header: header.replace(/mail-account-(\d+)/, `mail-${fsw}-$1`), recipient: user.email })
    const otherId = /mail-account-(\d+)/.exec(otherHeader)?.[1]
    arrive({ header: header.replace(/mail-account-\d+/, `mail-account-${otherId}`), recipient: other.email })
    await ask("update account_mail set sent_at = now() - interval '14 days 1 hour' where bounce_token is not null")
    arrive({ header, recipient: user.email })
    await read()
    expect([await count(), imap.seen()]).toEqual([0, []])
    expect(await accountMailsOf(app, user.id)).toMatchObject([{ state: 'sent', bounce_reason: null }])
  })

  test('counts once: when it arrives again, the address stays good', async () => {
    const user = await anyone()
    const header = await sendTo(user)
    arrive({ header, recipient: user.email })
    await read()
    expect([await markOf(user), imap.seen().length]).toEqual([UNKNOWN, 1])
    await ask('update account_mail set bounce_reason = null')
    arrive({ header, recipient: user.email })
    await read()
    expect([await markOf(user), imap.seen().length]).toEqual([null, 1])
  })

  test('of a refusal at once counts until a later mail is accepted', async () => {
    const user = await anyone()
    Object.assign(post.server.state, { mood: 'refuse', words: '5.1.1 User unknown' })
    await sendTo(user)
    expect(await markOf(user)).toEqual(UNKNOWN)
    post.server.state.mood = 'accept'
    await sendTo(user)
    expect(await markOf(user)).toBe(null)
  })
})

describe('the mark', () => {
  test('ends when nothing came back for five days after a later mail', async () => {
    const user = await anyone()
    await comeBack(user)
    await sendTo(user)
    expect(await markOf(user)).toEqual(UNKNOWN)
    await ask("update account_mail set bounced_at = now() - interval '9 days' where bounced_at is not null")
    const later = async (days: string) => {
      await ask(`update account_mail set sent_at = now() - interval '${days}' where state = 'sent'`)
      await tidyUp(app.platform)({})
      return markOf(user)
    }
    expect(await later('4 days 23 hours')).toEqual(UNKNOWN)
    expect(await later('5 days 1 hour')).toBe(null)
  })

  test('belongs to the address: a new one has none, the old one has it again', async () => {
    const user = await anyone()
    await comeBack(user)
    const move = async (email: string) => {
      await app.database.owner.query('update app_user set email = $2 where id = $1', [user.id, email])
      return markOf(user)
    }
    expect(await move('anders@example.org')).toBe(null)
    expect(await count()).toBe(0)
    expect(await move(user.email)).toEqual(UNKNOWN)
    // Somebody else who takes the address over starts without it.
    await move('anders2@example.org')
    const heir = await anyone()
    await app.database.owner.query('update app_user set email = $2 where id = $1', [heir.id, user.email])
    expect(await markOf(heir)).toBe(null)
  })

  test('is seen by those who manage the account alone', async () => {
    const fow = await makeSchool(app, 'fow')
    const neighbour = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fow] })).id)
    const user = await anyone()
    await comeBack(user)
    expect([await count(), await count(neighbour), await count(admin)]).toEqual([1, 0, 1])
    expect(await markOf(user, neighbour)).toBe(undefined)
    const viewer = await app.signedIn(user.id)
    expect((await viewer.call(userEndpoints.tasks)).statusCode).toBe(403)
    await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [user.id])
    expect(await count()).toBe(0)
  })

  test('changes nothing for strangers who ask for a link, and the mail is sent all the same', async () => {
    const [marked, good] = [await anyone(), await anyone()]
    await comeBack(marked)
    const replies = [
      await askForLink(app, marked.email),
      await askForLink(app, good.email),
      await askForLink(app, 'niemand@example.org'),
    ]
    expect(new Set(replies.map((reply) => JSON.stringify(sameForAll(reply)))).size).toBe(1)
    await post.runDue()
    expect(post.mails.filter(({ envelope }) => envelope[0] === marked.email)).toHaveLength(2)
  })
})
