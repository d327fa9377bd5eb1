import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type UnreachableContact, unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { bounceNotice, type Notice } from '#server/test/bounce-notice.ts'
import { type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { startImapServer, type TestImapServer } from '#server/test/imap-server.ts'
import { makeCertificate } from '#server/test/make-certificate.ts'
import { startTcpProxy } from '#server/test/tcp-proxy.ts'
import { readBounces } from './read-bounces.ts'

let school: CircularSchool
let imap: TestImapServer
beforeAll(async () => {
  school = await openCircularSchool()
  imap = await startImapServer()
})
beforeEach(() => school.forget())
afterEach(async () => {
  imap.clear()
  await school.app.database.owner.query('delete from bounce_mailbox')
})
afterAll(async () => {
  await imap.stop()
  await school.stop()
})

const LIMITS = { stepMs: 300, mails: 20 }
const read = (address = imap.address()) => readBounces(school.app.platform, address, LIMITS)({})
const refusal = (address?: string) =>
  read(address).then(
    () => 'read',
    (error: Error) => error.message,
  )

/** Sends a circular; returns the header of the mail to Anna. */
async function sendToAnna() {
  const id = await school.send({ tries_unreachable: true })
  await school.post.runDue()
  const mail = school.post.mails.findLast(({ envelope }) => envelope[0] === 'anna@example.org')
  return { id, header: mail?.raw.split('\r\n\r\n', 1)[0] ?? '' }
}
const arrive = (notice: Partial<Notice> & { header: string }, at = school.app.platform.now()) =>
  imap.arrive(bounceNotice({ recipient: 'anna@example.org', ...notice }), at)

const marked = async () =>
  ((await school.head.call(unreachableEndpoints.list, {})).json() as UnreachableContact[]).map(
    ({ name, reason }) => `${name}: ${reason}`,
  )
const failed = async (id: number) =>
  (await school.read(id)).recipients
    .filter(({ state }) => state === 'failed')
    .map(({ name, trouble }) => [name, trouble])
const change = (set: object) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('mail_log').set(set).execute())

describe('a notice about one of our mails', () => {
  test('marks the address, and the mail as failed; the notice is marked as read', async () => {
    const { id, header } = await sendToAnna()
    expect(header).toMatch(/Message-ID: <mail-\d+-\d+-[0-9a-f-]{36}@localhost>/i)
    arrive({ header })
    await read()
    expect(await marked()).toEqual(['Anna Müller: unknown'])
    expect(await failed(id)).toEqual([['Anna Müller', 'unknown']])
    expect(imap.seen()).toEqual([1])
  })

  test('counts with the whole mail in it, and when the mail was forwarded', async () => {
    const { header } = await sendToAnna()
    arrive({ header, recipient: 'weiter@example.com', original: 'Anna@Example.org', part: 'message/rfc822' })
    await read()
    expect(await marked()).toEqual(['Anna Müller: unknown'])
  })

  test.each([
    ['5.1.1', undefined, 'unknown', 'unknown'],
    ['5.4.4', undefined, 'no_server', 'no_server'],
    ['4.4.7', undefined, 'no_server', 'no_server'],
    ['4.2.2', undefined, 'full', 'full'],
    ['5.2.2', undefined, undefined, 'full'],
    ['5.7.1', undefined, undefined, 'refused'],
    ['4.7.0', undefined, undefined, 'refused'],
    ['5.3.4', undefined, undefined, 'refused'],
    ['5.0.0', 'smtp; 550 No such user', 'unknown', 'unknown'],
    ['5.0.0', 'smtp; 550 Blocked, looks like spam to this recipient', undefined, 'refused'],
    ['', 'smtp; 550 Mailbox full', undefined, 'full'],
  ])('with the status „%s“ and the words „%s“', async (...[status, diagnostic, reason, trouble]) => {
    const { id, header } = await sendToAnna()
    arrive({ header, status, ...(diagnostic ? { diagnostic } : {}) })
    await read()
    expect(await marked()).toEqual(reason ? [`Anna Müller: ${reason}`] : [])
    expect(await failed(id)).toEqual([['Anna Müller', trouble]])
  })

  test('stores nothing of its words', async () => {
    const { header } = await sendToAnna()
    arrive({ header, status: '5.0.0', diagnostic: 'smtp; 550 No such user geheimnis' })
    await read()
    const rows = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('mail_log').select('error').where('state', '=', 'failed').execute(),
    )
    expect(rows).toEqual([{ error: 'returned: 5.0.0 user unknown' }])
  })

  test('holds although a later mail was taken; days without a notice end it', async () => {
    const { header } = await sendToAnna()
    arrive({ header })
    await read()
    await sendToAnna()
    const later = (days: number) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx
          .updateTable('mail_log')
          .set({ sent_at: new Date(Date.now() - days * 86_400_000).toISOString() })
          .where('state', '=', 'sent')
          .execute(),
      )
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('mail_log')
        .set({ bounced_at: new Date(Date.now() - 9 * 86_400_000).toISOString() })
        .where('bounced_at', 'is not', null)
        .execute(),
    )
    await later(4.9)
    await tidyUp(school.app.platform)({})
    expect(await marked()).toHaveLength(1)
    await later(5.1)
    await tidyUp(school.app.platform)({})
    expect(await marked()).toEqual([])
  })
})

