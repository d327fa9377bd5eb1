import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { linkMail, OPTIN_TEMPLATE } from '#server/domains/registrations/mails/optin-mail.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { apply, countRegistrations, readNewest } from '#server/test/family-forms.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import { queueMail } from './outbox.ts'
import { schoolMailbox } from './school-mailbox.ts'
import { sendMail } from './send-mail.ts'
import { openTransport } from './transport.ts'

let app: TestApp
let post: PostOffice
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
})
beforeEach(() => {
  app.setNow(TEST_NOW)
  post.mails.length = 0
})
afterEach(() => {
  post.server.state.mood = 'accept'
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

let families = 0
const anotherFamily = async (answers: Record<string, unknown> = {}) => {
  families += 1
  const mail = `familie${families}@example.org`
  const number = await apply(app, app.visitor(), { answers: { 'contacts.0.mail': mail, ...answers } })
  return { number, mail }
}
const states = async () => (await readNewest(app, fsw)).mails.map(({ state, error }) => ({ state, error }))

describe('a mail server that is down', () => {
  test('loses nothing: applications are taken, their mails come when it is back', async () => {
    await post.server.stop()
    const before = await countRegistrations(app, fsw)
    const mails = []
    for (let i = 0; i < 5; i++) mails.push((await anotherFamily()).mail)
    await post.runDue()
    expect(await countRegistrations(app, fsw)).toBe(before + 5)
    expect(await post.countJobs()).toBe(5)
    expect(await states()).toMatchObject([{ state: 'queued', error: expect.stringContaining('ECONNREFUSED') }])
    await post.server.start()
    await post.runDue()
    expect(post.mails).toEqual([]) // the pause between two tries
    await post.runAll()
    expect(post.mails.map(({ envelope }) => envelope[0]).sort()).toEqual(mails.sort())
    expect(await states()).toEqual([{ state: 'sent', error: null }])
    expect(await post.countJobs()).toBe(0)
  })

  test('or busy keeps the mail for later', async () => {
    post.server.state.mood = 'busy'
    await anotherFamily()
    await post.runDue()
    expect(await states()).toMatchObject([{ state: 'queued' }])
    post.server.state.mood = 'accept'
    await post.runAll()
    expect(post.mails).toHaveLength(1)
  })

  test('or does not let our account send keeps the mail until that is mended', async () => {
    post.server.state.mood = 'no sender'
    await anotherFamily()
    await post.runAll()
    await post.runAll()
    expect(await states()).toMatchObject([{ state: 'queued' }])
    post.server.state.mood = 'accept'
    await post.runAll()
    expect(post.mails).toHaveLength(1)
  })

  test('for days loses no mail, and the next mail is not delayed', async () => {
    post.server.state.mood = 'busy'
    const { mail: first } = await anotherFamily()
    for (let tries = 0; tries < 40; tries++) await post.runAll()
    expect(await states()).toMatchObject([{ state: 'queued' }])
    post.server.state.mood = 'accept'
    const { mail: second } = await anotherFamily()
    await post.runDue()
    expect(post.mails.map(({ envelope }) => envelope)).toEqual([[second]])
    await post.runAll()
    expect(post.mails.map(({ envelope }) => envelope[0]).sort()).toEqual([first, second].sort())
  })
})

describe('a recipient refused for good', () => {
  test('is tried once; the log says so without the address', async () => {
    post.server.state.mood = 'refuse'
    const { mail } = await anotherFamily()
    await post.runDue()
    expect(await post.countJobs()).toBe(0)
    const [failed] = await states()
    expect(failed?.state).toBe('failed')
    expect(failed?.error).toContain('says the mail server')
    expect(failed?.error).not.toContain(mail)
  })
})

describe('a crash between sending and noting it', () => {
  test('sends the mail again under the same Message-ID, and both links are good', async () => {
    await anotherFamily()
    const transport = openTransport(post.server.url, 'schulhof@example.org')
    const { mails } = await readNewest(app, fsw)
    const templates = {
      registration_optin: {
        ...linkMail('http://x', OPTIN_TEMPLATE),
        async delivered() {
          throw new Error('killed')
        },
      },
    }
    const sender = { host: 'localhost', now: app.platform.now, transport }
    const job = sendMail(sender, schoolMailbox(app.platform.pool, templates))
    await expect(job({ school_id: fsw, mail_id: mails[0]?.id })).rejects.toThrow('killed')
    transport.close()
    await post.runAll()
    expect(post.mails).toHaveLength(2)
    expect(new Set(post.mails.map(({ messageId }) => messageId)).size).toBe(1)
    const links = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('registration_contact_link')
        .select('id')
        .where('contact_id', '=', mails[0]?.related_id ?? 0)
        .execute(),
    )
    expect(links).toHaveLength(2)
  })

  test('once noted, the job run again sends nothing', async () => {
    await anotherFamily()
    await post.runDue()
    const { mails } = await readNewest(app, fsw)
    await app.database.owner.query("select graphile_worker.add_job('send_mail', $1)", [
      { school_id: fsw, mail_id: mails[0]?.id },
    ])
    await post.runDue()
    expect(post.mails).toHaveLength(1)
  })
})

describe('the outbox', () => {
  test('holds a mail if and only if the transaction commits', async () => {
    const actor = { userId: null, schoolId: fsw, requestId: 'test' }
    const queued = { template: 'registration_optin', recipient: 'a@example.org', relatedType: 'x', relatedId: 1 }
    const work = inSchool(app.platform.pool, actor, async (tx) => {
      await queueMail(tx, queued)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await post.countJobs()).toBe(0)
  })

  test('drops a mail that is no longer wanted: confirmed, withdrawn, deleted or for a former address', async () => {
    const changes = [
      'update registration_contact set mail_verified_at = now() where id = (select max(id) from registration_contact)',
      "update registration_contact set mail = 'neu@example.org' where id = (select max(id) from registration_contact)",
      'update registration set withdrawn_at = now() where id = (select max(id) from registration)',
      'update registration set deleted_at = now() where id = (select max(id) from registration)',
    ]
    for (const change of changes) {
      await anotherFamily()
      const client = await app.platform.pool.connect()
      await client.query('begin')
      await client.query("select set_config('app.school_id', $1, true)", [String(fsw)])
      await client.query(change)
      await client.query('commit')
      client.release()
      await post.runDue()
      const error = change.includes('set mail = ') ? 'address_changed' : 'not_needed'
      expect(await states(), change).toEqual([{ state: 'dropped', error }])
    }
    expect(post.mails).toEqual([])
  })

  test('keeps a mail whose template is missing, and says so', async () => {
    const actor = { userId: null, schoolId: fsw, requestId: 'test' }
    const id = await inSchool(app.platform.pool, actor, (tx) =>
      queueMail(tx, { template: 'unknown', recipient: 'a@example.org', relatedType: 'x', relatedId: 1 }),
    )
    const line = (tx: SchoolTransaction) => tx.updateTable('mail_log').where('id', '=', id)
    await insideSchool(app, fsw, (tx) => line(tx).set({ begun_at: TEST_NOW.toISOString() }).execute())
    await post.runDue()
    const row = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('mail_log').select(['state', 'error', 'begun_at']).where('id', '=', id).executeTakeFirst(),
    )
    // An earlier try had begun and has no outcome: the next one must still know.
    expect(row).toEqual({ state: 'queued', error: 'No template unknown', begun_at: '2026-11-20T06:40:00Z' })
    expect(await post.countJobs()).toBe(1)
    await app.database.owner.query('delete from graphile_worker._private_jobs')
  })
})

describe('what people typed', () => {
  const setSchool = (change: { name?: string; mail?: string }) =>
    insideSchool(app, fsw, (tx) => tx.updateTable('school').set(change).where('id', '=', fsw).execute())

  test('adds no header, no recipient and no HTML', async () => {
    const injection = 'Mia\r\nBcc: opfer@example.org\r\n\r\n<img src=x onerror=alert(1)>'
    await setSchool({
      name: `Schule "A, B"\r\nBcc: opfer@example.org <b>`,
      mail: 'sek@example.org\r\nBcc: o@example.org',
    })
    const { mail } = await anotherFamily({ 'meta.motivation': injection })
    await insideSchool(app, fsw, async (tx) => {
      const { id, meta } = (await readNewest(app, fsw)).row
      const planted = { ...(meta as object), child_firstname: injection }
      await tx
        .updateTable('registration')
        .set({ meta: JSON.stringify(planted) })
        .where('id', '=', id)
        .execute()
    })
    await post.runDue()
    await setSchool({ name: 'Freie Schule Wacholderhain', mail: 'sekretariat.fsw@example.org' })
    expect(post.mails).toHaveLength(1)
    const [sent] = post.mails
    expect(sent?.envelope).toEqual([mail])
    expect(sent?.from?.address).toBe('schulhof@example.org')
    expect(sent?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(sent?.headers.filter(({ key }) => key === 'from')).toHaveLength(1)
    expect(sent?.bcc ?? []).toEqual([])
    expect(sent?.html).not.toMatch(/<img|<b>/)
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc):/im)
  })

  test('cannot put a link into a mail by a child’s name', async () => {
    await anotherFamily({ 'meta.child_firstname': 'https://evil.example/x' })
    await post.runDue()
    expect(post.mails[0]?.text).not.toContain('evil.example')
    expect(post.mails[0]?.text).toContain('https evil example x')
  })

  test('with two addresses in one field is refused', async () => {
    await expect(anotherFamily({ 'contacts.0.mail': 'a@example.org, b@example.org' })).rejects.toThrow(
      'Dies ist keine gültige E-Mail-Adresse.',
    )
  })
})
