import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAIL_TEST_CONTENT, MAIL_TEST_SENT, MAIL_TEST_SUBJECT, mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { DELIVERY_TEXTS } from '#server/mail/deliver-now.ts'
import { type MailTransport, openTransport } from '#server/mail/transport.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startMailServer } from '#server/test/mail-server.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const SENDER = 'schulhof@example.org'

let app: TestApp
let school: number
let server: Awaited<ReturnType<typeof startMailServer>>
let transport: MailTransport
let admin: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  school = await makeSchool(app, 'fsw')
  server = await startMailServer()
  transport = openTransport(server.url, `Schulhof <${SENDER}>`)
})
afterAll(async () => {
  transport.close()
  await server.stop()
  await app.stop()
})
beforeEach(async () => {
  app.platform.mailTransport = transport
  server.mails.length = 0
  Object.assign(server.state, { mood: 'accept', words: 'says the mail server' })
  // Each call uses another admin, because one admin may send only ten mails an hour.
  admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [school] })).id)
})

const form = (change: Record<string, unknown> = {}) => ({
  from: SENDER,
  to: 'admin@example.org',
  subject: MAIL_TEST_SUBJECT,
  content: MAIL_TEST_CONTENT,
  ...change,
})
const send = (change: Record<string, unknown> = {}) => admin.call(mailtestEndpoints.send, { body: form(change) })

const logged = async () => {
  const { id } = await makeUser(app, { role: 'admin', schools: [school] })
  const reply = await (await app.signedIn(id)).call(userlogEndpoints.list, { query: { action: 'mail_tested' } })
  return reply.json().data[0]
}

describe('a test mail', () => {
  test('is offered with the one sender and the texts of the spec', async () => {
    const reply = await admin.call(mailtestEndpoints.defaults)
    expect(reply.json()).toEqual({
      from: SENDER,
      subject: 'Testmail SMTP-Test',
      content: MAIL_TEST_CONTENT,
      is_configured: true,
    })
  })

  test('leaves at once, as typed, and is logged without any address', async () => {
    const reply = await send({ content: 'Zeile <b>1</b>\n\nZeile & 2' })
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'E-Mail wurde erfolgreich gesendet' }])
    expect(server.mails).toHaveLength(1)
    const [mail] = server.mails
    expect(mail?.subject).toBe('Testmail SMTP-Test')
    expect(mail?.text?.trim()).toBe('Zeile <b>1</b>\n\nZeile & 2')
    expect(mail?.html).toContain('Zeile &lt;b&gt;1&lt;/b&gt;\n\nZeile &amp; 2')
    const row = await logged()
    expect(row).toMatchObject({ result: 'ok', entity_type: 'mail', entity_id: null })
    expect(JSON.stringify(row)).not.toContain('@')
  })

  test.each([
    ['from', { from: 'leitung@example.org' }],
    ['from', { from: `${SENDER}, x@example.org` }],
    ['from', { from: `Chef <${SENDER}>` }],
    ['to', { to: 'a@example.org, b@example.org' }],
    ['to', { to: 'a@example.org;b@example.org' }],
    ['to', { to: Array.from({ length: 10 }, (_, i) => `p${i}@example.org`) }],
    ['to', { to: Array.from({ length: 10 }, (_, i) => `p${i}@example.org`).join(',') }],
    ['to', { to: 'a@example.org\r\nBcc: b@example.org' }],
    ['to', { to: 'a@example.org\u0000' }],
    ['to', { to: '"a,b"@example.org' }],
    ['to', { to: '' }],
    ['subject', { subject: ' ' }],
    ['content', { content: '' }],
    ['content', { content: 'x'.repeat(5001) }],
  ])('is refused under %s: %j', async (field, change) => {
    const reply = await send(change)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toEqual([field])
    expect(server.mails).toHaveLength(0)
  })

  test.each([
    'Betreff\r\nBcc: b@example.org',
    'Betreff\nBcc: b@example.org',
    'Be\u0000treff\r\n\r\n<script>',
    '\u2028Bcc: x',
  ])('carries no header that the subject %j would add', async (subject) => {
    expect((await send({ subject })).statusCode).toBe(200)
    const [mail] = server.mails
    expect(mail?.envelope).toEqual(['admin@example.org'])
    expect(mail?.from).toMatchObject({ address: SENDER })
    expect([mail?.to?.length, mail?.cc, mail?.bcc]).toEqual([1, undefined, undefined])
    expect(mail?.headers.filter(({ key }) => ['from', 'to', 'bcc', 'cc'].includes(key)).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['from', 'to']),
    )
    expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false)
  })

  test('is limited to ten an hour for each admin', async () => {
    for (let i = 0; i < 10; i++) expect((await send()).json().message).toBe(MAIL_TEST_SENT)
    const reply = await send()
    expect([reply.statusCode, reply.json().message]).toEqual([429, DELIVERY_TEXTS.tooMany])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000)
    expect(server.mails).toHaveLength(10)
  })

  test('is for admins alone', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [school] })
    const reply = await (await app.signedIn(id)).call(mailtestEndpoints.send, { body: form() })
    expect([reply.statusCode, server.mails.length]).toEqual([403, 0])
  })
})

describe('a test mail that fails', () => {
  test('says what the mail server says, without addresses', async () => {
    Object.assign(server.state, {
      mood: 'no sender',
      words: '5.7.60 SMTP; schulhof@example.org may not send as <admin@example.org>',
    })
    const reply = await send()
    expect([reply.statusCode, reply.json()]).toEqual([
      422,
      { message: 'Der Mailserver antwortet: 550 5.7.60 SMTP; … may not send as <…>' },
    ])
    expect((await logged()).result).toBe('error')
  })

  test('names the reason when there is no mail server', async () => {
    app.platform.mailTransport = undefined
    const reply = await send()
    expect([reply.statusCode, reply.json()]).toEqual([422, { message: DELIVERY_TEXTS.notConfigured }])
    expect((await admin.call(mailtestEndpoints.defaults)).json().is_configured).toBe(false)
  })

  test('names the reason when the mail server cannot be reached', async () => {
    const nobody = openTransport('smtp://geheim:kennwort@127.0.0.1:1', SENDER)
    app.platform.mailTransport = nobody
    const reply = await send()
    expect([reply.statusCode, reply.json()]).toEqual([422, { message: DELIVERY_TEXTS.unreachable }])
    nobody.close()
  })

  test('does not wait for ever, and uses no database connection meanwhile', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const silent = () => {
      resolve()
      return new Promise<void>(() => {})
    }
    app.platform.mailTransport = { send: silent, close: () => {} }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const answer = send()
      await asked
      const { totalCount, idleCount } = app.platform.pool
      expect(idleCount).toBe(totalCount)
      vi.advanceTimersByTime(20_000)
      const reply = await answer
      expect([reply.statusCode, reply.json()]).toEqual([422, { message: DELIVERY_TEXTS.silent }])
    } finally {
      vi.useRealTimers()
    }
  })
})