describe('left alone', () => {
  const nothing = async (id: number) => {
    await read()
    expect([await marked(), await failed(id), imap.seen()]).toEqual([[], [], []])
  }
  test('other mails, and notices about a delay', async () => {
    const { id, header } = await sendToAnna()
    imap.arrive('From: eltern@example.org\r\nSubject: Frage\r\n\r\nGuten Tag\r\n', school.app.platform.now())
    imap.arrive(`From: a@example.org\r\nContent-Type: text/plain\r\n\r\n${header}\r\n`, school.app.platform.now())
    arrive({ header, action: 'delayed', status: '4.4.1' })
    await nothing(id)
  })

  test('a mail that is no notice is not downloaded', async () => {
    const proxy = await startTcpProxy({ port: imap.port })
    const long = 'Guten Tag '.repeat(20_000)
    const report = (type: string) =>
      `From: a@example.org\r\nContent-Type: multipart/report; report-type=${type}; boundary=AB12\r\n\r\n--AB12\r\nContent-Type: text/plain\r\n\r\n${long}\r\n--AB12--\r\n`
    const bytesFor = async (raw: string) => {
      imap.arrive(raw, school.app.platform.now())
      const before = proxy.passed()
      await read(imap.address({ at: proxy.address.port }))
      return proxy.passed() - before
    }
    expect(await bytesFor(`From: eltern@example.org\r\nSubject: Frage\r\n\r\n${long}`)).toBeLessThan(20_000)
    expect(await bytesFor(report('disposition-notification'))).toBeLessThan(20_000)
    // The same mail as a notice about a delivery is.
    expect(await bytesFor(report('delivery-status'))).toBeGreaterThan(200_000)
    await proxy.stop()
  })

  test('a forged notice: another token, another address, another mail, or one from the text', async () => {
    const { id, header } = await sendToAnna()
    const token = /mail-\d+-\d+-([0-9a-f-]{36})/.exec(header)?.[1] ?? ''
    arrive({ header: header.replace(token, crypto.randomUUID()) })
    arrive({ header: header.replace(`-${token}`, '') })
    arrive({ header, recipient: 'jan@example.org' })
    arrive({ header: header.replace(/mail-(\d+)-(\d+)-/, (_all, a, b) => `mail-${a}-${Number(b) + 1}-`) })
    arrive({ header: header.replace(/mail-(\d+)-/, `mail-${school.fow}-`) })
    arrive({ header: header.replace(/mail-(\d+)-/, 'mail-999999999999999-') })
    arrive({ header: `X: y\r\n\r\n${header}`, part: 'message/rfc822' })
    await nothing(id)
  })

  test('a notice that is more than two weeks late', async () => {
    const { id, header } = await sendToAnna()
    arrive({ header })
    await change({ sent_at: new Date(Date.now() - 14.1 * 86_400_000).toISOString() })
    await nothing(id)
  })

  test('a mail that arrived more than two weeks ago', async () => {
    const { id, header } = await sendToAnna()
    arrive({ header }, new Date(school.app.platform.now().getTime() - 16 * 86_400_000))
    await nothing(id)
  })

  test('broken, nested and endless notices; the one behind them counts', async () => {
    const { id, header } = await sendToAnna()
    const whole = bounceNotice({ header, recipient: 'anna@example.org' })
    const head = whole.slice(0, whole.indexOf('\r\n\r\n'))
    imap.arrive(`${head}\r\n\r\n`, school.app.platform.now())
    imap.arrive(whole.replaceAll('\r\n--AB12', '\r\n-AB12'), school.app.platform.now())
    const level = (depth: number): string =>
      depth === 0
        ? 'Content-Type: text/plain\r\n\r\nx\r\n'
        : `Content-Type: multipart/report; report-type=delivery-status; boundary=b${depth}\r\n\r\n--b${depth}\r\n${level(depth - 1)}\r\n--b${depth}--\r\n`
    imap.arrive(level(30), school.app.platform.now())
    imap.arrive(`${head}\r\nX-Long: ${'x'.repeat(900_000)}\r\n\r\n${'y'.repeat(900_000)}`, school.app.platform.now())
    arrive({ header })
    await read()
    expect(await failed(id)).toHaveLength(1)
    expect(imap.seen()).toEqual([imap.mailbox.messages.at(-1)?.uid])
  })
})

describe('the mailbox', () => {
  test('is read on from where the last visit ended, and anew when it was made anew', async () => {
    const { header } = await sendToAnna()
    for (let mail = 0; mail < LIMITS.mails; mail++)
      imap.arrive('Subject: Frage\r\n\r\nGuten Tag\r\n', school.app.platform.now())
    arrive({ header })
    await read()
    expect(await marked()).toEqual([])
    await read()
    expect(await marked()).toEqual(['Anna Müller: unknown'])
    const { rows } = await school.app.database.owner.query('select last_uid from bounce_mailbox')
    expect(rows).toEqual([{ last_uid: String(imap.mailbox.messages.at(-1)?.uid) }])
    await change({ state: 'sent', bounce_reason: null })
    await read()
    expect(await marked()).toEqual([])
    imap.mailbox.uidvalidity += 1
    await read()
    await read()
    expect(await marked()).toEqual(['Anna Müller: unknown'])
  })

  test('in a folder', async () => {
    const other = await startImapServer({ folder: 'Zurueck' })
    const { header } = await sendToAnna()
    other.arrive(bounceNotice({ header, recipient: 'anna@example.org' }), school.app.platform.now())
    await read(other.address({ path: '/Zurueck' }))
    expect(await marked()).toHaveLength(1)
    expect(await refusal(other.address({ path: '/Andere' }))).toContain('the folder cannot be opened')
    await other.stop()
  })

  test('that refuses the password, is not there or has no encryption ends the job with a name', async () => {
    expect(await refusal(imap.address({ password: 'falsch' }))).toContain('it refuses the account')
    expect(await refusal(imap.address({ at: 1 }))).toContain('ECONNREFUSED')
    // Not this machine's own name: the password would travel.
    expect(await refusal(imap.address({ host: '0.0.0.0' }))).toContain('it offers no encryption')
    expect(await refusal(imap.address({ protocol: 'imaps' }))).toContain('cannot be read')
  })

  test('with a certificate that nobody vouches for is not read', async () => {
    const credentials = makeCertificate('127.0.0.1', new Date(Date.now() + 30 * 86_400_000))
    const secured = await startImapServer({ more: { secureConnection: true, credentials } })
    expect(await refusal(secured.address({ protocol: 'imaps' }))).toContain('SELF_SIGNED')
    await secured.stop()
  })

  test('that falls silent or dies in the middle ends the job, and the next one reads on', async () => {
    const { header } = await sendToAnna()
    arrive({ header })
    const proxy = await startTcpProxy({ port: imap.port })
    const through = imap.address({ at: proxy.address.port })
    proxy.set('swallow')
    expect(await refusal(through)).toContain('cannot be read')
    proxy.set('pass')
    const before = proxy.passed()
    const dying = refusal(through)
    await vi.waitUntil(() => proxy.passed() > before + 200, { interval: 1 })
    proxy.cut()
    expect(await dying).toContain('cannot be read')
    await read(through)
    expect(await marked()).toEqual(['Anna Müller: unknown'])
    await proxy.stop()
  })
})
